import type { Lexicon } from './mask-lexicon.ts';
import type { Token } from './mask-tokens.ts';

/** A comment with its marks, or the body of a string without them; offsets into the text. */
export interface Span {
  readonly kind: 'string' | 'comment';
  readonly start: number;
  readonly end: number;
}

/** A string or comment that is open, or the code inside a string's hole with the brackets open in it. */
export interface Frame {
  readonly token: Token | null;
  readonly closer: string;
  depth: number;
}

/** What is open where a text ends; handed back in, the next piece of the same file is read on from there. */
export type LexState = readonly Frame[];

/** Where the lexer stands. */
export interface Cursor {
  readonly text: string;
  readonly lexicon: Lexicon;
  readonly frames: Frame[];
  readonly spans: Span[];
  at: number;
}

/** Notes a span, unless it is empty. */
export const emit = (cursor: Cursor, kind: Span['kind'], start: number, end: number): void => {
  if (end > start) cursor.spans.push({ kind, start, end });
};
