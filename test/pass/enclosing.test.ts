import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { enclosingRange, importsFor, scopeOf } from '../../lib/pass/enclosing.ts';
import { statementAt } from '../../lib/pass/statement.ts';

const lines = (text: string): string[] => text.split('\n');

const PYTHON = lines(
  'import os\n\ndef a(z):\n    q = 1\n\n    return os.path\n\nclass B:\n    def m(self,\n          k):\n        return k\n\nx = 1',
);
const SCRIPT = lines(
  'function f(\n  a,\n  b,\n) {\n  return a;\n}\n\nexport const g = (x) => {\n  if (x) {\n    y();\n  }\n};\nz();',
);

for (const [title, post, line, range] of [
  ['ends where the indentation does', PYTHON, 4, { from: 3, to: 6 }],
  ['goes on over a blank line', PYTHON, 6, { from: 3, to: 6 }],
  ['is the innermost one', PYTHON, 11, { from: 9, to: 11 }],
  ['goes on after the bracket of its parameters', SCRIPT, 5, { from: 1, to: 6 }],
  ['includes the bracket that closes it', SCRIPT, 10, { from: 8, to: 12 }],
  ['is that of the declaration itself', SCRIPT, 1, { from: 1, to: 6 }],
] as const)
  test(`the enclosing function ${title}`, () => assert.equal(enclosingRange(post, line, 80), range));

test('there is no enclosing function at the top level, or beyond the limit', () => {
  assert.is(enclosingRange(SCRIPT, 13, 80), null);
  assert.is(enclosingRange(SCRIPT, 5, 3), null);
});

test('the scope is the declaration as it is written', () => {
  assert.is(scopeOf(PYTHON, 11), '    def m(self,');
  assert.is(scopeOf(PYTHON, 13), null);
});

test('finds the imports of what a change uses, in several languages', () => {
  const go = lines('package x\nimport (\n  "net/http"\n  "os"\n)\nfunc f() {}');
  assert.equal(importsFor(go, ['http.Get(url)'], 5), [3]);
  assert.equal(importsFor(PYTHON, ['os.getcwd()'], 5), [1]);
  const script = lines("import { db, log } from './db.js';\nconst fs = require('fs');\nuse();");
  assert.equal(importsFor(script, ['await db.query()'], 5), [1]);
  assert.equal(importsFor(script, ['fs.read(log)'], 5), [1, 2]);
  assert.equal(importsFor(script, ['fs.read(log)'], 1), [1]);
  assert.equal(importsFor(script, ['from import const'], 5), []);
});

test('a statement reaches over the brackets that it opens, and over those it stands in', () => {
  const call = lines('const r = await get(\n  url,\n  { timeout: 5 },\n);\nnext();');
  assert.match(statementAt(call, call, 1), /timeout/);
  assert.match(statementAt(call, call, 2), /timeout/);
  assert.not.match(statementAt(call, call, 2), /next/);
  assert.is(statementAt(call, call, 5), 'next();');
});

test('a statement is its line where a block opens, or a bracket never closes', () => {
  const block = lines('if (a) {\n  b();\n}');
  assert.is(statementAt(block, block, 2), '  b();');
  const open = lines(`f(\n${'  a,\n'.repeat(20)}`);
  assert.is(statementAt(open, open, 1), 'f(');
});

test.run();
