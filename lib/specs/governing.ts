import { readBlobs } from '../git/blobs.ts';
import type { Repo } from '../git/repo.ts';
import { decode } from '../text/lines.ts';
import { type Link, linksIn } from '../text/links.ts';
import { isPlain, listTree, type TreeEntry } from './tree.ts';

/** Where the policies of a repository stand, and the note that leads to the others. */
export const POLICIES = '.lgtm/policies/';
export const ENTRY_POINT = `${POLICIES}README.md`;

const ANYWHERE = ['AGENTS.md', 'CLAUDE.md', 'GEMINI.md'];
const NAMES = ['CONTRIBUTING', 'SECURITY', 'STYLEGUIDE', 'STYLE_GUIDE', 'HACKING', 'DEVELOPMENT'];
const ENDINGS = ['.md', '.rst', '.txt', '.adoc', ''];
const FOLDERS = ['', '.github/', 'docs/'];
const OTHERS = ['.cursorrules', '.github/copilot-instructions.md', '.gitlab/CODEOWNERS'];

/** Bytes of a document that is searched for links, documents that are reported, and folders that are looked into. */
const CAPS = { bytes: 64 * 1024, documents: 100, folders: 200 } as const;

/** How far links are followed from a document that is known by its name. */
const DEPTH = 2;

const foldersOf = (paths: readonly string[]): string[] => {
  const folders = new Set<string>();
  for (const path of paths)
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) folders.add(path.slice(0, at + 1));
  return [...folders].slice(0, CAPS.folders);
};

const namesFor = (changed: readonly string[]): string[] => [
  POLICIES.slice(0, -1),
  ...ANYWHERE,
  ...foldersOf(changed).flatMap((folder) => ANYWHERE.map((name) => folder + name)),
  ...FOLDERS.flatMap((folder) => NAMES.flatMap((name) => ENDINGS.map((ending) => folder + name + ending))),
  ...FOLDERS.map((folder) => `${folder}CODEOWNERS`),
  ...OTHERS,
];

const isDocument = ({ path }: TreeEntry): boolean => !path.startsWith(POLICIES) || path.endsWith('.md');

const linksFrom = async ({ git }: Repo, entries: readonly TreeEntry[]): Promise<Link[]> => {
  const readable = entries.filter((entry) => isPlain(entry) && /\.mdx?$/.test(entry.path));
  const pathOf = new Map(readable.map(({ id, path }) => [id, path]));
  const links: Link[] = [];
  if (readable.length === 0) return links;
  for await (const { id, bytes } of readBlobs(git, [...pathOf.keys()], CAPS.bytes))
    if (bytes) links.push(...linksIn(decode(bytes), pathOf.get(id) ?? ''));
  return links;
};

/** Policies first, their entry point before the others; then by name. */
const byRank = (a: TreeEntry, b: TreeEntry): number => {
  const rank = ({ path }: TreeEntry): number => {
    if (path === ENTRY_POINT) return 0;
    return path.startsWith(POLICIES) ? 1 : 2;
  };
  return rank(a) - rank(b) || (a.path < b.path ? -1 : 1);
};

/**
 * The documents of HEAD that say how work is done here: policies, notes for contributors, owners and assistants (also those
 * of the folders that the change is in), and the notes that they link to. Looked up by name; links are followed within the
 * repository and only to plain files. Throws GitError.
 */
export const governingDocuments = async (repo: Repo, changed: readonly string[]): Promise<string[]> => {
  const found = new Map<string, TreeEntry>();
  let next = (await listTree(repo, namesFor(changed))).filter(isDocument);
  for (let depth = 0; next.length > 0 && found.size < CAPS.documents; depth++) {
    const fresh = next.filter((entry) => isPlain(entry) && !found.has(entry.path));
    for (const entry of fresh) found.set(entry.path, entry);
    if (depth >= DEPTH) break;
    const paths = (await linksFrom(repo, fresh)).flatMap(({ path }) => (path === null ? [] : [path]));
    const wanted = [...new Set(paths)].filter((path) => !found.has(path)).slice(0, CAPS.documents);
    next = (await listTree(repo, wanted)).filter(({ path }) => wanted.includes(path));
  }
  return [...found.values()]
    .sort(byRank)
    .slice(0, CAPS.documents)
    .map(({ path }) => path);
};
