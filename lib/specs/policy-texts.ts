import { readBlobs } from '../git/blobs.ts';
import type { Repo } from '../git/repo.ts';
import { decode } from '../text/lines.ts';
import { isPlain, type TreeEntry } from './tree.ts';

/** Bytes of one policy. */
export const POLICY_BYTES = 64 * 1024;

/** The text of a policy, or why it cannot be had. */
export type PolicyText = { readonly text: string } | { readonly fault: string };

const KINDS: Readonly<Record<string, string>> = {
  '120000': 'is a link; links are not followed',
  '160000': 'is a submodule',
};

const unfit = ({ mode, path }: TreeEntry): PolicyText => ({ fault: `${path} ${KINDS[mode] ?? 'is no plain file'}` });

/**
 * Reads policies by object id, out of git's object store and never out of the work tree: a link, a pipe or a file that changes
 * meanwhile cannot get in between. Throws GitError.
 */
export const readPolicyTexts = async (
  { git }: Repo,
  entries: readonly TreeEntry[],
): Promise<ReadonlyMap<TreeEntry, PolicyText>> => {
  const plain = entries.filter(isPlain);
  const byId = new Map<string, string | null>();
  const ids = [...new Set(plain.map(({ id }) => id))];
  if (ids.length > 0)
    for await (const { id, bytes } of readBlobs(git, ids, POLICY_BYTES)) byId.set(id, bytes && decode(bytes));
  const textOf = ({ id, path }: TreeEntry): PolicyText => {
    const text = byId.get(id);
    if (typeof text === 'string') return { text };
    return text === null
      ? { fault: `${path}: larger than ${POLICY_BYTES / 1024} KiB` }
      : { fault: `${path}: this clone does not hold its content` };
  };
  return new Map(entries.map((entry) => [entry, isPlain(entry) ? textOf(entry) : unfit(entry)]));
};
