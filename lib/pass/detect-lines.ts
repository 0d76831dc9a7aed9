import type { Pattern } from '../text/pattern.ts';

/** Text with the offsets at which its lines start; `number` gives the line of the file for the nth line of the text. */
export interface Lines {
  readonly text: string;
  readonly count: number;
  number(index: number): number;
  /** Index of the line that holds an offset. */
  at(offset: number): number;
  start(index: number): number;
}

/** Offsets at which the lines of a text start; a last line feed starts none. */
export const startsOf = (text: string): number[] => {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  if (starts.length > 1 && starts.at(-1) === text.length) starts.pop();
  return starts;
};

/** Index of the last start that is not beyond the offset. */
export const indexAt = (starts: readonly number[], offset: number): number => {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
};

export const linesOf = (text: string, starts: readonly number[], number: (index: number) => number): Lines => ({
  text,
  count: starts.length,
  number,
  at: (offset) => indexAt(starts, offset),
  start: (index) => starts[index] ?? text.length,
});

/** Index of the first number of a sorted list that is not below `least`. */
export const lowerBound = (sorted: readonly number[], least: number): number => {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? least) < least) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Lines on which a match over the whole text lies: a superset of those that match alone, found in one pass. */
export function* candidateLines(pattern: Pattern, lines: Lines): Generator<number> {
  for (let from = 0; ; ) {
    const match = pattern.find(lines.text, from);
    if (!match) return;
    const first = lines.at(match.start);
    const last = lines.at(Math.max(match.start, match.end - 1));
    for (let index = first; index <= last; index++) yield lines.number(index);
    if (last + 1 >= lines.count) return;
    from = lines.start(last + 1);
  }
}
