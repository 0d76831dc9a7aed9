import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { excerpt, safeJson, visible } from '../../lib/text/visible.ts';

const UNSAFE = new RegExp(
  [
    '[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u115f\\u1160\\u200b-\\u200f\\u2028-\\u202e',
    '\\u2060-\\u206f\\u3164\\ufeff\\uffa0]|[\\u{E0000}-\\u{E0FFF}]',
  ].join(''),
  'u',
);

/** A small deterministic generator, so that a failure can be repeated. */
const generator = (seed: number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return state / 2 ** 32;
  };
};

test('spells out controls, bidirectional and invisible characters', () => {
  assert.is(visible('a\u001b[2K\r\u202eb\u{E0041}'), 'a<U+001B>[2K\\r<U+202E>b<U+E0041>');
  assert.is(visible('\ud800'), '<U+D800>');
  assert.is(visible('ä 日本 😀'), 'ä 日本 😀');
});

test('breaks the runner command that is recognised anywhere in a line', () => {
  assert.not.ok(visible('x ##[stop-commands]y').includes('##['));
});

test('lets nothing unsafe through, whatever the characters', () => {
  const next = generator(7);
  for (let i = 0; i < 20_000; i++) {
    const text = Array.from({ length: 6 }, () =>
      String.fromCodePoint(Math.floor(next() * (next() < 0.5 ? 0x300 : 0xfffff))),
    ).join('');
    assert.not.ok(UNSAFE.test(visible(text)), JSON.stringify(text));
    assert.not.ok(UNSAFE.test(safeJson({ text })), JSON.stringify(text));
    assert.is(JSON.parse(safeJson({ text })).text, text);
  }
});

test('writes JSON that holds no runner command and parses to the same value', () => {
  const value = { path: 'x\n::add-mask::y\n##[stop]z\u009b\u{E0041}' };
  assert.not.ok(safeJson(value).includes('##['));
  assert.equal(JSON.parse(safeJson(value)), value);
});

test('cuts an excerpt after it was made visible', () => {
  assert.is(excerpt('abcdef', 4), 'abc…');
  assert.ok(excerpt('\u202e'.repeat(50), 20).length <= 20);
});

test.run();
