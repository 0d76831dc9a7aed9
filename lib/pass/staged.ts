import { type Hunks, hunkKey, readHunks } from '../git/patches.ts';
import type { Repo } from '../git/repo.ts';
import type { RawRecord, StagedFile } from '../types.ts';
import { assemble, compares } from './compare.ts';
import { BY_PATH, readEntries } from './entries.ts';
import type { LargeBlobs } from './large.ts';
import type { Entry } from './paired.ts';
import { lookedAt } from './read-sides.ts';

export type { LargeBlobs } from './large.ts';

/** Files that wait to be compared in one call. */
const BATCH = { files: 400, characters: 2 * 1024 * 1024 } as const;

/** Renamed files that git compares line by line; the rest is compared by what its lines are, and listed. */
const RENAMED = 1000;

/** What a reader of the staged change asks for besides the files. */
export interface ReadOptions {
  readonly large?: LargeBlobs;
  /** Whether hunks of a further new file can be held; asked before they are made. */
  readonly room?: () => boolean;
}

const NO_HUNKS: Hunks = new Map();

/** Whether git has yet to compare the two sides. */
const waits = ({ sides, hunks }: Entry): boolean => !hunks && compares(sides);

const weight = ({ sides: { old, next } }: Entry): number => (old?.text?.length ?? 0) + (next?.text?.length ?? 0);

/** Compares files by their names, as many of either kind as the caps allow in all. */
const comparer = (repo: Repo) => {
  const left = { modified: BY_PATH, renamed: RENAMED };
  return async (entries: readonly Entry[]): Promise<Hunks> => {
    const records = entries.filter(waits).map(({ sides }) => sides.record);
    const renamed = records.filter(({ status }) => status === 'R').slice(0, left.renamed);
    const modified = records.filter(({ status }) => status === 'M').slice(0, left.modified);
    left.renamed -= renamed.length;
    left.modified -= modified.length;
    const named = [...modified, ...renamed];
    return named.length > 0 ? readHunks(repo, repo.base.tree, named) : NO_HUNKS;
  };
};

/**
 * Reads the staged files in the order of the manifest: blobs by object id, hunks from git, nothing from the work tree.
 * At most a few megabytes are in memory at a time; what is larger goes to `large` in pieces. Throws GitError.
 */
export async function* readFiles(
  repo: Repo,
  records: readonly RawRecord[],
  { large, room = () => true }: ReadOptions = {},
): AsyncGenerator<StagedFile> {
  const compareAll = comparer(repo);
  let waiting: Entry[] = [];
  let held = 0;
  const finish = async (): Promise<StagedFile[]> => {
    const found = await compareAll(waiting);
    const files = waiting.map(({ sides, hunks }) => assemble(sides, hunks ?? found.get(hunkKey(sides.record)), room));
    waiting = [];
    held = 0;
    return files;
  };
  for await (const entry of readEntries(repo, records, lookedAt(large))) {
    if (waiting.length === 0 && !waits(entry)) {
      yield assemble(entry.sides, entry.hunks, room);
      continue;
    }
    waiting.push(entry);
    held += weight(entry);
    if (waiting.length >= BATCH.files || held >= BATCH.characters) yield* await finish();
  }
  yield* await finish();
}
