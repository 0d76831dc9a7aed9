import { readSizes } from '../git/blobs.ts';
import { type Hunks, nameable, openHunks, readHunks } from '../git/patches.ts';
import type { Repo } from '../git/repo.ts';
import type { RawRecord, StagedFile } from '../types.ts';
import { assemble, compares } from './compare.ts';
import type { Sides } from './compared.ts';
import type { LargeBlobs } from './large.ts';
import { HELD_BYTES, readSides } from './read-sides.ts';

export type { LargeBlobs } from './large.ts';

/** Files that wait to be compared in one call; few where nothing is gained by more. */
const BATCH = { byPath: 400, streamed: 32, characters: 2 * 1024 * 1024 } as const;

/** Modified files that are named to git one by one; beyond, one run compares them all. */
const BY_PATH = 300;

/** Changed files that git compares line by line; the rest is compared by what its lines are, and listed. */
const COMPARED = { modified: 5000, renamed: 1000 } as const;

/** What a reader of the staged change asks for besides the files. */
export interface ReadOptions {
  readonly large?: LargeBlobs;
  /** Whether hunks of a further new file can be held; asked before they are made. */
  readonly room?: () => boolean;
}

/** Compares batches of files, which come in the order of the manifest. */
interface Comparer {
  /** Files in one batch. */
  readonly batch: number;
  read(sides: readonly Sides[]): Promise<Hunks>;
  close(): Promise<void>;
}

const isModified = (record: RawRecord): boolean => record.status === 'M' && record.oldId !== record.newId;

/** Modified files that git must be kept from comparing in one run with the others; null where they cannot be named. */
const tooLarge = async (repo: Repo, modified: readonly RawRecord[]): Promise<RawRecord[] | null> => {
  const sizes = await readSizes(repo.git, [...new Set(modified.flatMap(({ oldId, newId }) => [oldId, newId]))]);
  const large = modified.filter((record) =>
    [record.oldId, record.newId].some((id) => (sizes.get(id) ?? 0) > HELD_BYTES),
  );
  return large.every(nameable) && large.length <= BY_PATH ? large : null;
};

const recordsOf = (sides: readonly Sides[], status: 'M' | 'R'): RawRecord[] =>
  sides.flatMap(({ record }) => (record.status === status ? [record] : []));

const openComparer = async (repo: Repo, records: readonly RawRecord[]): Promise<Comparer> => {
  const modified = records.filter(isModified);
  const many = modified.length > BY_PATH;
  const expected = modified.slice(0, COMPARED.modified);
  const large = many ? await tooLarge(repo, expected) : null;
  const stream = large ? openHunks(repo, expected, large) : null;
  const left = { modified: BY_PATH, renamed: COMPARED.renamed as number };

  const read = async (batch: readonly Sides[]): Promise<Hunks> => {
    const renamed = recordsOf(batch, 'R').slice(0, left.renamed);
    const byPath = stream ? [] : recordsOf(batch, 'M').slice(0, left.modified);
    left.renamed -= renamed.length;
    left.modified -= byPath.length;
    const [streamed, named] = [await stream?.read(recordsOf(batch, 'M')), [...byPath, ...renamed]];
    const found = named.length > 0 ? await readHunks(repo, repo.base.tree, named) : new Map();
    return streamed ? new Map([...streamed, ...found]) : found;
  };

  return { batch: stream ? BATCH.streamed : BATCH.byPath, read, close: async () => stream?.close() };
};

const NO_HUNKS: Hunks = new Map();

const weight = ({ old, next }: Sides): number => (old?.text?.length ?? 0) + (next?.text?.length ?? 0);

/**
 * Reads the staged files in the order of the manifest: blobs by object id, hunks from git, nothing from the work tree.
 * At most a few megabytes are in memory at a time; what is larger goes to `large` in pieces. Throws GitError.
 */
export async function* readFiles(
  repo: Repo,
  records: readonly RawRecord[],
  { large, room = () => true }: ReadOptions = {},
): AsyncGenerator<StagedFile> {
  const comparer = await openComparer(repo, records);
  let waiting: Sides[] = [];
  let held = 0;
  const finish = async (): Promise<StagedFile[]> => {
    const compared = waiting.filter(compares);
    const hunks = compared.length > 0 ? await comparer.read(compared) : NO_HUNKS;
    const files = waiting.map((sides) => assemble(sides, hunks, room));
    waiting = [];
    held = 0;
    return files;
  };
  try {
    for await (const sides of readSides(repo, records, large)) {
      if (waiting.length === 0 && !compares(sides)) {
        yield assemble(sides, NO_HUNKS, room);
        continue;
      }
      waiting.push(sides);
      held += weight(sides);
      if (waiting.length >= comparer.batch || held >= BATCH.characters) yield* await finish();
    }
    yield* await finish();
  } finally {
    await comparer.close();
  }
}
