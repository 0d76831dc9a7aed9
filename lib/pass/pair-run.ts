import { openPairs, type PairStream } from '../git/pairs.ts';
import type { Repo } from '../git/repo.ts';
import type { RawRecord } from '../types.ts';
import type { BoundedBlobs } from './large.ts';
import { type Entry, pairReader } from './paired.ts';
import { readSides } from './read-sides.ts';
import { countVersions } from './wanted.ts';

/** A run of git over pairs, and the records that it delivers. */
export interface PairRun {
  readonly pairs: PairStream;
  readonly paired: ReadonlySet<RawRecord>;
}

/** Opens a run over modified files without those that are too large, and passes over the pairs that were read already. */
export const openRun = async (
  repo: Repo,
  modified: readonly RawRecord[],
  large: readonly RawRecord[],
  done: number,
): Promise<PairRun> => {
  const apart = new Set(large);
  const expected = modified.filter((record) => !apart.has(record));
  const pairs = openPairs(repo, large);
  for (const record of expected.slice(0, done)) await pairs.next(record);
  return { pairs, paired: new Set(expected) };
};

/** Where large files go, and how many versions of files are read at most. */
export interface Bounds {
  readonly large: BoundedBlobs;
  readonly most: number;
}

/**
 * Reads records in order, in pairs what the run delivers. Ends early where the run does, or where it is out of step; hands
 * back how many records it got through.
 */
export async function* readPaired(
  repo: Repo,
  records: readonly RawRecord[],
  { pairs, paired }: PairRun,
  { large, most }: Bounds,
): AsyncGenerator<Entry, number> {
  const others = records.filter((record) => !paired.has(record));
  const inPairs = countVersions(records) - countVersions(others);
  const sides = readSides(repo, others, large, Math.max(0, most - inPairs));
  const read = pairReader();
  try {
    for (const [i, record] of records.entries()) {
      if (!paired.has(record)) {
        yield { sides: (await sides.next()).value };
        continue;
      }
      const section = pairs.next(record);
      const entry = read(record, section instanceof Promise ? await section : section);
      if (!entry) return i;
      yield entry;
    }
  } finally {
    await sides.return(undefined);
  }
  return records.length;
}
