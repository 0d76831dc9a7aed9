import type { Compile, Pattern } from '../text/pattern.ts';
import type { NearBy, PatternDetect } from '../types.ts';
import { candidateLines, lowerBound } from './detect-lines.ts';
import type { Scan } from './detect-scan.ts';
import type { Stream } from './detect-streams.ts';
import { WINDOW } from './detect-window.ts';

/** Where a match stands, in the stream that its detector looks at; offsets into the whole text. */
export interface Place {
  readonly scan: Scan;
  readonly stream: Stream;
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

type Condition = (place: Place) => boolean;

/** Arguments beyond this many characters are not looked at. */
const ARGUMENTS = 2000;

/** Lines of a stream that match, found in one pass when first asked for: the same file is asked about again and again. */
const lineFinder = (pattern: Pattern, alone: Pattern): ((scan: Scan, stream: Stream) => readonly number[]) => {
  let last: { readonly scan: Scan; readonly lines: readonly number[] } | null = null;
  return (scan, stream) => {
    if (last?.scan !== scan) {
      const lines = [...candidateLines(pattern, scan.all(stream))];
      last = { scan, lines: lines.filter((line) => alone.test(scan.line(stream, line).slice(0, WINDOW))) };
    }
    return last.lines;
  };
};

/** Whether a line that matches stands within so many lines of the place. */
const proximity = (near: NearBy, ignoreCase: boolean, compile: Compile): Condition => {
  const { before = 0, after = 0 } = near;
  const find = lineFinder(compile(near.match, { ignoreCase, lines: true }), compile(near.match, { ignoreCase }));
  return ({ scan, stream, line }) => {
    const lines = find(scan, near.in ?? stream);
    const next = lines[lowerBound(lines, line - before)];
    return next !== undefined && next <= line + after;
  };
};

/** The bracket that is open at the end of a match, or the next one. */
const openBracket = (code: string, start: number, end: number): number => {
  let closed = 0;
  for (let at = end - 1; at >= start; at--) {
    if (code[at] === ')') closed++;
    if (code[at] === '(' && closed-- === 0) return at;
  }
  return code.indexOf('(', end);
};

const closeBracket = (code: string, open: number): number => {
  const most = Math.min(code.length, open + ARGUMENTS);
  let depth = 0;
  for (let at = open; at < most; at++) {
    if (code[at] === '(') depth++;
    if (code[at] === ')' && --depth === 0) return at;
  }
  return most;
};

/** The text between the bracket that a match opens and the one that closes it. */
const argumentsAt = ({ scan, stream, start, end }: Place): string => {
  const code = scan.stream('code');
  const open = openBracket(code, start, end);
  return open === -1 ? '' : scan.stream(stream).slice(open + 1, closeBracket(code, open));
};

/** What must hold beside the match itself. */
export const conditionsOf = (detect: PatternDetect, compile: Compile): Condition[] => {
  const { near, notNear, within, unlessArguments, ignoreCase = false } = detect;
  const conditions: Condition[] = [];
  if (within) conditions.push(({ scan, start }) => scan.blocks().within(start, within));
  if (near) conditions.push(proximity(near, ignoreCase, compile));
  if (notNear) {
    const isNear = proximity(notNear, ignoreCase, compile);
    conditions.push((place) => !isNear(place));
  }
  if (unlessArguments) {
    const excused = compile(unlessArguments, { ignoreCase, lines: true });
    conditions.push((place) => !excused.test(argumentsAt(place)));
  }
  return conditions;
};
