import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ignoreMatcher, readIgnoreLines } from '../../lib/text/ignore.ts';

const ignored = (text: string, path: string): boolean => ignoreMatcher(readIgnoreLines(text))(path);

test('reads patterns and leaves out comments, blank lines and blanks at the end', () => {
  assert.equal(readIgnoreLines('\uFEFF# all of it\n\n*.js  \r\n\\#real\na\\ \n!b\t\n'), [
    '*.js',
    '\\#real',
    'a\\ ',
    '!b',
  ]);
});

test('matches as gitignore does', () => {
  for (const [pattern, path, expected] of [
    ['*.js', 'a.js', true],
    ['*.js', 'deep/er/a.js', true],
    ['*.js', 'a.ts', false],
    ['build', 'build', true],
    ['build', 'x/build/a.js', true],
    ['build/', 'x/build/a.js', true],
    ['build/', 'x/build', false],
    ['/build', 'build/a.js', true],
    ['/build', 'x/build/a.js', false],
    ['docs/*.md', 'docs/a.md', true],
    ['docs/*.md', 'docs/x/a.md', false],
    ['docs/*.md', 'x/docs/a.md', false],
    ['docs/**', 'docs/x/a.md', true],
    ['**/gen/*.js', 'x/y/gen/a.js', true],
    ['a?c', 'abc', true],
    ['[ab].js', 'b.js', true],
    ['.env', 'x/.env', true],
    ['\\#a', '#a', true],
    ['\\!a', '!a', true],
    ['a\\ ', 'a ', true],
    ['a(b)', 'a(b)', true],
    ['{a,b}', 'a', false],
    ['{a,b}', '{a,b}', true],
    ['a+b', 'a+b', true],
    ['@(a|b)', 'a', false],
  ] as const)
    assert.is(ignored(pattern, path), expected, `${pattern} ${path}`);
});

test('lets the last pattern that fits count', () => {
  const text = '*.js\n!keep.js\nold/keep.js\n';
  assert.equal(
    ['a.js', 'x/keep.js', 'old/keep.js'].map((path) => ignored(text, path)),
    [true, false, true],
  );
});

test.run();
