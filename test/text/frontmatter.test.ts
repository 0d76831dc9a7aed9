import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SpecError } from '../../lib/errors.ts';
import { readFrontmatter } from '../../lib/text/frontmatter.ts';

const faultOf = (text: string): string => {
  try {
    readFrontmatter(text, 'p.md');
  } catch (error) {
    assert.instance(error, SpecError);
    return (error as SpecError).message;
  }
  return 'none';
};

test('data, body and lines are read', () => {
  const { data, body, bodyLine, lineOf } = readFrontmatter(
    '---\nid: a\ndetect:\n  - match: b\n  - match: c\n---\nbody\n',
    'p.md',
  );
  assert.equal(data, { id: 'a', detect: [{ match: 'b' }, { match: 'c' }] });
  assert.is(body, 'body\n');
  assert.is(bodyLine, 7);
  assert.equal(
    [['id'], ['detect'], ['detect', 1], ['detect', 1, 'match'], ['detect', 1, 'absent'], ['absent']].map(lineOf),
    [2, 3, 5, 5, 5, 2],
  );
});

test('line ends may be CRLF', () => {
  const { data, body } = readFrontmatter('---\r\nid: a\r\n---\r\nbody\r\n', 'p.md');
  assert.equal(data, { id: 'a' });
  assert.is(body, 'body\r\n');
});

test('values are those of the core schema', () => {
  assert.equal(readFrontmatter('---\na: yes\nb: 2024-01-01\nc: 0o17\n---\n', 'p.md').data, {
    a: 'yes',
    b: '2024-01-01',
    c: 15,
  });
});

test('only three dashes alone open front matter, so no other engine can be named', () => {
  const marker = '__lgtm_front_matter_ran';
  for (const opening of [
    '---js',
    '---javascript',
    '---JS',
    '--- js',
    '---json',
    '---toString',
    '---coffee',
    ' ---',
    '\uFEFF---',
    '----',
  ]) {
    const fault = faultOf(`${opening}\nglobalThis.${marker} = 1\n---\nbody`);
    assert.match(fault, 'p.md:1: the first line must be ---', opening);
  }
  assert.is(marker in globalThis, false);
});

test('front matter that does not close within its cap is refused', () => {
  assert.match(faultOf('---\nid: a\nbody'), 'not closed');
  assert.match(faultOf(`---\nid: a\n${'\n'.repeat(40_000)}---\nbody`), 'not closed');
});

test('a line that begins with three dashes cannot end it early', () => {
  assert.match(
    faultOf('---\nid: a\n---evil\nb: c\n---\n'),
    'p.md:3: a line of the front matter must not begin with ---',
  );
});

test('a file beyond its cap is refused', () => {
  assert.match(faultOf(`---\nid: a\n---\n${'x'.repeat(70_000)}`), 'larger than 64 KiB');
});

test('malformed YAML fails each time it is read, with its line', () => {
  const text = '---\nid: a\nb: [1, 2\n---\n';
  assert.match(faultOf(text), /p\.md:[34]: /);
  assert.is(faultOf(text), faultOf(text));
});

test('deep nesting is refused before it is parsed', () => {
  for (const depth of [65, 5000]) {
    assert.match(faultOf(`---\na: ${'['.repeat(depth)}${']'.repeat(depth)}\n---\n`), 'nested more than 64 levels');
    assert.match(faultOf(`---\n${'- '.repeat(depth)}a\n---\n`), 'nested more than 64 levels');
  }
});

test('a quote inside a word hides no nesting', () => {
  const deep = `${'['.repeat(200)}${']'.repeat(200)}`;
  assert.match(faultOf(`---\na: [ it's, ${deep}, that's ]\n---\n`), 'nested more than 64 levels');
  assert.match(faultOf(`---\na: [ b\n  'c, ${deep}, d' ]\n---\n`), 'nested more than 64 levels');
});

test('brackets inside quotes are no nesting', () => {
  assert.equal(readFrontmatter(`---\na: '${'['.repeat(100)}'\n---\n`, 'p.md').data, { a: '['.repeat(100) });
});

test('aliases, duplicate keys and tags of other schemas are refused', () => {
  assert.match(faultOf('---\na: &x 1\nb: *x\n---\n'), 'p.md:3: aliases are not allowed');
  assert.match(faultOf('---\na: 1\na: 2\n---\n'), /p\.md:3: .*unique/i);
  assert.match(faultOf('---\na: !!js/function "x"\n---\n'), 'p.md:2: ');
});

test('keys that reach a prototype are refused', () => {
  for (const key of ['__proto__', 'constructor', 'prototype'])
    assert.match(faultOf(`---\na: 1\n${key}: { admin: true }\n---\n`), `p.md:3: the key "${key}" is not allowed`);
  assert.is(Reflect.get({}, 'admin'), undefined);
});

test.run();
