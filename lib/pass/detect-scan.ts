import { isTestPath } from '../text/language.ts';
import type { LexState } from '../text/mask-cursor.ts';
import { once } from '../text/once.ts';
import type { Vocabulary } from '../text/vocabulary.ts';
import { type Blocks, blocksOf } from './detect-blocks.ts';
import { detectLanguage } from './detect-language.ts';
import { indexAt, type Lines, linesOf, startsOf } from './detect-lines.ts';
import { isMade } from './detect-made.ts';
import { linesAndStreams, type Occurs, occursIn, perStream, type Stream } from './detect-streams.ts';

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
  /** Characters of the text. */
  readonly length: number;
  readonly count: () => number;
  /** Whether the path is that of a test. */
  readonly test: () => boolean;
  /** Whether a tool made the file. */
  readonly made: () => boolean;
  /** What is open where the text ends. */
  readonly state: () => LexState;
  stream(name: Stream): string;
  line(name: Stream, line: number): string;
  /** Number of the line that holds an offset, and the offset at which a line starts. */
  lineAt(offset: number): number;
  start(line: number): number;
  isAdded(line: number): boolean;
  /** All lines of a stream, and the added ones alone, one after the other. */
  all(name: Stream): Lines;
  candidates(name: Stream): Lines;
  /** Whether one of some strings without blanks, in lower case, occurs in the added lines of a stream, or anywhere in it. */
  holds(of: 'added' | 'all', needles: readonly string[], stream?: Stream): boolean;
  blocks(): Blocks;
}

const listedIn = (added: ReadonlySet<number>, count: number): number[] =>
  [...added].filter((number) => number > 0 && number <= count).sort((a, b) => a - b);

const longestOf = (starts: readonly number[], length: number): number =>
  starts.reduce((most, start, i) => Math.max(most, (starts[i + 1] ?? length) - start), 0);

interface Opened {
  /** What an earlier piece of the same file left open. */
  readonly state?: LexState;
  /** Knows every needle that the scan will be asked for. */
  readonly words?: Vocabulary;
}

/** Opens a file for detection. CR before LF is dropped. */
export const openScan = (input: ScanInput, { state = [], words = () => null }: Opened = {}): Scan => {
  const { path, added } = input;
  const text = input.text.includes('\r') ? input.text.replaceAll('\r\n', '\n') : input.text;
  const language = detectLanguage(input);
  const { starts, masked, stream, start, line } = linesAndStreams(text, language, state);
  const listed = once(() => (added === 'all' ? null : listedIn(added, starts().length)));
  const all = (name: Stream): Lines => linesOf(stream(name), starts(), (index) => index + 1);
  const candidates = perStream((name) => {
    const numbers = listed();
    if (!numbers) return all(name);
    const joined = numbers.map((number) => line(name, number)).join('\n');
    return linesOf(joined, startsOf(joined), (index) => numbers[index] ?? 0);
  });
  const inAll: (name: Stream) => Occurs = perStream((name) =>
    occursIn(() => stream(name), name === 'text' ? null : inAll('text'), words),
  );
  const inAdded: (name: Stream) => Occurs = perStream((name) =>
    listed() ? occursIn(() => candidates(name).text, name === 'text' ? null : inAdded('text'), words) : inAll(name),
  );
  return {
    path,
    language,
    length: text.length,
    test: once(() => isTestPath(path)),
    made: once(() => input.made ?? isMade(path, text, longestOf(starts(), text.length))),
    count: () => starts().length,
    state: () => masked().state,
    stream,
    line,
    lineAt: (offset) => indexAt(starts(), offset) + 1,
    start,
    isAdded: (number) => added === 'all' || added.has(number),
    all,
    candidates,
    holds: (of, needles, name = 'text') => needles.some((of === 'all' ? inAll : inAdded)(name)),
    blocks: once(() => blocksOf(stream('code'), language, starts())),
  };
};
