import { once } from '../text/once.ts';
import type { Compile, Match } from '../text/pattern.ts';
import type { PatternDetect, Way } from '../types.ts';
import { conditionsOf, type Place } from './detect-conditions.ts';
import { candidateLines } from './detect-lines.ts';
import type { Scan } from './detect-scan.ts';
import { matchesIn, type Window, windowsOf } from './detect-window.ts';

/** A place in a file, before it is known which of its lines are new. */
export interface Found {
  readonly line: number;
  readonly endLine?: number;
  /** Column of the line, from 0, around which a very long line is quoted. */
  readonly column?: number;
  readonly note?: string;
}

type Run = (scan: Scan) => Generator<Found>;

const byLine = (detect: PatternDetect, compile: Compile): Run => {
  const { in: stream, match, unless, ignoreCase = false } = detect;
  const across = compile(match, { ignoreCase, lines: true });
  const alone = compile(match, { ignoreCase });
  const excused = unless === undefined ? null : compile(unless, { ignoreCase });
  const conditions = conditionsOf(detect, compile);

  function* inWindow(scan: Scan, line: number, window: Window): Generator<Found> {
    const start = scan.start(line) + window.offset;
    const holds = (found: Match): boolean => {
      const place: Place = { scan, stream, line, start: start + found.start, end: start + found.end };
      return conditions.every((condition) => condition(place));
    };
    for (const found of matchesIn(alone, window)) {
      if (excused?.test(window.text)) return;
      if (holds(found)) yield { line, column: window.offset + found.start };
    }
  }

  return function* (scan) {
    for (const line of candidateLines(across, scan.candidates(stream)))
      for (const window of windowsOf(scan.line(stream, line))) yield* inWindow(scan, line, window);
  };
};

const byFile = (detect: PatternDetect, compile: Compile): Run => {
  const { in: stream, match, unless, ignoreCase = false } = detect;
  const pattern = compile(match, { ignoreCase, lines: true });
  const excused = unless === undefined ? null : compile(unless, { ignoreCase, lines: true });
  const conditions = conditionsOf(detect, compile);
  return function* (scan) {
    const text = scan.stream(stream);
    for (let found = pattern.find(text); found; found = pattern.find(text, Math.max(found.end, found.start + 1))) {
      const { start, end } = found;
      const line = scan.lineAt(start);
      const place: Place = { scan, stream, line, start, end };
      if (excused?.test(text.slice(start, end)) || !conditions.every((condition) => condition(place))) continue;
      yield { line, endLine: scan.lineAt(Math.max(start, end - 1)), column: start - scan.start(line) };
    }
  };
};

/** Sets of branches for which a shorter pattern is compiled; with more of them, the whole one is the cheaper. */
const MOST_SHORTENED = 8;

/** Runs the branches of a pattern that can match. What they find is what the whole pattern would find: no other can. */
const byWays = (detect: PatternDetect, ways: readonly Way[], make: (detect: PatternDetect) => Run): Run => {
  const { span = 'line', in: stream, match } = detect;
  const of = span === 'file' ? 'all' : 'added';
  const whole = once(() => make(detect));
  const shortened = new Map<string, Run>();
  const runOf = (possible: readonly Way[]): Run => {
    const source = possible.map(({ at: [start, end] }) => match.slice(start, end)).join('|');
    const known = shortened.get(source);
    if (known || shortened.size >= MOST_SHORTENED) return known ?? whole();
    const run = make({ ...detect, match: source });
    shortened.set(source, run);
    return run;
  };
  return function* (scan) {
    const possible = ways.filter(({ needs }) => needs.every((set) => scan.holds(of, set.split(' '), stream)));
    if (possible.length > 0) yield* (possible.length === ways.length ? whole() : runOf(possible))(scan);
  };
};

/**
 * Makes a detector of a pattern: every match in the stream that meets the conditions, line by line or across lines. What
 * the build knows of the pattern tells for most texts that it finds nothing, before the engine compiles it.
 */
export const patternRun = (detect: PatternDetect, compile: Compile): Run => {
  const make = (of: PatternDetect): Run => (of.span === 'file' ? byFile : byLine)(of, compile);
  return detect.ways ? byWays(detect, detect.ways, make) : make(detect);
};
