import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { prepareDetectors } from '../../lib/pass/detect.ts';
import { testExamples } from '../../lib/pass/detect-examples.ts';
import { openScan } from '../../lib/pass/detect-scan.ts';
import { allowParser, structureOf } from '../../lib/pass/structure.ts';
import { readRules } from '../../lib/specs/compile.ts';
import { linesOf, prepared, ruleOf } from '../support/detect.ts';

const RULES = readRules(new URL('../../specs/rules/', import.meta.url));

/** Rules that gain where `@ast-grep/napi` is installed; docs/rules.md names them. */
const GAINERS = ['rob/floating-promise', 'corr/non-exhaustive-switch'];

const structure = suite('structure');

structure.after.each(() => allowParser(true));

for (const id of GAINERS)
  for (const allowed of [true, false])
    structure(`${id} finds exactly what its examples say ${allowed ? 'with' : 'without'} a parser`, async () => {
      const rule = RULES.find((one) => one.id === id);
      assert.ok(rule);
      allowParser(allowed);
      assert.equal(await testExamples(await prepareDetectors([rule]), rule, rule.body), []);
    });

const promises = await prepared(ruleOf({ check: 'floating-promise' }));
const defaults = await prepared(ruleOf({ check: 'quiet-default' }));

/** Lines found with a parser, and without. */
const bothWays = (detectors: typeof promises, text: string): [number[], number[]] => {
  const found = [true, false].map((allowed) => {
    allowParser(allowed);
    return linesOf(detectors, text);
  });
  return [found[0] ?? [], found[1] ?? []];
};

structure('with a parser a dropped promise is told over several lines', () => {
  const text = 'async function save(a: A) {}\nexport const f = (a: A) => {\n  save(\n    a,\n  );\n};\n';
  assert.equal(bothWays(promises, text), [[3], []]);
});

structure('with a parser a name is what its nearest declaration says', () => {
  const text = [
    'async function save(a: A) {}',
    'export const f = (save: (a: A) => void, a: A) => {',
    '  save(a);',
    '};',
    'export const g = (a: A) => {',
    '  const save = (b: A) => log(b);',
    '  save(a);',
    '};',
    'export const h = (a: A) => {',
    '  if (a) {',
    '    save(a);',
    '  }',
    '};',
  ].join('\n');
  assert.equal(bothWays(promises, text), [[11], [3, 7, 11]]);
});

structure('with a parser a method is that of the class around the call', () => {
  const text = [
    'class A {',
    '  async run() {}',
    '  go() {',
    '    this.run();',
    '  }',
    '}',
    'class B {',
    '  run() {}',
    '  go() {',
    '    this.run();',
    '  }',
    '}',
  ].join('\n');
  assert.equal(bothWays(promises, text), [[4], [4, 10]]);
});

structure('with a parser a default belongs to its own switch, and is read to its end', () => {
  const filler = Array.from({ length: 5 }, (_, i) => `      note(${i});`);
  const text = [
    'switch (shape.kind) {',
    "  case 'circle':",
    '    switch (key) {',
    '      default:',
    '        break;',
    '    }',
    '  default:',
    ...filler,
    '      throw new Error(shape.kind);',
    '}',
  ].join('\n');
  assert.equal(bothWays(defaults, text), [[], [4, 7]]);
});

structure('a file that does not parse, another language and a large file are looked at by lines', () => {
  const scan = (text: string, language: string) => openScan({ path: 'a', language, text, added: 'all' });
  assert.ok(structureOf(scan('const a = 1;\n', 'ts')));
  assert.is(structureOf(scan('const = = ;\n}', 'ts')), null);
  assert.is(structureOf(scan('a = 1\n', 'py')), null);
  assert.is(structureOf(scan('const a = 1;\n'.repeat(20_000), 'ts')), null);
  const broken = 'async function save() {}\nsave();\n}\n';
  assert.equal(bothWays(promises, broken), [[2], [2]]);
});

structure.run();
