import { closeSync, constants, type Dirent, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../errors.ts';
import { decode } from '../text/lines.ts';
import { MOST_POLICIES, type PolicyPlaces } from './policy-places.ts';
import { POLICY_BYTES, type PolicyText } from './policy-texts.ts';

/** A policy in the work tree: its path from the top level, and its text or why it cannot be had. */
export type LoosePolicy = { readonly path: string } & PolicyText;

/** Entries that are walked over, and how deep. */
const CAPS = { entries: 20_000, depth: 12 } as const;

/** Neither follows a link nor waits for somebody to write into a pipe. */
const HOW = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

const contentOf = (handle: number, path: string): PolicyText => {
  const found = fstatSync(handle);
  if (!found.isFile()) return { fault: `${path} is no plain file` };
  if (found.size > POLICY_BYTES) return { fault: `${path}: larger than ${POLICY_BYTES / 1024} KiB` };
  const bytes = Buffer.alloc(found.size);
  return { text: decode(bytes.subarray(0, readSync(handle, bytes, 0, found.size, 0))) };
};

const readLoose = (root: string, path: string): PolicyText => {
  let handle: number | null = null;
  try {
    handle = openSync(join(root, path), HOW);
    return contentOf(handle, path);
  } catch (error) {
    return { fault: `${path}: ${messageOf(error)}` };
  } finally {
    if (handle !== null) closeSync(handle);
  }
};

const entriesOf = (root: string, folder: string): Dirent[] => {
  try {
    return readdirSync(join(root, folder), { withFileTypes: true });
  } catch {
    return [];
  }
};

interface Walk {
  readonly root: string;
  readonly matches: (path: string) => boolean;
  readonly found: LoosePolicy[];
  left: number;
}

const KIND: readonly (readonly [(entry: Dirent) => boolean, string])[] = [
  [(entry) => entry.isSymbolicLink(), 'is a link; links are not followed'],
  [(entry) => !entry.isFile(), 'is no plain file'],
];

const visit = (walk: Walk, path: string, entry: Dirent): void => {
  if (!walk.matches(path)) return;
  const fault = KIND.find(([is]) => is(entry))?.[1];
  const text = fault === undefined ? readLoose(walk.root, path) : { fault: `${path} ${fault}` };
  walk.found.push({ path, ...text });
};

const walkFolder = (walk: Walk, folder: string, depth: number): void => {
  for (const entry of entriesOf(walk.root, folder)) {
    if (walk.left-- <= 0) return;
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (!entry.isDirectory()) visit(walk, path, entry);
    else if (depth < CAPS.depth && entry.name !== '.git' && entry.name !== 'node_modules')
      walkFolder(walk, path, depth + 1);
  }
};

/** True where a folder on the way is a link: what lies behind it is not the repository's. */
const leadsAway = (root: string, folder: string): boolean =>
  folder
    .split('/')
    .some((name, i, parts) =>
      entriesOf(root, parts.slice(0, i).join('/')).some((entry) => entry.name === name && entry.isSymbolicLink()),
    );

/**
 * Policies as they stand in the work tree, for their author to try: links, pipes and what is too large are named and never
 * read. A commit is reviewed with what git holds instead.
 */
export const readLoosePolicies = (root: string, { folders, matches }: PolicyPlaces): LoosePolicy[] => {
  const walk: Walk = { root, matches, found: [], left: CAPS.entries };
  for (const folder of folders) {
    if (leadsAway(root, folder))
      walk.found.push({ path: folder, fault: `${folder} is a link; links are not followed` });
    else walkFolder(walk, folder, 0);
  }
  return walk.found.sort((a, b) => (a.path < b.path ? -1 : 1)).slice(0, MOST_POLICIES);
};
