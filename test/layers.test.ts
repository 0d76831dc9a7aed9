import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

/**
 * The architecture, bottom up. A file imports only from rows above its own; within a row only from its own folder, or,
 * for the orchestration files, from those listed before it.
 */
const LAYERS: readonly (readonly string[])[] = [
  ['root'],
  ['types/*'],
  ['types', 'errors', 'version', 'progress'],
  ['ablation'],
  ['text/*'],
  ['git/*'],
  ['config/*', 'specs/*', 'models/*', 'reports/*', 'state/*', 'hooks/*'],
  ['pass/*', 'pass/checks/*'],
  ['inspect'],
  ['sending'],
  ['asking', 'reach'],
  ['runtime/*', 'runtime/tools/*'],
  ['questions'],
  ['round'],
  ['inquiry'],
  ['counselling'],
  ['doubts'],
  ['rulings'],
  ['weighing'],
  ['earning'],
  ['minutes'],
  ['sitting'],
  ['interview'],
  ['ledger'],
  ['rulebook'],
  ['planning'],
  ['suppression'],
  ['review'],
  ['session'],
  ['feedback'],
  ['eval/*'],
  ['modes/*'],
  ['commands/*', 'commands/doctor/*'],
  ['cli', 'index'],
  ['parts'],
  ['start'],
];

const LIB = join(import.meta.dirname, '..', 'lib');
const IMPORT = /(?:from|import\(|import)\s*'(\.[^']+)'/g;

const nameOf = (file: string): string => relative(LIB, file).replaceAll('\\', '/').replace(/\.ts$/, '');
const layerOf = (name: string): number =>
  LAYERS.findIndex((row) => row.includes(name) || row.includes(`${dirname(name)}/*`));
const files = readdirSync(LIB, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
const source = (file: string): string => readFileSync(join(LIB, file), 'utf8');
const importsOf = (file: string): string[] =>
  [...source(file).matchAll(IMPORT)].map(([, path = '']) => nameOf(join(LIB, dirname(file), path)));
const folderOf = (name: string): string => name.split('/')[0] ?? '';
const sameFolder = (a: string, b: string): boolean => a.includes('/') && folderOf(a) === folderOf(b);

test('every file has a layer', () => {
  assert.equal(
    files.map((file) => nameOf(join(LIB, file))).filter((name) => layerOf(name) === -1),
    [],
  );
});

test('imports point only downwards', () => {
  const wrong = files.flatMap((file) => {
    const name = nameOf(join(LIB, file));
    return importsOf(file)
      .filter((target) => layerOf(target) >= layerOf(name) && !sameFolder(name, target))
      .map((target) => `${name} -> ${target}`);
  });
  assert.equal(wrong, []);
});

test('git is started in one place only', () => {
  const starts = files.filter(
    (file) => /from 'node:child_process'/.test(source(file)) || /['"]execa['"]/.test(source(file)),
  );
  assert.equal(
    starts.filter((file) => !/^(?:git\/exec|eval\/child|commands\/demo|hooks\/)/.test(file)),
    [],
  );
});

test('files stay within 140 lines', () => {
  const long = files.filter((file) => file !== 'types.ts' && source(file).split('\n').length > 141);
  assert.equal(long, []);
});

test.run();
