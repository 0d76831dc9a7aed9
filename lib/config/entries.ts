import type { Repo } from '../git/repo.ts';
import type { RawRecord } from '../types.ts';

/** Object ids of a file in HEAD and in the index; null where it is absent. */
export interface Place {
  readonly path: string;
  readonly head: string | null;
  readonly index: string | null;
  /** False where one of the two is a link or a submodule. */
  readonly isPlain: boolean;
}

/** What is looked for: a name at any depth, and paths from the top level. */
export interface Sought {
  readonly name: string;
  readonly files: readonly string[];
}

interface Entry {
  readonly mode: string;
  readonly id: string;
}

const NOTHING = /^0+$/;

/** The empty blob: what `git add --intent-to-add` puts into the index, where nothing is staged yet. */
const EMPTY = new Set([
  'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391',
  '473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813',
]);

const listed = (output: string): Map<string, Entry> => {
  const found = new Map<string, Entry>();
  for (const record of output.split('\0').filter(Boolean)) {
    const [, mode = '', id = '', path = ''] = /^(\d+) ([0-9a-f]+) \d\t([\s\S]*)$/.exec(record) ?? [];
    found.set(path, { mode, id });
  }
  return found;
};

/** Entries that are only announced: empty, not in HEAD, and no part of the change. */
const announced = async (repo: Repo, index: ReadonlyMap<string, Entry>, changed: Set<string>): Promise<string[]> => {
  const paths = [...index].filter(([path, { id }]) => EMPTY.has(id) && !changed.has(path)).map(([path]) => path);
  if (paths.length === 0) return [];
  const held = await repo.git.text(['ls-tree', '-z', '--name-only', repo.base.head ?? repo.base.tree, '--', ...paths]);
  return paths.filter((path) => !held.split('\0').includes(path));
};

/** What HEAD holds of the files sought: the index's entries, but for those that the change names. */
const headOf = (
  index: ReadonlyMap<string, Entry>,
  records: readonly RawRecord[],
  isSought: (path: string) => boolean,
): Map<string, Entry> => {
  const head = new Map(index);
  for (const { path, oldPath, status, oldMode, oldId } of records) {
    const old = { mode: oldMode, id: oldId };
    if (isSought(path)) head.set(path, status === 'R' ? { mode: '000000', id: '0' } : old);
    if (oldPath !== undefined && isSought(oldPath)) head.set(oldPath, old);
  }
  return head;
};

const isThere = (entry: Entry | undefined): entry is Entry => entry !== undefined && !NOTHING.test(entry.id);

/**
 * Finds files in the index, with one git process, and in HEAD: what the change does not name is there as in the index.
 * `records` are the differences between the two. Throws GitError.
 */
export const listEntries = async (
  repo: Repo,
  records: readonly RawRecord[],
  { name, files }: Sought,
): Promise<Place[]> => {
  const patterns = [`:(glob)**/${name}`, ...files.map((file) => `:(literal)${file}`)];
  const index = listed(await repo.git.text(['ls-files', '-s', '-z', '--', ...patterns], { magic: true }));
  const isSought = (path: string): boolean => path === name || path.endsWith(`/${name}`) || files.includes(path);
  for (const path of await announced(repo, index, new Set(records.map((record) => record.path)))) index.delete(path);
  const head = headOf(index, records, isSought);
  return [...new Set([...index.keys(), ...head.keys()])].sort().map((path) => {
    const entries = [head.get(path), index.get(path)].filter(isThere);
    const idOf = (entry: Entry | undefined): string | null => (isThere(entry) ? entry.id : null);
    return {
      path,
      head: idOf(head.get(path)),
      index: idOf(index.get(path)),
      isPlain: entries.every(({ mode }) => mode.startsWith('100')),
    };
  });
};
