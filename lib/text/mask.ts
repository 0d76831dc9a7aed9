import type { LexState, Span } from './mask-cursor.ts';
import { embeddedSpans } from './mask-embedded.ts';
import { lex } from './mask-lexer.ts';

/**
 * Three views of one text, equal in length, line by line and column by column, so that a place found in one is the place
 * in all. Known limit: text between JSX tags counts as code.
 */
export interface Masked {
  /** Comments and the bodies of strings blanked. */
  readonly code: string;
  /** Comments blanked, strings kept. */
  readonly uncommented: string;
  /** Everything but comments blanked. */
  readonly comment: string;
  /** What was open at the end, for the next piece of the same file. */
  readonly state: LexState;
}

const BLANKS = ' '.repeat(4000);

const blanks = (length: number): string => (length <= BLANKS.length ? BLANKS.slice(0, length) : ' '.repeat(length));

/** Adds blanks in place of a stretch of text, its line ends kept. */
const pushBlanks = (parts: string[], text: string, start: number, end: number): void => {
  const part = text.slice(start, end);
  let at = 0;
  for (let next = part.indexOf('\n'); next !== -1; next = part.indexOf('\n', at)) {
    if (next > at) parts.push(blanks(next - at));
    parts.push('\n');
    at = next + 1;
  }
  if (part.length > at) parts.push(blanks(part.length - at));
};

const blankSpans = (text: string, spans: readonly Span[], kind: Span['kind'] | null): string => {
  const parts: string[] = [];
  let at = 0;
  for (const span of spans) {
    if (kind !== null && span.kind !== kind) continue;
    if (span.start > at) parts.push(text.slice(at, span.start));
    pushBlanks(parts, text, span.start, span.end);
    at = span.end;
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(at);
};

const commentsOnly = (text: string, spans: readonly Span[]): string => {
  const parts: string[] = [];
  let at = 0;
  for (const { kind, start, end } of spans) {
    if (kind !== 'comment') continue;
    pushBlanks(parts, text, at, start);
    parts.push(text.slice(start, end));
    at = end;
  }
  pushBlanks(parts, text, at, text.length);
  return parts.join('');
};

/** Blanks what is not code. `language` is a short name of language.ts; a text in no known language is code throughout. */
export const mask = (text: string, language: string | null, state: LexState = []): Masked => {
  const embedded = embeddedSpans(text, language ?? '');
  const read = embedded ? { spans: embedded, state: [] } : lex(text, language ?? '', state);
  const { spans } = read;
  return {
    get code() {
      return blankSpans(text, spans, null);
    },
    get uncommented() {
      return blankSpans(text, spans, 'comment');
    },
    get comment() {
      return commentsOnly(text, spans);
    },
    state: read.state,
  };
};
