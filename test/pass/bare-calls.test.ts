import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { mayCallOwn } from '../../lib/pass/checks/bare-calls.ts';
import { openScan } from '../../lib/pass/detect-scan.ts';

const may = (text: string, added: readonly number[] | 'all' = 'all'): boolean =>
  mayCallOwn(openScan({ path: 'a.ts', language: 'ts', text, added: added === 'all' ? added : new Set(added) }));

test('a statement that only calls what the file declares is told, however it is declared', () => {
  for (const text of [
    'async function save() {}\nsave();',
    'const save = async () => {};\nif (a) save();',
    'let a = 1, save = async () => {};\n{ save?.(); }',
    'class A {\n  async #save() {}\n  b() {\n    this.#save();\n  }\n}',
    'class A {\n  save(): Promise<void> {}\n  b() { this.save(); }\n}',
    'function save<T>(): Promise<T> {}\nelse save<A>();',
    'const $a = async () => 1;\n$a(\n1);',
  ])
    assert.is(may(text), true, text);
});

test('calls of what others declare, and calls of which something is made, are left aside', () => {
  assert.is(may("import { save } from 'a';\nsave();"), false);
  assert.is(may('async function save() {}\nawait save();\nconst b = save();\nother.save();'), false);
  assert.is(may('async function save() {}\n// save();\n'), false);
});

test('a statement counts from the line on which it begins to that on which its call ends', () => {
  const text = 'async function save() {}\nsave(\n  a(1),\n  b,\n);\nc();';
  assert.is(may(text, [4]), true);
  assert.is(may(text, [5]), true);
  assert.is(may(text, [6]), false);
  assert.is(may(text, [1]), false);
});

test.run();
