import { readSizes } from '../git/blobs.ts';
import type { MergeSet } from '../git/manifest.ts';
import { hunkKey, readHunks } from '../git/patches.ts';
import type { Repo } from '../git/repo.ts';
import type { Hunk, HunkLine, Line, RawRecord, StagedFile } from '../types.ts';
import { pick } from './compared.ts';
import { HELD_BYTES } from './read-sides.ts';

/** Files of one merge that are compared with its other parents, line by line. */
const COMPARED = 1500;

/** What one parent of a merge says of a file: the hunks against it, or null where every line is new to it. */
type Against = readonly Hunk[] | null;

/** What the other parents say of each file that a merge itself changes, by `pathKey`. */
export type OtherParents = ReadonlyMap<string, readonly Against[]>;

const comparable = (sizes: ReadonlyMap<string, number>, { status, oldId, newId }: RawRecord): boolean =>
  status === 'M' && oldId !== newId && [oldId, newId].every((id) => (sizes.get(id) ?? Infinity) <= HELD_BYTES);

/** Compares files with the commits being merged. Files that cannot be compared count as new. Throws GitError. */
export const readOtherParents = async (repo: Repo, set: MergeSet, keys: readonly string[]): Promise<OtherParents> => {
  const named = keys.slice(0, COMPARED);
  const found = new Map<string, Against[]>(named.map((key) => [key, []]));
  for (const { commit, records } of set.parents) {
    const own = named.flatMap((key) => records.get(key) ?? []);
    const sizes = await readSizes(repo.git, [...new Set(own.flatMap(({ oldId, newId }) => [oldId, newId]))]);
    const hunks = await readHunks(
      repo,
      commit,
      own.filter((record) => comparable(sizes, record)),
    );
    for (const [key, against] of found) {
      const record = records.get(key);
      against.push((record && hunks.get(hunkKey(record))) ?? null);
    }
  }
  return found;
};

/** Takes each text as often as `others` hold it. */
const common = (lines: readonly Line[], others: readonly Line[]): Line[] => {
  const left = new Map<string, number>();
  for (const { text } of others) left.set(text, (left.get(text) ?? 0) + 1);
  return lines.filter(({ text }) => {
    const count = left.get(text) ?? 0;
    if (count > 0) left.set(text, count - 1);
    return count > 0;
  });
};

/** Lines that came from another parent are context in the merge, and those that it had removed already are no part of it. */
const narrow = (hunk: Hunk, added: ReadonlySet<number>, removed: ReadonlySet<number>): Hunk => ({
  ...hunk,
  lines: hunk.lines.flatMap((line): HunkLine[] => {
    if (line.kind === 'add' && !added.has(line.line)) return [{ ...line, kind: 'context' }];
    return line.kind === 'del' && !removed.has(line.line) ? [] : [line];
  }),
});

const numbers = (lines: readonly Line[]): ReadonlySet<number> => new Set(lines.map(({ line }) => line));

/** Leaves of a file in a merge what is new to every parent: the rest was reviewed when it was committed. Pure. */
export const newToAll = (file: StagedFile, others: readonly Against[]): StagedFile => {
  const known = others.filter((against) => against !== null);
  if (known.length === 0) return file;
  let { addedLines, removedLines } = file;
  for (const hunks of known) {
    const fresh = numbers(pick(hunks, 'add'));
    addedLines = addedLines.filter(({ line }) => fresh.has(line));
    removedLines = common(removedLines, pick(hunks, 'del'));
  }
  const [added, removed] = [numbers(addedLines), numbers(removedLines)];
  const hunks = file.hunks
    .map((hunk) => narrow(hunk, added, removed))
    .filter(({ lines }) => lines.some(({ kind }) => kind !== 'context'));
  return { ...file, added: addedLines.length, deleted: removedLines.length, addedLines, removedLines, hunks };
};
