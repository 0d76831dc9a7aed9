import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { linesOf, prepared, ruleOf } from '../support/detect.ts';

const inLoop = await prepared(ruleOf({ match: '\\bhere\\b', in: 'code', within: 'loop' }));
const inCatch = await prepared(ruleOf({ match: '\\bhere\\b', in: 'code', within: 'catch' }));

const LOOPS: readonly (readonly [string, string])[] = [
  ['ts', 'for (const a of b) {\n  here;\n}'],
  ['ts', 'for (let i = 0; i < 9; i++) {\n  if (i) {\n    here;\n  }\n}'],
  ['ts', 'while (a) here;'],
  ['ts', 'for (const a of b)\n  here;'],
  ['ts', 'for (const a of b) if (a) {\n here;\n}'],
  ['ts', 'do {\n  here;\n} while (a);'],
  ['ts', 'async () => {\n  for (const a of b) {\n    try { here; } catch {}\n  }\n}'],
  ['ts', 'for (const a of b.map((x) => x.y)) {\n  here;\n}'],
  ['go', 'for _, a := range b {\n\there\n}'],
  ['rs', 'loop {\n  here;\n}'],
  ['java', 'for (A a : b) {\n  here();\n}'],
  ['py', 'for a in b:\n    here'],
  ['py', 'while a:\n    if c:\n        here\n'],
  ['py', 'for a in b: here'],
  ['py', 'async def f():\n    async for a in b:\n        here'],
];

const NO_LOOPS: readonly (readonly [string, string])[] = [
  ['ts', 'for (const a of here) {\n}'],
  ['ts', 'for (const a of b) {\n}\nhere;'],
  ['ts', 'for (const a of b) x();\nhere;'],
  ['ts', 'for (const a of b)\n  x();\nhere;'],
  ['ts', 'for (const a of b) x()\nhere'],
  ['ts', 'for (const a of b)\n  x(\n    1,\n  )\nhere'],
  ['ts', 'for (const a of b) {\n  run(async () => {\n    here;\n  });\n}'],
  ['ts', 'for (const a of b) {\n  const f = function () { here; };\n}'],
  ['ts', 'class A {\n  m() {\n    here;\n  }\n}'],
  ['ts', "const s = 'for (;;) {';\nhere;"],
  ['go', 'for _, a := range b {\n\tgo func() {\n\t\there\n\t}()\n}'],
  ['py', 'for a in here:\n    pass'],
  ['py', 'for a in b:\n    pass\nhere'],
  ['py', 'for a in b:\n    def f():\n        here'],
];

test('a place in a loop is found by brackets, by indentation and over a single statement', () => {
  for (const [language, text] of LOOPS) assert.is(linesOf(inLoop, text, { language }).length, 1, text);
});

test('the head of a loop, what follows it and functions inside it are not in the loop', () => {
  for (const [language, text] of NO_LOOPS) assert.equal(linesOf(inLoop, text, { language }), [], text);
});

test('a place in a catch is found, one in its try or in a function inside it is not', () => {
  assert.equal(
    linesOf(inCatch, 'try {\n  here;\n} catch (e) {\n  here;\n  f(() => {\n here;\n  });\n} finally {\n  here;\n}'),
    [4],
  );
  assert.equal(linesOf(inCatch, 'try:\n    here\nexcept A:\n    here\nelse:\n    here\n', { language: 'py' }), [4]);
});

test('unbalanced brackets end with the file', () => {
  for (const text of ['}}}} here', 'for (a) {{{{ here', ')))) here', '((((for (a) { here'])
    assert.ok(linesOf(inLoop, text).length <= 1, text);
});

test.run();
