import { readSizes } from '../git/blobs.ts';
import { nameable } from '../git/patches.ts';
import type { Repo } from '../git/repo.ts';
import type { RawRecord } from '../types.ts';
import type { BoundedBlobs } from './large.ts';
import { openRun, readPaired } from './pair-run.ts';
import type { Entry } from './paired.ts';
import { HELD_BYTES, readSides } from './read-sides.ts';
import { countVersions, modifiedIn, READ_BLOBS } from './wanted.ts';

/** Modified files that are read and compared one by one; beyond, one run of git delivers them all. */
export const BY_PATH = 300;

/** Modified files whose sizes are asked for apart, so that reading them need not wait for the sizes of all. */
const FIRST = 1000;

/** Modified files that git must be kept from comparing in one run with the others; null where they cannot be named. */
const tooLarge = async (repo: Repo, modified: readonly RawRecord[]): Promise<RawRecord[] | null> => {
  const sizes = await readSizes(repo.git, [...new Set(modified.flatMap(({ oldId, newId }) => [oldId, newId]))]);
  const large = modified.filter((record) =>
    [record.oldId, record.newId].some((id) => (sizes.get(id) ?? 0) > HELD_BYTES),
  );
  return large.every(nameable) && large.length <= BY_PATH ? large : null;
};

/** Versions that may be read behind some records. */
const leftBehind = (records: readonly RawRecord[]): number => Math.max(0, READ_BLOBS - countVersions(records));

/** Reads as far as runs over pairs come; hands back how many records that are. */
async function* readInPairs(
  repo: Repo,
  records: readonly RawRecord[],
  modified: readonly RawRecord[],
  large: BoundedBlobs,
): AsyncGenerator<Entry, number> {
  const [first, others] = [modified.slice(0, FIRST), modified.slice(FIRST)];
  const apart = await tooLarge(repo, first);
  if (!apart) return 0;
  const sizesOfOthers = tooLarge(repo, others);
  // Looked at when its turn comes.
  sizesOfOthers.catch(() => undefined);
  let run = await openRun(repo, modified, apart, 0);
  try {
    const end = others.length > 0 ? records.indexOf(first.at(-1) as RawRecord) + 1 : records.length;
    const done = yield* readPaired(repo, records.slice(0, end), run, { large, most: READ_BLOBS });
    const more = done === end ? await sizesOfOthers : null;
    if (!more) return done;
    if (more.length > 0) {
      await run.pairs.close();
      run = await openRun(repo, modified, [...apart, ...more], first.length - apart.length);
    }
    const most = leftBehind(records.slice(0, end));
    return end + (yield* readPaired(repo, records.slice(end), run, { large, most }));
  } finally {
    await run.pairs.close();
  }
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
  const modified = modifiedIn(records);
  const done = modified.length > BY_PATH ? yield* readInPairs(repo, records, modified, large) : 0;
  for await (const sides of readSides(repo, records.slice(done), large, leftBehind(records.slice(0, done))))
    yield { sides };
}
