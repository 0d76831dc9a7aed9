import { readBlobs } from '../git/blobs.ts';
import type { Repo } from '../git/repo.ts';
import { decode } from '../text/lines.ts';
import { type Link, linksIn } from '../text/links.ts';
import { ENTRY_POINT } from './governing.ts';
import type { Hint } from './policy-read.ts';
import { POLICY_BYTES } from './policy-texts.ts';
import { isPlain, listTree, type TreeEntry } from './tree.ts';

/** Links of the entry point that are followed. */
const MOST_LINKS = 200;

/** What the entry point of the policies leads to. */
export interface Linked {
  readonly entries: readonly TreeEntry[];
  readonly faults: readonly string[];
  readonly hints: readonly Hint[];
}

const NOTHING: Linked = { entries: [], faults: [], hints: [] };

const linksOf = async ({ git }: Repo, entry: TreeEntry): Promise<Link[]> => {
  for await (const { bytes } of readBlobs(git, [entry.id], POLICY_BYTES))
    return bytes ? linksIn(decode(bytes), entry.path).slice(0, MOST_LINKS) : [];
  return [];
};

const outside = ({ target, line }: Link): string =>
  `${ENTRY_POINT}:${line}: ${target} lies outside of the repository and is not followed`;

/**
 * Follows the links of HEAD's entry point to other notes, within the repository alone; `known` are paths that were found
 * without it. Throws GitError.
 */
export const followLinks = async (
  repo: Repo,
  entry: TreeEntry | undefined,
  known: (path: string) => boolean,
): Promise<Linked> => {
  if (!entry || !isPlain(entry)) return NOTHING;
  const links = await linksOf(repo, entry);
  const faults = links.filter(({ path }) => path === null).map(outside);
  const wanted = links.flatMap(({ path }) => (path === null || known(path) ? [] : [path]));
  const found = wanted.length === 0 ? [] : await listTree(repo, [...new Set(wanted)]);
  const entries = found.filter(({ path }) => wanted.includes(path));
  const dead = wanted.filter((path) => !entries.some((one) => one.path === path));
  const hints = dead.map((path) => ({
    file: ENTRY_POINT,
    text: `${ENTRY_POINT} links to ${path}, which HEAD does not hold`,
  }));
  return { entries, faults, hints };
};
