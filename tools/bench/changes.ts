import { makeRepo, type TestRepo } from '../../test/support/repo.ts';
import type { Command } from './measure.ts';

/** Lines of plain code, none of which breaks a rule. */
export const plainLines = (count: number, from = 0): string =>
  Array.from(
    { length: count },
    (_, i) => `export const total${from + i} = (items: readonly number[]): number => items.length + ${from + i};\n`,
  ).join('');

const pathOf = (i: number): string => `src/part${Math.floor(i / 100)}/file${i}.ts`;

/** A repository where `files` files of forty lines are staged with three lines added to each. */
export const stagedRepo = (files: number, added = 3): TestRepo => {
  const repo = makeRepo();
  const side = (more: string): Record<string, string> =>
    Object.fromEntries(Array.from({ length: files }, (_, i) => [pathOf(i), plainLines(40, i * 50) + more]));
  repo.commit({ 'README.md': '# Bench\n', ...side('') });
  repo.stage(side(plainLines(added, 1_000_000)));
  return repo;
};

const RAW = ['diff-index', '--cached', '-M', '--raw', '-z', '--no-abbrev', 'HEAD', '--'] as const;
const PATCH = ['diff-index', '--cached', '--no-renames', '-p', '-U3', '--full-index', 'HEAD', '--'] as const;

/** Object ids that the staged change names, one a line: what is asked of `cat-file`. */
const staged = (repo: TestRepo): Buffer => {
  const raw = repo.git(...RAW).split('\0');
  const ids = raw.filter((field) => field.startsWith(':')).map((field) => field.split(' ')[3] ?? '');
  return Buffer.from(ids.map((id) => `${id}\n`).join(''));
};

/** The git commands that no reader of a staged change can do without: the manifest, the blobs, the patches. */
export const bareGit = (repo: TestRepo): Command[] => {
  const one = (name: string, args: readonly string[], input?: Buffer): Command => ({
    name,
    args: ['git', ...args],
    cwd: repo.root,
    env: repo.env,
    ...(input ? { input } : {}),
  });
  return [
    one('git rev-parse', ['rev-parse', '-q', '--verify', 'HEAD']),
    one('git diff-index --raw', RAW),
    one('git cat-file --batch', ['cat-file', '--batch', '--buffer'], staged(repo)),
    one('git diff-index -p', PATCH),
  ];
};
