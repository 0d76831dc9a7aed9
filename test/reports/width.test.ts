import fc from 'fast-check';
import { eastAsianWidth } from 'get-east-asian-width';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { clip, columns, wrap } from '../../lib/reports/width.ts';
import { visible } from '../../lib/text/visible.ts';
import { badText } from './hostile.ts';

const isPrinted = (code: number): boolean =>
  code >= 0x20 && (code < 0x7f || code > 0x9f) && (code < 0xd800 || code > 0xdfff);

test('no character of Unicode is taken for narrower than it is', () => {
  const narrow: string[] = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    if (isPrinted(code) && columns(String.fromCodePoint(code)) < eastAsianWidth(code)) narrow.push(code.toString(16));
  }
  assert.equal(narrow, []);
});

test('scripts that are written narrow count one column a letter', () => {
  for (const text of ['plain text', 'žluťoučký kůň', 'Привет', 'שלום', 'مرحبا', '│…⋮→'])
    assert.is(columns(text), [...text].length, text);
});

test('East Asian text and emoji count two columns a character', () => {
  assert.is(columns('日本語'), 6);
  assert.is(columns('한글'), 4);
  assert.is(columns('ａ！'), 4);
  assert.is(columns('✅🚀'), 4);
  assert.is(columns('a日b'), 4);
});

test('a combining mark takes no column, a tower of them does', () => {
  assert.is(columns('e\u0301'), 1);
  assert.is(columns('e\u0301\u0302'), 1);
  assert.is(columns(`e${'\u0301'.repeat(10)}`), 9);
});

test('a cut text ends with an ellipsis and fits', () => {
  assert.is(clip('abcdef', 6), 'abcdef');
  assert.is(clip('abcdefg', 6), 'abcde…');
  assert.is(clip('日本語日本', 6), '日本…');
});

test('lines break at spaces, and keep the spaces within', () => {
  assert.equal(wrap('the quick brown fox', 10), ['the quick', 'brown fox']);
  assert.equal(wrap('rule  title', 20), ['rule  title']);
  assert.equal(wrap('', 20), ['']);
});

test('a word that no line holds is cut, a path after a slash', () => {
  assert.equal(wrap('abcdefghijklm', 5), ['abcde', 'fghij', 'klm']);
  assert.equal(wrap('src/components/forms/Input.tsx:12', 20), ['src/components/', 'forms/Input.tsx:12']);
  assert.equal(wrap('x/abcdefghijk', 10), ['x/abcdefgh', 'ijk']);
  assert.equal(wrap('日本語の説明', 5), ['日本', '語の', '説明']);
});

test('wrapping fits, and loses nothing but spaces', () => {
  fc.assert(
    fc.property(badText, fc.integer({ min: 15, max: 90 }), (text, width) => {
      const shown = visible(text);
      const lines = wrap(shown, width);
      for (const line of lines) assert.ok(columns(line) <= width, `${line} in ${width}`);
      assert.is(lines.join('').replaceAll(' ', ''), shown.replaceAll(' ', ''));
    }),
    { seed: 1, numRuns: 500 },
  );
});

test.run();
