import { splitLines } from '../text/lines.ts';
import { once } from '../text/once.ts';
import type { Hunk, HunkLine, StagedFile } from '../types.ts';
import { enclosingRange, scopeOf } from './enclosing.ts';
import { AROUND, context, FUNCTION_LINES, firstAdded, newLines, widen } from './surroundings.ts';

/** What one chunk is made of. What surrounds the change is made when it is asked for: of most chunks nothing is. */
export interface Piece {
  /** The lines of the hunks: added, removed, and what git shows around them. */
  readonly part: readonly HunkLine[];
  /** All lines, before they are tagged. */
  readonly lines: () => readonly HunkLine[];
  /** The declaration that encloses them. */
  readonly scope: () => string | null;
}

/** The lines of the new file, split when they are first asked for. */
type Post = () => readonly string[];

const addedIn = (lines: readonly HunkLine[]): number =>
  lines.reduce((sum, { kind }) => sum + (kind === 'add' ? 1 : 0), 0);

/** Where a long run of lines is cut: at a blank line or one without indentation, as near before the limit as there is one. */
const cutPoint = (lines: readonly HunkLine[], limit: number): number => {
  let added = 0;
  let end = 0;
  while (end < lines.length && added < limit) if (lines[end++]?.kind === 'add') added++;
  if (end >= lines.length) return lines.length;
  for (let at = end; at > end / 2; at--) {
    const text = lines[at]?.text ?? '';
    if (text.trim() === '' || /^[^\s)}\]]/.test(text)) return at;
  }
  return end;
};

/** Cuts lines into parts of at most `limit` added ones. */
export const split = <T extends HunkLine>(lines: readonly T[], limit: number): T[][] => {
  const parts: T[][] = [];
  let rest = [...lines];
  while (addedIn(rest) > limit) {
    const at = Math.max(1, cutPoint(rest, limit));
    parts.push(rest.slice(0, at));
    rest = rest.slice(at);
  }
  return [...parts, rest];
};

/** True where both changes stand in one function that is short enough to be shown whole. */
const shareFunction = (post: Post, a: readonly HunkLine[], b: readonly HunkLine[]): boolean => {
  const [one, two] = [firstAdded(a), firstAdded(b)];
  if (one === undefined || two === undefined || two - one > FUNCTION_LINES) return false;
  const range = enclosingRange(post(), one, FUNCTION_LINES);
  return range !== null && range.from <= one && range.to >= two;
};

/** Hunks that lie near or in one short function as one run, the lines between them filled in. */
const joined = (hunks: readonly Hunk[], post: Post, limit: number): HunkLine[][] => {
  const runs: HunkLine[][] = [];
  for (const { newStart, lines } of hunks) {
    const last = runs.at(-1);
    const end = last ? (newLines(last).at(-1) ?? 0) : 0;
    const fits = last && addedIn(last) + addedIn(lines) <= limit;
    if (fits && (newStart - end <= 2 * AROUND || shareFunction(post, last, lines)))
      last.push(...context(post(), end + 1, newStart - 1), ...lines);
    else runs.push([...lines]);
  }
  return runs;
};

/**
 * A file's hunks as pieces of at most `limit` added lines: near hunks joined, long ones cut at a blank or unindented line,
 * each with what is around it. Pieces without added lines are left out: there is nothing to ask about.
 */
export const cutHunks = (file: StagedFile, limit: number): Piece[] => {
  const post = once(() => (file.text === null ? [] : splitLines(file.text)));
  const parts = joined(file.hunks, post, limit).flatMap((lines) => split(lines, limit));
  const isKnown = ({ kind, line }: HunkLine): boolean => kind === 'del' || (file.shownLines?.has(line) ?? true);
  return parts.flatMap((part, i) => {
    const line = firstAdded(part);
    if (line === undefined) return [];
    return [{ part, lines: () => widen(parts, i, post()).filter(isKnown), scope: () => scopeOf(post(), line) }];
  });
};
