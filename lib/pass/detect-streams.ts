import { mask } from '../text/mask.ts';
import type { LexState } from '../text/mask-cursor.ts';
import { once } from '../text/once.ts';
import type { Vocabulary } from '../text/vocabulary.ts';
import type { PatternDetect } from '../types.ts';
import { startsOf } from './detect-lines.ts';

export type Stream = PatternDetect['in'];

/** What is made for a stream when it is first asked for. */
export const perStream = <T>(make: (name: Stream) => T): ((name: Stream) => T) => {
  const known: { [name in Stream]?: T } = {};
  return (name) => {
    const before = known[name];
    if (before !== undefined) return before;
    const made = make(name);
    known[name] = made;
    return made;
  };
};

/** Characters from which it pays to remember what was looked for: rules look for many of the same words. */
const LONG = 2000;

export type Occurs = (needle: string) => boolean;

/**
 * Tells whether a string in lower case occurs in a text. `within` tells it of the text of which this one is a view: most
 * strings occur in neither, and what is not asked for is not lexed.
 */
export const occursIn = (text: () => string, within: Occurs | null, words: Vocabulary): Occurs => {
  const found = once(() => words(text()));
  const lower = once(() => text().toLowerCase());
  const known = new Map<string, boolean>();
  const alone = (needle: string): boolean => {
    if (lower().length < LONG) return lower().includes(needle);
    const before = known.get(needle) ?? lower().includes(needle);
    known.set(needle, before);
    return before;
  };
  return (needle) => (within?.(needle) ?? true) && (found()?.has(needle) ?? alone(needle));
};

/** The lines of a text, and how it reads in each stream; most texts hold nothing for which they must be split or lexed. */
export const linesAndStreams = (text: string, language: string | null, state: LexState) => {
  const starts = once(() => startsOf(text));
  const masked = once(() => mask(text, language, state));
  const stream = perStream((name) => (name === 'text' ? text : masked()[name]));
  const start = (number: number): number => starts()[number - 1] ?? text.length;
  const line = (name: Stream, number: number): string => {
    const at = start(number);
    const whole = stream(name).slice(at, starts()[number] ?? text.length);
    return whole.endsWith('\n') ? whole.slice(0, -1) : whole;
  };
  return { starts, masked, stream, start, line };
};
