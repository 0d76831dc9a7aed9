import type { Repo } from '../../git/repo.ts';
import { recordsIn } from './records.ts';

/** An entry of the reviewed state. */
export interface Entry {
  readonly mode: string;
  readonly id: string;
  readonly path: string;
}

const ENTRY = /^(\d{6}) ([0-9a-f]{40,64}) 0\t([\s\S]+)$/;

/** Longest path that is looked up, in characters. */
const LONGEST = 400;

/**
 * A path as the index names it, or null where it is none: absolute, with a step out of its folder, with a NUL, or of the
 * repository's own folder.
 */
export const indexPath = (given: string): string | null => {
  const path = given
    .trim()
    .replace(/^(?:\.\/)+/, '')
    .replace(/\/+$/, '');
  const steps = path.split('/');
  const isOdd = path.length > LONGEST || path.includes('\0') || path.includes('\\') || /^[/~]|^[A-Za-z]:/.test(path);
  return isOdd || steps.includes('..') || steps.some((step) => /^\.git$/i.test(step)) ? null : path;
};

const entryOf = (record: string): Entry[] => {
  const [, mode, id, path] = ENTRY.exec(record) ?? [];
  return mode && id && path ? [{ mode, id, path }] : [];
};

/** Entries below a path, at most so many; `more` where there are others. Reads the index alone. Throws GitError. */
export const entriesBelow = async (
  { git }: Repo,
  path: string,
  most: number,
): Promise<{ readonly entries: readonly Entry[]; readonly more: boolean }> => {
  const entries: Entry[] = [];
  const printed = git.stream(['ls-files', '-s', '-z', '--', ...(path === '' ? [] : [path])]);
  for await (const record of recordsIn(printed, '\0')) {
    entries.push(...entryOf(record));
    if (entries.length > most) return { entries: entries.slice(0, most), more: true };
  }
  return { entries, more: false };
};

const KINDS: Readonly<Record<string, string>> = { '120000': 'a link, which is not followed', '160000': 'a submodule' };

/** What an entry is that is no plain file; null for a plain one. */
export const otherKind = ({ mode }: Pick<Entry, 'mode'>): string | null => KINDS[mode] ?? null;

/** The plain file at a path, or why there is none. Throws GitError. */
export const fileAt = async (repo: Repo, given: string): Promise<Entry | string> => {
  const path = indexPath(given);
  if (path === null || path === '') return 'that is no path inside the repository';
  const { entries } = await entriesBelow(repo, path, 1);
  const entry = entries.find((one) => one.path === path);
  if (!entry) return entries.length > 0 ? 'that is a folder' : 'there is no such file';
  const kind = otherKind(entry);
  return kind ? `that is ${kind}` : entry;
};
