import type { Match, Pattern } from '../text/pattern.ts';

/**
 * Lines longer than this are looked at in windows, so that one endless line costs as much as the same text in short ones.
 * Windows overlap, so that what is shorter than the overlap lies whole in one of them.
 */
export const WINDOW = 2000;
const OVERLAP = 500;

/** Matches of one pattern that are looked at in a line or window before it is left. */
const MOST = 50;

export interface Window {
  readonly text: string;
  readonly offset: number;
  readonly first: boolean;
  readonly last: boolean;
}

/** A line as a whole, or its windows. */
export function* windowsOf(line: string): Generator<Window> {
  if (line.length <= WINDOW) {
    yield { text: line, offset: 0, first: true, last: true };
    return;
  }
  for (let offset = 0; ; offset += WINDOW - OVERLAP) {
    const last = offset + WINDOW >= line.length;
    yield { text: line.slice(offset, offset + WINDOW), offset, first: offset === 0, last };
    if (last) return;
  }
}

/** A match at a cut edge proves nothing (`^`, `$` and `\b` take the cut for an end); the neighbouring window has it whole. */
const isWhole = (match: Match, { text, first, last }: Window): boolean =>
  (first || match.start > 0) && (last || match.end < text.length);

/** Matches of a pattern in a window, leftmost first. */
export function* matchesIn(pattern: Pattern, window: Window): Generator<Match> {
  let from = 0;
  for (let count = 0; count < MOST; count++) {
    const match = pattern.find(window.text, from);
    if (!match) return;
    if (isWhole(match, window)) yield match;
    from = match.end > match.start ? match.end : match.end + 1;
    if (from > window.text.length) return;
  }
}
