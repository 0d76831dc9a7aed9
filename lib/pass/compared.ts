import { splitLines } from '../text/lines.ts';
import type { Hunk, Line, RawRecord } from '../types.ts';
import type { ReadSide } from './sides.ts';

export const GITLINK_MODE = '160000';

/** A record with both of its sides as far as they were read. */
export interface Sides {
  readonly record: RawRecord;
  readonly old: ReadSide | null;
  readonly next: ReadSide | null;
  /** Which lines of `next` are new, where the earlier version was too large to hold. */
  readonly fresh?: ReadonlySet<number>;
  readonly unread?: string;
}

/** A file that is there before and after, as opposed to one that comes, goes, or becomes something else. */
export const isChange = ({ status }: Pick<RawRecord, 'status'>): boolean => status === 'M' || status === 'R';

const numbered = (side: ReadSide | null): Line[] =>
  side?.text ? splitLines(side.text).map((text, i) => ({ line: i + 1, text })) : [];

/** Lines of `next` beyond those that `old` holds as often: for text that git does not compare. */
const beyond = (next: readonly Line[], old: readonly Line[]): Line[] => {
  const left = new Map<string, number>();
  for (const { text } of old) left.set(text, (left.get(text) ?? 0) + 1);
  return next.filter(({ text }) => {
    const count = left.get(text) ?? 0;
    if (count > 0) left.set(text, count - 1);
    return count === 0;
  });
};

interface Compared {
  readonly added: number | null;
  readonly deleted: number | null;
  readonly addedLines: readonly Line[];
  readonly removedLines: readonly Line[];
  readonly hunks: readonly Hunk[];
}

const NOTHING: Compared = { added: 0, deleted: 0, addedLines: [], removedLines: [], hunks: [] };

/** The lines of one kind in hunks, without the kind. */
export const pick = (hunks: readonly Hunk[], kind: 'add' | 'del'): Line[] => {
  const lines: Line[] = [];
  for (const hunk of hunks)
    for (const line of hunk.lines) if (line.kind === kind) lines.push({ line: line.line, text: line.text });
  return lines;
};

const byHunks = (hunks: readonly Hunk[]): Compared => {
  const addedLines = pick(hunks, 'add');
  const removedLines = pick(hunks, 'del');
  return { added: addedLines.length, deleted: removedLines.length, addedLines, removedLines, hunks };
};

const wholeHunk = (added: readonly Line[]): Hunk[] =>
  added.length === 0
    ? []
    : [{ oldStart: 0, newStart: 1, lines: added.map(({ line, text }) => ({ kind: 'add', line, text })) }];

const countOf = (side: ReadSide | null, binary: boolean): number | null => (binary ? null : (side?.lines ?? 0));

/** Additions, deletions and changes of type: every line of a side is new, or gone. */
const byWhole = ({ old, next }: Sides, binary: boolean, shown: boolean): Compared => {
  const addedLines = numbered(next);
  return {
    added: countOf(next, binary),
    deleted: countOf(old, binary),
    addedLines,
    removedLines: numbered(old),
    hunks: shown && !binary ? wholeHunk(addedLines) : [],
  };
};

/** What git does not compare: binary content that reads as text, and changes beyond the caps. Nobody knows the counts. */
const byLines = ({ old, next, fresh }: Sides, shown: boolean): Compared => {
  const [before, after] = [numbered(old), numbered(next)];
  const addedLines = fresh ? after.filter(({ line }) => fresh.has(line)) : beyond(after, before);
  // Without the earlier version the staged one is reviewed alone.
  const hunks = old === null && shown ? wholeHunk(addedLines) : [];
  return { added: null, deleted: null, addedLines, removedLines: beyond(before, after), hunks };
};

export const isBinaryChange = ({ old, next }: Sides): boolean => Boolean(old?.binary || next?.binary);

/** What came and what went in one file: by git's hunks where there are any, else by whole sides or by lines. */
export const compare = (sides: Sides, hunks: readonly Hunk[] | undefined, shown: boolean): Compared => {
  const { record } = sides;
  const binary = isBinaryChange(sides);
  if (record.oldMode === GITLINK_MODE && record.newMode === GITLINK_MODE) return { ...NOTHING, added: 1, deleted: 1 };
  if (record.oldId === record.newId && isChange(record))
    return binary ? { ...NOTHING, added: null, deleted: null } : NOTHING;
  if (!isChange(record)) return byWhole(sides, binary, shown);
  return hunks ? byHunks(hunks) : byLines(sides, shown);
};
