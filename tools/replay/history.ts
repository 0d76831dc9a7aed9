import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestRepo } from '../../test/support/repo.ts';
import type { Tree } from './archive.ts';
import { type Difference, evenly, type FilePair, linesIn, type Slice, type Span, slicesOf } from './cut.ts';

/** Files of one step from version to version that are cut into changes; a rewrite of thousands is no commit. */
const MOST_FILES = 200;

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm;

/** Bytes above which nobody wrote a file by hand. */
const MOST_BYTES = 500_000;

const isText = (content: string | null): boolean =>
  content === null || (content.length <= MOST_BYTES && !content.slice(0, 8000).includes('\0'));

/** Where two texts differ, as git tells it. */
const spansBetween = (repo: TestRepo, old: string, next: string): Span[] => {
  const [a, b] = [join(repo.beside, 'a'), join(repo.beside, 'b')];
  writeFileSync(a, old, 'latin1');
  writeFileSync(b, next, 'latin1');
  let patch = '';
  try {
    patch = repo.git('diff', '--no-index', '--no-ext-diff', '--text', '-U0', a, b);
  } catch (error) {
    patch = String((error as { stdout?: Buffer }).stdout ?? '');
  }
  return [...patch.matchAll(HUNK)].map(([, oldStart, oldCount = '1', newStart, newCount = '1']) => ({
    oldStart: Number(oldStart) - (oldCount === '0' ? 0 : 1),
    oldCount: Number(oldCount),
    newStart: Number(newStart) - (newCount === '0' ? 0 : 1),
    newCount: Number(newCount),
  }));
};

const differenceOf = (repo: TestRepo, { path, old, next }: FilePair): Difference => {
  const whole = { oldStart: 0, oldCount: linesIn(old).length, newStart: 0, newCount: linesIn(next).length };
  const spans = old !== null && next !== null ? spansBetween(repo, old, next) : [whole];
  return { path, old, next, spans };
};

const changed = (old: Tree, next: Tree): FilePair[] =>
  [...new Set([...old.keys(), ...next.keys()])]
    .sort()
    .map((path) => ({ path, old: old.get(path) ?? null, next: next.get(path) ?? null }))
    .filter((pair) => pair.old !== pair.next && isText(pair.next) && isText(pair.old));

/** The changes that lead from one version towards the next. */
export const changesBetween = (repo: TestRepo, old: Tree, next: Tree): Slice[] =>
  slicesOf(evenly(changed(old, next), MOST_FILES).map((pair) => differenceOf(repo, pair)));

/** Files that a commit writes or takes away. */
export type State = Iterable<readonly [path: string, content: string | null]>;

/** What some changes one on the other come to. */
export function* stateAfter(slices: readonly Slice[]): Generator<readonly [string, string | null]> {
  const last = new Map(slices.flatMap((slice) => [...slice]));
  for (const [path, content] of last) yield [path, content()];
}

const quoted = (path: string): string => `"${path.replace(/["\\]/g, '\\$&')}"`;

function* commitOf(mark: number, files: State): Generator<Buffer> {
  yield Buffer.from(`commit refs/heads/replay\nmark :${mark}\ncommitter a <a@example.invalid> 0 +0000\ndata 1\nx\n`);
  for (const [path, content] of files) {
    if (content === null) yield Buffer.from(`D ${quoted(path)}\n`);
    else {
      yield Buffer.from(`M 100644 inline ${quoted(path)}\ndata ${content.length}\n`);
      yield Buffer.from(`${content}\n`, 'latin1');
    }
  }
  yield Buffer.from('\n');
}

/** Writes states as commits on one another, the first on nothing, and returns their ids. */
export const importStates = (repo: TestRepo, states: readonly State[]): string[] => {
  const marks = join(repo.beside, 'marks');
  const stream = Buffer.concat(states.flatMap((files, i) => [...commitOf(i + 1, files)]));
  repo.input(stream, 'fast-import', '--quiet', '--force', `--export-marks=${marks}`);
  const ids = new Map(
    readFileSync(marks, 'utf8')
      .split('\n')
      .map((line) => line.split(' ') as [string, string]),
  );
  return states.map((_, i) => ids.get(`:${i + 1}`) ?? '');
};

/** Makes HEAD one commit and stages another; nothing is written into the work tree. */
export const stageBetween = (repo: TestRepo, base: string, next: string): void => {
  repo.git('update-ref', '--no-deref', 'HEAD', base);
  repo.git('read-tree', next);
};
