import type { LexState, Span } from './mask-cursor.ts';
import { embeddedSpans } from './mask-embedded.ts';
import { lex } from './mask-lexer.ts';

/**
 * Three views of one text, equal in length, line by line and column by column, so that a place found in one is the place
 * in all. Known limit: text between JSX tags counts as code.
 */
interface Masked {
  /** Comments and the bodies of strings blanked. */
  readonly code: string;
  /** Comments blanked, strings kept. */
  readonly uncommented: string;
  /** Everything but comments blanked. */
  readonly comment: string;
  /** What was open at the end, for the next piece of the same file. */
  readonly state: LexState;
}

const blankOut = (text: string): string =>
  text.includes('\n')
    ? text
        .split('\n')
        .map((line) => ' '.repeat(line.length))
        .join('\n')
    : ' '.repeat(text.length);

const blankSpans = (text: string, spans: readonly Span[], blanked: (span: Span) => boolean): string => {
  const parts: string[] = [];
  let at = 0;
  for (const span of spans) {
    if (!blanked(span)) continue;
    parts.push(text.slice(at, span.start), blankOut(text.slice(span.start, span.end)));
    at = span.end;
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(at);
};

const commentsOnly = (text: string, spans: readonly Span[]): string => {
  const parts: string[] = [];
  let at = 0;
  for (const { kind, start, end } of spans) {
    if (kind !== 'comment') continue;
    parts.push(blankOut(text.slice(at, start)), text.slice(start, end));
    at = end;
  }
  return parts.join('') + blankOut(text.slice(at));
};

/** Blanks what is not code. `language` is a short name of language.ts; a text in no known language is code throughout. */
export const mask = (text: string, language: string | null, state: LexState = []): Masked => {
  const embedded = embeddedSpans(text, language ?? '');
  const read = embedded ? { spans: embedded, state: [] } : lex(text, language ?? '', state);
  const { spans } = read;
  return {
    get code() {
      return blankSpans(text, spans, () => true);
    },
    get uncommented() {
      return blankSpans(text, spans, ({ kind }) => kind === 'comment');
    },
    get comment() {
      return commentsOnly(text, spans);
    },
    state: read.state,
  };
};
