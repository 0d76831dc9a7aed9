import { UsageError } from '../errors.ts';
import type { Hunk, HunkLine } from '../types.ts';

/** The lines of a diff, and the place that is read next. */
export interface Cursor {
  readonly lines: readonly string[];
  at: number;
}

/** Line numbers in the new file up to which a diff is read. */
const LAST_LINE = 3_000_000;

/** Refuses a diff, with the line at which it cannot be understood. */
export const refuse = (at: number, why: string): never => {
  throw new UsageError(
    `the diff cannot be used: line ${at + 1}: ${why}`,
    'Nothing was reviewed. `git diff`, `git show` and `git format-patch` write what can be read.',
  );
};

const HEADER = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/;

/** Where a hunk stands: first line and number of lines, before and after; and what its header says literally. */
interface Extent {
  readonly stated: Pick<Hunk, 'oldStart' | 'newStart'>;
  readonly old: number;
  readonly oldCount: number;
  readonly next: number;
  readonly nextCount: number;
}

const extentOf = (line: string, at: number): Extent => {
  const found = HEADER.exec(line);
  if (!found) return refuse(at, 'this is no header of a hunk');
  const [oldStart = 0, oldCount = 1, newStart = 0, nextCount = 1] = found
    .slice(1)
    .map((digits) => (digits === undefined ? undefined : Number(digits)));
  // A side without lines is named by the line in front of it.
  const first = (start: number, count: number): number => (count === 0 ? start + 1 : start);
  const stated = { oldStart, newStart };
  const extent = { stated, old: first(oldStart, oldCount), oldCount, next: first(newStart, nextCount), nextCount };
  if (extent.next + nextCount > LAST_LINE) return refuse(at, `only the first ${LAST_LINE} lines of a file are read`);
  return extent;
};

const KINDS: Readonly<Record<string, HunkLine['kind']>> = { '+': 'add', '-': 'del', ' ': 'context' };

/** A line of context that is empty loses its space in some mails. */
const kindOf = (line: string): HunkLine['kind'] | undefined =>
  line === '' || line === '\r' ? 'context' : KINDS[line[0] ?? ''];

/** How far a hunk has been read, before and after. */
interface Reached {
  readonly old: number;
  readonly next: number;
}

const step = ({ old, next }: Reached, kind: HunkLine['kind']): Reached => ({
  old: kind === 'add' ? old : old + 1,
  next: kind === 'del' ? next : next + 1,
});

const isAt = ({ old, next }: Reached, end: Reached): boolean => old >= end.old && next >= end.next;

const takeLines = (cursor: Cursor, { old, oldCount, next, nextCount }: Extent): HunkLine[] => {
  const header = cursor.at - 1;
  const end: Reached = { old: old + oldCount, next: next + nextCount };
  const lines: HunkLine[] = [];
  let reached: Reached = { old, next };
  while (!isAt(reached, end)) {
    const line = cursor.lines[cursor.at++] ?? 'the end';
    const kind = kindOf(line);
    if (line.startsWith('\\')) continue;
    if (!kind) return refuse(header, 'this hunk has fewer lines than its header says');
    lines.push({ kind, line: kind === 'del' ? reached.old : reached.next, text: line.slice(1) });
    reached = step(reached, kind);
  }
  if (!isAt(end, reached)) return refuse(header, 'this hunk has other lines than its header says');
  while (cursor.lines[cursor.at]?.startsWith('\\')) cursor.at++;
  return lines;
};

/** What may not follow a hunk: a further line of it. `-- ` is the signature of a mail. */
const isLeftOver = (line: string | undefined): boolean => line !== undefined && /^[+\- ](?!-- )(?!- ?$)/.test(line);

/** Reads the hunks of one file, which have to be whole, in order, and to fit each other. Throws UsageError. */
export const takeHunks = (cursor: Cursor): Hunk[] => {
  const hunks: Hunk[] = [];
  let [old, next] = [1, 1];
  while (cursor.lines[cursor.at]?.startsWith('@@')) {
    const at = cursor.at;
    const extent = extentOf(cursor.lines[at] ?? '', at);
    if (extent.old < old || extent.next - next !== extent.old - old)
      return refuse(at, 'this hunk does not fit those in front of it');
    cursor.at++;
    hunks.push({ ...extent.stated, lines: takeLines(cursor, extent) });
    old = extent.old + extent.oldCount;
    next = extent.next + extent.nextCount;
    if (isLeftOver(cursor.lines[cursor.at])) return refuse(cursor.at, 'this hunk has more lines than its header says');
  }
  return hunks;
};
