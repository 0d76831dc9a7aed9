import { escaped } from './escaped.ts';
import { type Cursor, emit, type Frame } from './mask-cursor.ts';
import type { Token } from './mask-tokens.ts';

const stopsByToken = new WeakMap<Token, RegExp>();

/** Finds the next character of a string that could mean something. */
const stopsOf = (token: Token): RegExp => {
  const known = stopsByToken.get(token);
  if (known) return known;
  const chars = [token.escape ?? '', token.close.charAt(0), token.hole?.open.charAt(0) ?? '', '\n'].join('');
  const stops = new RegExp(`[${chars.replace(/[\\\]^-]/g, '\\$&')}]`, 'g');
  stopsByToken.set(token, stops);
  return stops;
};

/** What a character inside a string does: ends it, opens a hole, or is passed with so many others. */
type Effect = 'close' | 'break' | 'hole' | number;

const holeAt = (text: string, at: number, { hole }: Token): Effect | null => {
  if (!hole || !text.startsWith(hole.open, at)) return null;
  return hole.open === '{' && text.charAt(at + 1) === '{' ? 2 : 'hole';
};

const closeAt = (text: string, at: number, { close, doubled }: Token): Effect | null => {
  if (close === '' || !text.startsWith(close, at)) return null;
  return doubled && text.startsWith(close, at + close.length) ? close.length * 2 : 'close';
};

const closesBelow = (text: string, at: number, { closeLine }: Token): boolean => {
  const below = text.slice(at + 1, at + 100).trimStart();
  return closeLine !== undefined && below.startsWith(closeLine);
};

const effectAt = (text: string, at: number, token: Token): Effect => {
  const hole = holeAt(text, at, token);
  if (hole !== null) return hole;
  const char = text.charAt(at);
  if (char === token.escape) return 2;
  const close = closeAt(text, at, token);
  if (close !== null) return close;
  return char === '\n' && (!token.multiline || closesBelow(text, at, token)) ? 'break' : 1;
};

/** The next place where a string ends or opens a hole; null where it reaches the end of the text. */
const nextEffect = (text: string, from: number, token: Token): { at: number; effect: string } | null => {
  const stops = stopsOf(token);
  stops.lastIndex = from;
  for (let stop = stops.exec(text); stop; stop = stops.exec(text)) {
    const effect = effectAt(text, stop.index, token);
    if (typeof effect === 'string') return { at: stop.index, effect };
    stops.lastIndex = stop.index + effect;
  }
  return null;
};

/** Reads on inside an open string: to its end, to the hole it opens, or to the end of the text. */
export const readString = (cursor: Cursor, token: Token): void => {
  const { text, frames, at: start } = cursor;
  const next = nextEffect(text, start, token);
  const end = next?.at ?? text.length;
  emit(cursor, 'string', start, end);
  if (next?.effect === 'hole' && token.hole) {
    cursor.at = end + token.hole.open.length;
    frames.push({ token: null, closer: token.hole.close, depth: 0 });
    return;
  }
  cursor.at = next?.effect === 'close' ? end + token.close.length : end;
  if (next || !token.multiline) frames.pop();
};

const marksByToken = new WeakMap<Token, RegExp>();

/** Finds the next mark that closes a comment or, where comments nest, opens another in it. */
const marksOf = (token: Token): RegExp => {
  const known = marksByToken.get(token);
  if (known) return known;
  const marks = new RegExp([token.close, ...(token.nested ? [token.open] : [])].map(escaped).join('|'), 'g');
  marksByToken.set(token, marks);
  return marks;
};

/** Reads on inside an open comment: to its end, or to a comment nested in it. */
export const readComment = (cursor: Cursor, frame: Frame, token: Token): void => {
  const { text, frames, at: start } = cursor;
  const marks = marksOf(token);
  marks.lastIndex = start;
  const mark = marks.exec(text);
  const isNested = mark?.[0] === token.open;
  const end = mark ? mark.index + (token.multiline ? mark[0].length : 0) : text.length;
  emit(cursor, 'comment', start, end);
  cursor.at = end;
  if (isNested) frame.depth++;
  else if ((mark || !token.multiline) && frame.depth-- <= 0) frames.pop();
};
