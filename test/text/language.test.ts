import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isTestPath, languageOf } from '../../lib/text/language.ts';

test('knows a language by extension or name', () => {
  for (const [path, language] of [
    ['a.ts', 'ts'],
    ['A.PY', 'py'],
    ['x/Dockerfile', 'dockerfile'],
    ['Dockerfile.dev', 'dockerfile'],
    ['.env', 'ini'],
    ['x.unknown', null],
    ['Makefile', 'make'],
    ['LICENSE', 'text'],
    ['CODEOWNERS', null],
  ] as const)
    assert.is(languageOf(path), language, path);
});

test('tells tests from code by path', () => {
  for (const path of [
    'test/a.js',
    'src/a.test.ts',
    'pkg/a_test.go',
    'tests/test_a.py',
    'a/__tests__/b.js',
    'src/FooTest.java',
    'fixtures/x.js',
  ])
    assert.ok(isTestPath(path), path);
  for (const path of ['src/a.ts', 'lib/contest.py', 'latest/a.js', 'src/testimony.ts', 'attestation.go'])
    assert.not.ok(isTestPath(path), path);
});

test.run();
