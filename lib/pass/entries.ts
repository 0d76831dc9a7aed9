import { readSizes } from '../git/blobs.ts';
import { openPairs } from '../git/pairs.ts';
import { nameable } from '../git/patches.ts';
import type { Repo } from '../git/repo.ts';
import type { FullSection } from '../text/full-patch.ts';
import type { RawRecord } from '../types.ts';
import type { BoundedBlobs } from './large.ts';
import { type Entry, pairReader } from './paired.ts';
import { HELD_BYTES, idsOf, READ_BLOBS, readSides } from './read-sides.ts';

/** Modified files that are read and compared one by one; beyond, one run of git delivers them all. */
export const BY_PATH = 300;

const isModified = (record: RawRecord): boolean => record.status === 'M' && record.oldId !== record.newId;

const versions = (records: readonly RawRecord[]): number => records.reduce((sum, one) => sum + idsOf(one).length, 0);

/** Modified files within the cap on versions that are read. */
const modifiedIn = (records: readonly RawRecord[]): RawRecord[] => {
  let count = 0;
  return records.filter((record) => {
    count += idsOf(record).length;
    return count <= READ_BLOBS && isModified(record);
  });
};

/** Modified files that git must be kept from comparing in one run with the others; null where they cannot be named. */
const tooLarge = async (repo: Repo, modified: readonly RawRecord[]): Promise<RawRecord[] | null> => {
  const sizes = await readSizes(repo.git, [...new Set(modified.flatMap(({ oldId, newId }) => [oldId, newId]))]);
  const large = modified.filter((record) =>
    [record.oldId, record.newId].some((id) => (sizes.get(id) ?? 0) > HELD_BYTES),
  );
  return large.every(nameable) && large.length <= BY_PATH ? large : null;
};

/** Records in pairs where one run delivers them, the others one by one. */
interface Division {
  readonly paired: ReadonlySet<RawRecord>;
  /** Modified files that are kept out of the run. */
  readonly large: readonly RawRecord[];
}

const divide = async (repo: Repo, records: readonly RawRecord[]): Promise<Division | null> => {
  const modified = modifiedIn(records);
  const large = modified.length > BY_PATH ? await tooLarge(repo, modified) : null;
  if (!large) return null;
  const apart = new Set(large);
  return { paired: new Set(modified.filter((record) => !apart.has(record))), large };
};

/** Reads until the run over pairs ends or is out of step; hands back how many records it got through. */
async function* readDivided(
  repo: Repo,
  records: readonly RawRecord[],
  large: BoundedBlobs,
  division: Division,
): AsyncGenerator<Entry, number> {
  const { paired } = division;
  const pairs = openPairs(repo, [...paired], division.large);
  const others = records.filter((record) => !paired.has(record));
  const sides = readSides(repo, others, large, READ_BLOBS - versions([...paired]));
  const read = pairReader();
  try {
    for (const [i, record] of records.entries()) {
      if (!paired.has(record)) {
        const { value } = await sides.next();
        yield { sides: value };
        continue;
      }
      const section: FullSection | null | Promise<FullSection | null> = pairs.next();
      const entry = read(record, section instanceof Promise ? await section : section);
      if (!entry) return i;
      yield entry;
    }
  } finally {
    await pairs.close();
    await sides.return(undefined);
  }
  return records.length;
}

/**
 * Both sides of every record, in order. Where many files are modified, one run of git delivers both versions of each and what
 * differs; what it does not deliver is read by object id, like everything else. Throws GitError.
 */
export async function* readEntries(
  repo: Repo,
  records: readonly RawRecord[],
  large: BoundedBlobs,
): AsyncGenerator<Entry> {
  const division = await divide(repo, records);
  const done = division ? yield* readDivided(repo, records, large, division) : 0;
  const most = READ_BLOBS - versions(records.slice(0, done));
  for await (const sides of readSides(repo, records.slice(done), large, Math.max(0, most))) yield { sides };
}
