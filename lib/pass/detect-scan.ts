import { isTestPath } from '../text/language.ts';
import { mask } from '../text/mask.ts';
import type { LexState } from '../text/mask-cursor.ts';
import type { PatternDetect } from '../types.ts';
import { type Blocks, blocksOf } from './detect-blocks.ts';
import { detectLanguage } from './detect-language.ts';
import { indexAt, type Lines, linesOf, startsOf } from './detect-lines.ts';
import { isMade } from './detect-made.ts';

export type Stream = PatternDetect['in'];

/** A file to look at: its whole post-image, and the lines of it that count. */
export interface ScanInput {
  readonly path: string;
  readonly oldPath?: string;
  readonly language: string | null;
  readonly text: string;
  readonly added: ReadonlySet<number> | 'all';
  /** Given where the text is a later piece of a file whose first piece told. */
  readonly made?: boolean;
}

/** One file under the detectors. Streams are equal in length to its text and are made when first asked for. */
export interface Scan {
  readonly path: string;
  readonly language: string | null;
  readonly test: boolean;
  /** Whether a tool made the file. */
  readonly made: () => boolean;
  readonly count: number;
  readonly state: LexState;
  stream(name: Stream): string;
  line(name: Stream, line: number): string;
  /** Number of the line that holds an offset, and the offset at which a line starts. */
  lineAt(offset: number): number;
  start(line: number): number;
  isAdded(line: number): boolean;
  /** All lines of a stream, and the added ones alone, one after the other. */
  all(name: Stream): Lines;
  candidates(name: Stream): Lines;
  /** Whether one of some strings without blanks, in lower case, occurs in the added lines, or anywhere in the text. */
  holds(of: 'added' | 'all', needles: readonly string[]): boolean;
  blocks(): Blocks;
}

const remember = <K, V>(make: (key: K) => V): ((key: K) => V) => {
  const known = new Map<K, V>();
  return (key) => {
    const value = known.get(key) ?? make(key);
    known.set(key, value);
    return value;
  };
};

const listedIn = (added: ReadonlySet<number>, count: number): number[] =>
  [...added].filter((number) => number > 0 && number <= count).sort((a, b) => a - b);

/** Opens a file for detection. CR before LF is dropped; `state` is what an earlier piece of the same file left open. */
export const openScan = (input: ScanInput, state: LexState = []): Scan => {
  const { path, added } = input;
  const text = input.text.includes('\r') ? input.text.replaceAll('\r\n', '\n') : input.text;
  const language = detectLanguage(input);
  const starts = startsOf(text);
  // Lexing costs more than all the rest, and most files hold nothing that needs it.
  const masked = remember(() => mask(text, language, state));
  const stream = remember((name: Stream) => (name === 'text' ? text : masked(null)[name]));
  const line = (name: Stream, number: number): string => {
    const start = starts[number - 1] ?? text.length;
    const whole = stream(name).slice(start, starts[number] ?? text.length);
    return whole.endsWith('\n') ? whole.slice(0, -1) : whole;
  };
  const listed = added === 'all' ? null : listedIn(added, starts.length);
  const all = (name: Stream): Lines => linesOf(stream(name), starts, (index) => index + 1);
  const candidates = remember((name: Stream) => {
    if (!listed) return all(name);
    const joined = listed.map((number) => line(name, number)).join('\n');
    return linesOf(joined, startsOf(joined), (index) => listed[index] ?? 0);
  });
  const lower = remember((of: 'added' | 'all') => (of === 'all' ? text : candidates('text').text).toLowerCase());
  const longest = (): number =>
    starts.reduce((most, start, i) => Math.max(most, (starts[i + 1] ?? text.length) - start), 0);
  const madeOf = remember((of: string) => input.made ?? isMade(of, text, longest()));
  const made = (): boolean => madeOf(path);
  const blocks = remember((name: 'code') => blocksOf(stream(name), language, starts));
  return {
    path,
    language,
    test: isTestPath(path),
    made,
    count: starts.length,
    get state() {
      return masked(null).state;
    },
    stream,
    line,
    lineAt: (offset) => indexAt(starts, offset) + 1,
    start: (number) => starts[number - 1] ?? text.length,
    isAdded: (number) => added === 'all' || added.has(number),
    all,
    candidates,
    holds: (of, needles) => needles.some((needle) => lower(of).includes(needle)),
    blocks: () => blocks('code'),
  };
};
