import type { HunkLine } from '../types.ts';
import { enclosingRange, importsFor, type Range } from './enclosing.ts';

/**
 * Lines shown around a change, where the file is at hand: eight on each side, or the whole enclosing function where that
 * has at most three times as many lines and at most eighty; five of a neighbour that a long change was cut from; ten
 * imports of what the change uses. Figures of docs/model-stage.md.
 */
export const AROUND = 8;
export const FUNCTION_LINES = 80;
const FUNCTION_TIMES = 3;
const OVERLAP = 5;
const IMPORTS = 10;

/** Lines `from` to `to` of a file, as context. */
export const context = (post: readonly string[], from: number, to: number): HunkLine[] =>
  post
    .slice(Math.max(0, from - 1), Math.max(0, to))
    .map((text, i) => ({ kind: 'context', line: Math.max(1, from) + i, text }));

/** Numbers in the new file. */
export const newLines = (lines: readonly HunkLine[]): number[] =>
  lines.filter(({ kind }) => kind !== 'del').map(({ line }) => line);

export const firstAdded = (lines: readonly HunkLine[]): number | undefined =>
  lines.find(({ kind }) => kind === 'add')?.line;

const around = (lines: readonly HunkLine[], post: readonly string[], first: number, last: number): Range => {
  const lead = lines.findIndex(({ kind }) => kind !== 'context');
  const tail = [...lines].reverse().findIndex(({ kind }) => kind !== 'context');
  const near = { from: Math.max(1, first - AROUND + lead), to: Math.min(post.length, last + AROUND - tail) };
  const line = firstAdded(lines);
  const size = near.to - near.from + 1;
  const whole = line ? enclosingRange(post, line, Math.min(FUNCTION_LINES, FUNCTION_TIMES * size)) : null;
  if (!whole || whole.to < last - tail) return near;
  return { from: Math.min(near.from, whole.from), to: Math.max(near.to, whole.to) };
};

/** The lines before and after a part that belong to its neighbours and are not shown again. */
interface Bounds {
  readonly floor: number;
  readonly ceiling: number;
}

/** Neighbours are left out, but for the few lines around a place where one long change was cut in two. */
const boundsOf = (parts: readonly (readonly HunkLine[])[], i: number, end: number): Bounds => {
  const own = newLines(parts[i] ?? []);
  const before = newLines(parts[i - 1] ?? []).at(-1);
  const after = newLines(parts[i + 1] ?? [])[0];
  const cutBefore = before !== undefined && own[0] === before + 1;
  const cutAfter = after !== undefined && own.at(-1) === after - 1;
  return {
    floor: (before ?? 0) - (cutBefore ? OVERLAP : 0),
    ceiling: (after ?? end + 1) + (cutAfter ? OVERLAP : 0),
  };
};

const imported = (lines: readonly HunkLine[], post: readonly string[]): HunkLine[] => {
  const shown = new Set(newLines(lines));
  const added = lines.filter(({ kind }) => kind === 'add').map(({ text }) => text);
  return importsFor(post, added, IMPORTS)
    .filter((line) => !shown.has(line))
    .map((line) => ({ kind: 'context', line, text: post[line - 1] ?? '' }));
};

/** The i-th part of a file's change with what is around it. */
export const widen = (parts: readonly (readonly HunkLine[])[], i: number, post: readonly string[]): HunkLine[] => {
  const lines = parts[i] ?? [];
  const numbers = newLines(lines);
  const first = numbers[0];
  const last = numbers.at(-1);
  if (first === undefined || last === undefined) return [...lines];
  const { from, to } = around(lines, post, first, last);
  const { floor, ceiling } = boundsOf(parts, i, post.length);
  const view = [
    ...context(post, Math.max(floor + 1, from), first - 1),
    ...lines,
    ...context(post, last + 1, Math.min(ceiling - 1, to)),
  ];
  return [...imported(view, post), ...view];
};
