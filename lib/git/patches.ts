import { parsePatch } from '../text/patch.ts';
import type { Hunk, RawRecord } from '../types.ts';
import { DIFF } from './manifest.ts';
import type { Repo } from './repo.ts';

/** Hunks by `hunkKey`: equal pairs of object ids have equal hunks, so a file name is never read out of a patch. */
export type Hunks = ReadonlyMap<string, readonly Hunk[]>;

export const hunkKey = (record: { readonly oldId: string; readonly newId: string }): string =>
  `${record.oldId}:${record.newId}`;

/** Options of every patch, with so many lines of context around a change. */
export const patchArgs = (context: number): readonly string[] => [
  '-p',
  '--text',
  `-U${context}`,
  '--inter-hunk-context=0',
  '--diff-algorithm=myers',
  '--indent-heuristic',
  '--src-prefix=a/',
  '--dst-prefix=b/',
  '--submodule=short',
  '--full-index',
  '-O/dev/null',
];

const PATCH = patchArgs(3);

/** Bytes of path arguments in one call; well under the smallest limit in use (128 KiB on Linux for one, 2 MiB for all). */
const ARGUMENT_BYTES = 60_000;

/** Paths in one call: git compares each with every entry of the index. */
const ARGUMENT_PATHS = 400;

/** Pairs that may be compared blob against blob, one process each. */
const SINGLE_PAIRS = 50;

const pathsOf = (record: RawRecord): string[] => (record.oldPath ? [record.oldPath, record.path] : [record.path]);

function* batches(records: readonly RawRecord[]): Generator<RawRecord[]> {
  let batch: RawRecord[] = [];
  let bytes = 0;
  for (const record of records) {
    const size = pathsOf(record).reduce((sum, path) => sum + Buffer.byteLength(path) + 1, 0);
    if (batch.length > 0 && (bytes + size > ARGUMENT_BYTES || batch.length >= ARGUMENT_PATHS)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(record);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

/** Whether a file can be named on a command line. */
export const nameable = (record: RawRecord): boolean =>
  record.pathHex === undefined && !pathsOf(record).some((path) => path.includes('\uFFFD'));

/**
 * Hunks of modified and renamed files against a tree. What a run by path does not deliver (a name that is not UTF-8,
 * another rename pairing) is compared blob against blob, fifty pairs at most. The caller sees to it that the blobs are
 * text and within the caps. Throws GitError.
 */
export const readHunks = async (repo: Repo, tree: string, records: readonly RawRecord[]): Promise<Hunks> => {
  const found = new Map<string, readonly Hunk[]>();
  const collect = async (args: readonly string[]): Promise<void> => {
    for await (const section of parsePatch(repo.git.stream(args))) found.set(hunkKey(section), section.hunks);
  };
  for (const [renames, group] of [
    ['--no-renames', records.filter((record) => record.status !== 'R')],
    ['-M', records.filter((record) => record.status === 'R')],
  ] as const)
    for (const batch of batches(group.filter(nameable)))
      await collect([...DIFF, renames, ...PATCH, tree, '--', ...batch.flatMap(pathsOf)]);
  for (const { oldId, newId } of records.filter((one) => !found.has(hunkKey(one))).slice(0, SINGLE_PAIRS))
    await collect(['diff', '--no-ext-diff', '--no-textconv', '--no-color', ...PATCH, oldId, newId]);
  return found;
};
