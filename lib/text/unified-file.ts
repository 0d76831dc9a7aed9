import type { Hunk, Status } from '../types.ts';
import { type Cursor, refuse, takeHunks } from './unified-hunk.ts';
import { headerNames, isPlainPath, nameIn, pathOf } from './unified-names.ts';

/** One file of a unified diff. */
export interface DiffFile {
  readonly path: string;
  /** Where it was before, if it was renamed. */
  readonly oldPath?: string;
  readonly status: Extract<Status, 'A' | 'M' | 'D' | 'R' | 'T'>;
  readonly oldMode: string;
  readonly newMode: string;
  readonly hunks: readonly Hunk[];
  /** The diff says that the content differs, and does not show it. */
  readonly isHidden: boolean;
}

const ABSENT = '000000';
const FILE = '100644';

/** How git introduces a file. */
export const GIT = 'diff --git ';

/** What the lines between `diff --git` and the first hunk say, by their first words. */
type Extended = Map<string, string>;

const EXTENDED =
  /^(old mode|new mode|deleted file mode|new file mode|copy from|copy to|rename from|rename to|similarity index|dissimilarity index|index) (.*)$/;

const HIDDEN = /^(?:Binary files .* differ|GIT binary patch)$/;

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);

/** The line that is read next, without a carriage return. */
export const here = ({ lines, at }: Cursor): string => withoutReturn(lines[at] ?? '');

const takeExtended = (cursor: Cursor): Extended => {
  const found: Extended = new Map();
  for (let match = EXTENDED.exec(here(cursor)); match; match = EXTENDED.exec(here(cursor))) {
    found.set(match[1] ?? '', match[2] ?? '');
    cursor.at++;
  }
  return found;
};

/** Whether two names follow, with which a file begins that git's own header does not introduce. */
export const isNamed = ({ lines, at }: Cursor): boolean =>
  (lines[at]?.startsWith('--- ') && lines[at + 1]?.startsWith('+++ ')) ?? false;

/** The two names in front of the hunks; null where there are none. */
const takeNames = (cursor: Cursor): readonly [string, string] | null => {
  if (!isNamed(cursor)) return null;
  const [old, next] = [nameIn(here(cursor).slice(4)), nameIn(here({ ...cursor, at: cursor.at + 1 }).slice(4))];
  if (old === null || next === null) return refuse(cursor.at, 'this name cannot be read');
  cursor.at += 2;
  return [old, next];
};

/** Steps over the content of a binary file, which is of no use without what it is applied to. */
const takeHidden = (cursor: Cursor): boolean => {
  if (!HIDDEN.test(here(cursor))) return false;
  while (cursor.at < cursor.lines.length && !/^(?:diff |-- $)/.test(cursor.lines[cursor.at] ?? '')) cursor.at++;
  return true;
};

const modeOf = (extended: Extended, ...names: string[]): string =>
  names.flatMap((name) => extended.get(name) ?? [])[0] ?? / (\d{6})$/.exec(extended.get('index') ?? '')?.[1] ?? FILE;

const statusOf = (extended: Extended, names: readonly [string, string] | null): DiffFile['status'] => {
  if (extended.has('new file mode') || names?.[0] === '/dev/null') return 'A';
  if (extended.has('deleted file mode') || names?.[1] === '/dev/null') return 'D';
  return extended.has('rename to') ? 'R' : 'M';
};

const unquoted = (name: string | undefined): string | undefined =>
  name === undefined ? undefined : (nameIn(name) ?? '');

type Names = readonly [string, string];

/** The path of a file, and the one that it had before if it was renamed. Null where none can be told. */
const pathsOf = (extended: Extended, names: Names | null, header: Names | null) => {
  const [old, next] = names ?? header ?? ['', ''];
  const path = unquoted(extended.get('rename to') ?? extended.get('copy to')) ?? pathOf(old, next, header);
  const oldPath = unquoted(extended.get('rename from'));
  if (path === null || ![path, oldPath ?? path].every(isPlainPath)) return null;
  return { path, ...(oldPath === undefined ? {} : { oldPath }) };
};

/** Reads one file, from its header to the end of its last hunk. Throws UsageError. */
export const takeFile = (cursor: Cursor): DiffFile => {
  const start = cursor.at;
  const isGit = here(cursor).startsWith(GIT);
  const header = isGit ? headerNames(here(cursor).slice(GIT.length)) : null;
  if (isGit) cursor.at++;
  const extended = takeExtended(cursor);
  const isHidden = takeHidden(cursor);
  const names = takeNames(cursor);
  const paths = pathsOf(extended, names, header);
  if (!paths) return refuse(start, 'no path can be read out of this header');
  const status = statusOf(extended, names);
  return {
    ...paths,
    status,
    oldMode: status === 'A' ? ABSENT : modeOf(extended, 'old mode', 'deleted file mode'),
    newMode: status === 'D' ? ABSENT : modeOf(extended, 'new mode', 'new file mode'),
    hunks: takeHunks(cursor),
    isHidden,
  };
};
