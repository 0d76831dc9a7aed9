import type { Repo } from '../git/repo.ts';
import type { RawRecord } from '../types.ts';
import { ENTRY_POINT, POLICIES } from './governing.ts';
import { followLinks, type Linked } from './policy-links.ts';
import { isPlain, listTree, type TreeEntry } from './tree.ts';

/** Policies of one repository; what lies beyond is counted and left out. */
export const MOST_POLICIES = 500;

/** Where policies are looked for: folders of the tree, and which of the files below them are meant. */
export interface PolicyPlaces {
  readonly folders: readonly string[];
  readonly matches: (path: string) => boolean;
}

export const DEFAULT_GLOB = `${POLICIES}**/*.md`;

/** The folders in front of the first wild card. */
const folderOf = (glob: string): string => {
  const fixed = glob.replace(/^\//, '').replace(/[*?[{(!+@].*$/, '');
  return fixed.slice(0, Math.max(0, fixed.lastIndexOf('/')));
};

const byDefault = (path: string): boolean => path.startsWith(POLICIES) && path.endsWith('.md');

/** Reads the globs of the configuration; the glob library is loaded only for others than the default. */
export const policyPlaces = async (globs: readonly string[]): Promise<PolicyPlaces> => {
  const others = globs.filter((glob) => glob !== DEFAULT_GLOB);
  const folders = [...new Set(globs.map(folderOf))];
  if (others.length === 0) return { folders, matches: (path) => globs.length > 0 && byDefault(path) };
  const { matcher } = await import('../text/glob.ts');
  return { folders, matches: matcher(globs) };
};

/** Policies as HEAD holds them and as this commit stages them. */
export interface PolicyEntries {
  readonly head: readonly TreeEntry[];
  readonly staged: readonly TreeEntry[];
  /** Policies of HEAD that this commit removes, and the earlier path of each that it renames, by the new one. */
  readonly removed: readonly string[];
  readonly renamed: ReadonlyMap<string, string>;
  /** How many lie beyond the cap. */
  readonly beyond: number;
  readonly linked: Linked;
}

const NOTHING = /^0+$/;

const stagedOf = (records: readonly RawRecord[], isPolicy: (path: string) => boolean): TreeEntry[] =>
  records
    .filter(({ path, newId, status }) => status !== 'D' && !NOTHING.test(newId) && isPolicy(path))
    .map(({ path, newMode, newId }) => ({ path, mode: newMode, id: newId }));

const byPath = (a: TreeEntry, b: TreeEntry): number => (a.path < b.path ? -1 : 1);

/** A policy, or what stands in the place of their folder and is none. */
const isMeant = (entry: TreeEntry, { matches, folders }: PolicyPlaces): boolean =>
  matches(entry.path) || (folders.includes(entry.path) && !isPlain(entry));

/** Finds the policies of a repository, in HEAD's tree and in what is staged. Throws GitError. */
export const listPolicies = async (
  repo: Repo,
  places: PolicyPlaces,
  records: readonly RawRecord[],
): Promise<PolicyEntries> => {
  const own = (await listTree(repo, places.folders)).filter((entry) => isMeant(entry, places)).sort(byPath);
  const entry = own.find(({ path }) => path === ENTRY_POINT);
  const found = new Set(own.map(({ path }) => path));
  const linked = await followLinks(repo, entry, (path) => found.has(path));
  const head = [...own, ...linked.entries];
  const known = new Set(head.map(({ path }) => path));
  const renamed = records.flatMap(({ path, oldPath }): [string, string][] =>
    oldPath !== undefined && known.has(oldPath) ? [[path, oldPath]] : [],
  );
  const staged = stagedOf(records, (path) => known.has(path) || places.matches(path)).sort(byPath);
  return {
    head: head.slice(0, MOST_POLICIES),
    staged: staged.slice(0, MOST_POLICIES),
    removed: records.filter(({ status, path }) => status === 'D' && known.has(path)).map(({ path }) => path),
    renamed: new Map(renamed),
    beyond: Math.max(0, head.length - MOST_POLICIES, staged.length - MOST_POLICIES),
    linked,
  };
};
