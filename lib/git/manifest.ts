import { GitError } from '../errors.ts';
import type { RawRecord } from '../types.ts';
import { parseRaw } from './raw.ts';
import type { Repo } from './repo.ts';

/** Bytes of a manifest; a million files with long names. */
const MANIFEST_LIMIT = 256 * 1024 * 1024;

/** Options of every index comparison; explicit even where plumbing ignores the setting (docs/git.md). */
export const DIFF = [
  'diff-index',
  '--cached',
  '--ita-invisible-in-index',
  '--ignore-submodules=none',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '-l1000',
] as const;

/** A file by the bytes of its name: `path` alone is lossy where they are not UTF-8. */
export const pathKey = (record: Pick<RawRecord, 'path' | 'pathHex'>): string => record.pathHex ?? record.path;

const raw = async (repo: Repo, against: string, renames: string): Promise<RawRecord[]> => {
  const args = [...DIFF, renames, '--raw', '-z', '--no-abbrev', against, '--'];
  return parseRaw((await repo.git.run(args, { limit: MANIFEST_LIMIT })).stdout);
};

/**
 * What differs between the index that git handed over and the base, renames paired. Where pairing needs a blob that a
 * partial clone does not hold, the pairs stay apart. Throws GitError on unmerged paths or a failing git.
 */
export const readManifest = async (repo: Repo): Promise<RawRecord[]> => {
  const records = await raw(repo, repo.base.tree, '-M').catch(() => raw(repo, repo.base.tree, '--no-renames'));
  if (records.some((record) => record.status === 'U')) {
    const names = records.filter((record) => record.status === 'U').map((record) => JSON.stringify(record.path));
    throw new GitError(
      `unmerged paths: ${names.slice(0, 5).join(', ')}${names.length > 5 ? ', …' : ''}`,
      'Resolve the conflicts and `git add` the files first.',
    );
  }
  return records;
};

/** What a merge itself changes, as against what it brings in. */
export interface MergeSet {
  /** Whether a path (`pathKey`) differs from every commit being merged. */
  has(path: string): boolean;
  /** For each commit being merged, what differs from it, by `pathKey`. */
  readonly parents: readonly {
    readonly commit: string;
    readonly records: ReadonlyMap<string, RawRecord>;
  }[];
}

/** Compares the index with every commit being merged; null outside a merge, where every path is new. Throws GitError. */
export const readMergeSet = async (repo: Repo): Promise<MergeSet | null> => {
  if (repo.base.mergeHeads.length === 0) return null;
  const parents = await Promise.all(
    repo.base.mergeHeads.map(async (commit) => ({
      commit,
      records: new Map((await raw(repo, commit, '--no-renames')).map((record) => [pathKey(record), record])),
    })),
  );
  return { parents, has: (path) => parents.every(({ records }) => records.has(path)) };
};
