import { type Cursor, emit, type Frame, type LexState, type Span } from './mask-cursor.ts';
import { lexiconFor } from './mask-lexicon.ts';
import { mayOpenLiteral, type Opening, openSpecial } from './mask-special.ts';
import { readComment, readString } from './mask-string.ts';
import type { Token } from './mask-tokens.ts';

const BACKSLASH = 0x5c;

const OPENERS: Readonly<Record<string, string>> = { '}': '{', ')': '(' };

/** Characters before a slash or a quote that decide whether it opens a literal. */
const BEFORE = 12;

/** The few characters of code before an offset, blanks and comments left out. */
const codeBefore = ({ text, spans }: Cursor, at: number): string => {
  let end = at;
  for (let i = spans.length - 1; ; i--) {
    while (end > 0 && /\s/.test(text.charAt(end - 1))) end--;
    const span = spans[i];
    if (span?.kind !== 'comment' || span.end !== end) break;
    end = span.start;
  }
  return text.slice(Math.max(0, end - BEFORE), end);
};

type Stands = (text: string, at: number) => boolean;

const STANDS: Readonly<Record<NonNullable<Token['at']>, Stands>> = {
  word: (text, at) => at === 0 || /[\s;|&(]/.test(text.charAt(at - 1)),
  line: (text, at) => /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, at - 40), at)),
  value: (text, at) => at === 0 || /[\s[{(,:]/.test(text.charAt(at - 1)),
  name: (text, at) => !/[\w$]/.test(text.charAt(at - 1)) || mayOpenLiteral(text.slice(Math.max(0, at - BEFORE), at)),
};

const openingAt = (cursor: Cursor): Opening => {
  const { text, at, lexicon } = cursor;
  const code = text.charCodeAt(at);
  for (const special of lexicon.specials.get(code) ?? []) {
    const opening = openSpecial(special, text, at, () => codeBefore(cursor, at));
    if (opening) return opening;
  }
  const token = lexicon.tokens.get(code)?.find(({ open }) => text.startsWith(open, at));
  return token && (!token.at || STANDS[token.at](text, at)) ? { token } : null;
};

/** True where the hole that the cursor is in ends here. */
const leavesHole = (cursor: Cursor, frame: Frame, char: string): boolean => {
  const host = cursor.frames.at(-2)?.token;
  if (char === '\n' && host && !host.multiline) {
    cursor.frames.length -= 2;
    return true;
  }
  if (char === OPENERS[frame.closer]) frame.depth++;
  if (char !== frame.closer || frame.depth-- > 0) return false;
  cursor.frames.pop();
  cursor.at++;
  return true;
};

const enter = (cursor: Cursor, opening: Exclude<Opening, null>): void => {
  if ('end' in opening) {
    emit(cursor, 'string', cursor.at + 1, opening.end - 1);
    cursor.at = opening.end;
    return;
  }
  const { token } = opening;
  if (token.kind === 'comment') emit(cursor, 'comment', cursor.at, cursor.at + token.open.length);
  cursor.frames.push({ token, closer: '', depth: 0 });
  cursor.at += token.open.length;
};

/** Looks at one character of code; true where code ends here. */
const leavesCode = (cursor: Cursor, hole: Frame | null, code: number): boolean => {
  if (hole && leavesHole(cursor, hole, cursor.text.charAt(cursor.at))) return true;
  if (code === BACKSLASH) {
    cursor.at++;
    return false;
  }
  const opening = openingAt(cursor);
  if (opening) enter(cursor, opening);
  return opening !== null;
};

const readCode = (cursor: Cursor, hole: Frame | null): void => {
  const { text, lexicon } = cursor;
  const stops = hole ? lexicon.stopsInHole : lexicon.stops;
  for (; cursor.at < text.length; cursor.at++) {
    stops.lastIndex = cursor.at;
    if (!stops.test(text)) break;
    cursor.at = stops.lastIndex - 1;
    if (leavesCode(cursor, hole, text.charCodeAt(cursor.at))) return;
  }
  cursor.at = text.length;
};

/** Comments and string bodies of a text in one language, in order; nothing where the language is not known. */
export const lex = (
  text: string,
  language: string,
  state: LexState = [],
): { readonly spans: readonly Span[]; readonly state: LexState } => {
  const lexicon = lexiconFor(language);
  const nothingOpens = (): boolean => !lexicon?.openers.some((open) => text.includes(open));
  if (!lexicon || (state.length === 0 && nothingOpens())) return { spans: [], state: [] };
  const cursor: Cursor = { text, lexicon, frames: state.map((frame) => ({ ...frame })), spans: [], at: 0 };
  while (cursor.at < text.length) {
    const frame = cursor.frames.at(-1);
    if (!frame?.token) readCode(cursor, frame ?? null);
    else if (frame.token.kind === 'comment') readComment(cursor, frame, frame.token);
    else readString(cursor, frame.token);
  }
  return { spans: cursor.spans, state: cursor.frames };
};
