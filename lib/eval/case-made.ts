import { applyChange, type ChangeLine, changeLineOf } from './apply.ts';
import type { Block } from './case-blocks.ts';
import { type Mark, type Marked, takeMarks } from './marks.ts';
import type { Blob } from './types.ts';

/** A mark at a line of a file. */
export interface Placed {
  readonly mark: Mark;
  readonly path: string;
  readonly line: number;
}

const FILE = '100644';

const contentOf = (
  lines: readonly string[],
  { crlf, repeat, size }: Pick<Block, 'crlf' | 'repeat' | 'size'>,
): Buffer => {
  const end = crlf ? '\r\n' : '\n';
  const text = Buffer.from(
    lines
      .map((line) => line + end)
      .join('')
      .repeat(repeat),
  );
  return size > text.length ? Buffer.concat([text, Buffer.alloc(size - text.length)]) : text;
};

/** A file as the change leaves it, its marks, and how many lines it adds. */
export interface Made {
  readonly blob: Blob;
  readonly marks: readonly Placed[];
  readonly added: number;
}

/** A file that a block holds as a whole; a message where it cannot be read. */
export const wholeFile = (block: Block): Made | string => {
  const read = block.lines.map(takeMarks);
  const wrong = read.find((one) => one.wrong !== null);
  if (wrong) return `${block.path}: the mark "${wrong.wrong}" cannot be read`;
  const marks = read.flatMap((one, i) => one.marks.map((mark) => ({ mark, path: block.path, line: i + 1 })));
  const content = contentOf(
    read.map(({ text }) => text),
    block,
  );
  return {
    blob: { path: block.path, content, mode: block.mode ?? FILE },
    marks,
    added: block.lines.length * block.repeat,
  };
};

const parseChange = (lines: readonly string[]): { marked: Marked[]; changes: (ChangeLine | null)[] } | string => {
  const marked = lines.map(takeMarks);
  const changes: (ChangeLine | null)[] = [];
  for (const { text } of marked) {
    const change = text.startsWith('@@') ? null : changeLineOf(text);
    if (!change && !text.startsWith('@@'))
      return `a line of a diff begins with "+", "-", a blank or @@, not ${JSON.stringify(text)}`;
    changes.push(change);
  }
  return { marked, changes };
};

/** Marks of a change by the lines of the text where they end up; a message for one on a line that the change only shows. */
const marksOf = (
  path: string,
  { marked, changes }: { marked: readonly Marked[]; changes: readonly (ChangeLine | null)[] },
  lineOf: ReadonlyMap<number, number>,
): Placed[] | string => {
  const placed: Placed[] = [];
  for (const [i, { marks, wrong }] of marked.entries()) {
    if (wrong !== null) return `${path}: the mark "${wrong}" cannot be read`;
    const line = lineOf.get(i);
    if (marks.length > 0 && (line === undefined || changes[i]?.op === 'same'))
      return `${path}: the label ${marks[0]?.name} stands outside the patch, on a line that it does not change`;
    placed.push(...marks.map((mark) => ({ mark, path, line: line ?? 0 })));
  }
  return placed;
};

/** A file that a block changes; a message where the change does not apply. */
export const changedFile = (block: Block, before: Blob | undefined): Made | string => {
  const where = block.from;
  if (!before) return `it changes ${where}, which HEAD does not hold`;
  const parsed = parseChange(block.lines);
  if (typeof parsed === 'string') return `${where}: ${parsed}`;
  const text = before.content.toString('utf8').replaceAll('\r\n', '\n');
  const applied = applyChange(text, parsed.changes);
  if (typeof applied === 'string') return `it does not apply to ${where}: ${applied}`;
  const lineOf = new Map<number, number>();
  for (const [i, { from }] of applied.lines.entries()) if (from !== null) lineOf.set(from, i + 1);
  for (const { line, from } of applied.removed) lineOf.set(from, line);
  const marks = marksOf(block.path, parsed, lineOf);
  if (typeof marks === 'string') return marks;
  const content = contentOf(
    applied.lines.map((line) => line.text),
    { ...block, crlf: block.crlf || before.content.includes('\r\n') },
  );
  const added = parsed.changes.filter((change) => change?.op === 'add').length;
  return { blob: { path: block.path, content, mode: block.mode ?? before.mode }, marks, added };
};
