import type { Repo } from '../git/repo.ts';

/** An entry of a tree: a file, a link (mode 120000) or a submodule (160000). */
export interface TreeEntry {
  readonly mode: string;
  readonly id: string;
  readonly path: string;
}

/** A file that may be read: neither a link, whose target could be anywhere, nor a submodule. */
export const isPlain = ({ mode }: Pick<TreeEntry, 'mode'>): boolean => mode.startsWith('100');

/** Paths that one call of git is given; the rest is left to the next. */
const AT_ONCE = 400;

const ENTRY = /^(\d{6}) \w+ ([0-9a-f]{40,64})\t([\s\S]+)$/;

const listed = (output: string): TreeEntry[] =>
  output.split('\0').flatMap((record) => {
    const [, mode, id, path] = ENTRY.exec(record) ?? [];
    return mode && id && path ? [{ mode, id, path }] : [];
  });

/**
 * Entries of HEAD's tree at these paths, folders with everything below; the whole tree where a path is empty. Nothing on an
 * unborn branch. Reads no work tree. Throws GitError.
 */
export const listTree = async ({ git, base }: Repo, paths: readonly string[]): Promise<TreeEntry[]> => {
  if (base.head === null || paths.length === 0) return [];
  const whole = paths.includes('');
  const entries: TreeEntry[] = [];
  for (let at = 0; at < (whole ? 1 : paths.length); at += AT_ONCE) {
    const some = whole ? [] : paths.slice(at, at + AT_ONCE);
    entries.push(...listed(await git.text(['ls-tree', '-r', '-z', '--full-tree', base.head, '--', ...some])));
  }
  return entries;
};
