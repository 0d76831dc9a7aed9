import { type DiffFile, GIT, here, isNamed, takeFile } from './unified-file.ts';
import { type Cursor, refuse } from './unified-hunk.ts';

export type { DiffFile } from './unified-file.ts';

/** Lines that belong to a change which is not shown in a form that could be reviewed. */
const UNUSABLE: readonly (readonly [RegExp, string])[] = [
  [/^@@@/, 'a combined diff (of a merge) does not tell what is new; compare with one parent'],
  [/^diff --(?:cc|combined) /, 'a combined diff (of a merge) does not tell what is new; compare with one parent'],
  [/^@@ /, 'a hunk without a file'],
  [/^\+\+\+ /, 'the name of the earlier file is missing'],
  [/^(?:Only in|(?:Binary files|Files) .* differ$)/, 'the diff names a file that it does not show'],
];

/** A file that goes and comes under one name became something else: git writes that in two parts. */
const add = (files: Map<string, DiffFile>, file: DiffFile, at: number): void => {
  const before = files.get(file.path);
  if (!before) files.set(file.path, file);
  else if (before.status === 'D' && file.status === 'A')
    files.set(file.path, { ...file, status: 'T', oldMode: before.oldMode, hunks: [...before.hunks, ...file.hunks] });
  else refuse(at, `"${file.path}" occurs a second time; one change at a time`);
};

/**
 * Reads a unified diff, of git or of `diff -u`, with or without the text of a mail or a log around it. Whatever could be part
 * of a change and is not understood is refused: what is passed over would count as reviewed. Throws UsageError.
 */
export const parseUnified = (text: string): DiffFile[] => {
  const cursor: Cursor = { lines: text.replace(/\n$/, '').split('\n'), at: 0 };
  const files = new Map<string, DiffFile>();
  while (cursor.at < cursor.lines.length) {
    const { at } = cursor;
    const line = here(cursor);
    if (line.startsWith(GIT) || isNamed(cursor)) {
      add(files, takeFile(cursor), at);
      continue;
    }
    const unusable = UNUSABLE.find(([pattern]) => pattern.test(line));
    if (unusable) refuse(at, unusable[1]);
    cursor.at++;
  }
  if (files.size === 0 && text.trim() !== '') refuse(0, 'there is no file in it');
  return [...files.values()];
};
