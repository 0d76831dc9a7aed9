import { alternatives, EMPTY, exactly, type Known, NOTHING, repeated, sequence } from './needle-sets.ts';

/** A pattern as it is read, from left to right. */
interface Reader {
  readonly source: string;
  at: number;
}

const take = (reader: Reader, pattern: RegExp): RegExpExecArray | null => {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.source);
  if (found) reader.at += found[0].length;
  return found;
};

const QUANTIFIER = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y;

const BOUNDS: Readonly<Record<string, readonly [number, number]>> = {
  '*': [0, Infinity],
  '+': [1, Infinity],
  '?': [0, 1],
};

const quantified = (reader: Reader, piece: Known): Known => {
  const found = take(reader, QUANTIFIER);
  if (!found) return piece;
  const [, sign, least = '1', comma, most] = found;
  const [from, to] = BOUNDS[sign ?? ''] ?? [Number(least), comma ? Number(most || Infinity) : Number(least)];
  return repeated(piece, from, to);
};

/** Thrown where a pattern uses what is not understood here; it then has no needles. */
class NotUnderstood extends Error {}

const CLASS = /\[(\^?)((?:\\.|[^\]\\])*)\]/y;

/** A small class of plain characters stands for each of them. */
const classOf = ([, not, body = '']: RegExpExecArray): Known => {
  const plain = body.replace(/\\([\W_])/g, '$1');
  if (not || plain.length === 0 || plain.length > 4 || /\\[a-z\d]/i.test(body) || /[^\\]-./.test(body)) return NOTHING;
  return exactly(...new Set(plain));
};

const ESCAPE =
  /\\(?:([bB])|([dDwWsSnrtfv0])|[pP](?:\{[^}]*\}|\w)|x[\da-fA-F]{2}|u(?:[\da-fA-F]{4}|\{[^}]*\})|c[A-Za-z]|([^\w]|_))/y;

const escapeOf = ([, edge, , literal]: RegExpExecArray): Known => {
  if (edge) return EMPTY;
  return literal ? exactly(literal) : NOTHING;
};

const GROUP = /\((?:\?(?:(:|P?<[A-Za-z_]\w*>)|(<?[=!])))?/y;

const groupAt = (reader: Reader): Known | null => {
  const opened = take(reader, GROUP);
  if (!opened) return null;
  // Inside `(?i)` and the like follows a question mark that no other form leaves.
  if (reader.source[reader.at] === '?') throw new NotUnderstood();
  const inner = choice(reader);
  if (reader.source[reader.at] !== ')') throw new NotUnderstood();
  reader.at++;
  // What stands ahead or behind is no part of the match.
  return opened[2] ? EMPTY : inner;
};

const CHARACTER = /[^\\()[\]{}|*+?.^$]|[\]}]|\{(?!\d+(?:,\d*)?\})/y;

const pieceAt = (reader: Reader): Known | null => {
  const group = groupAt(reader);
  if (group) return group;
  const set = take(reader, CLASS);
  if (set) return classOf(set);
  const escaped = take(reader, ESCAPE);
  if (escaped) return escapeOf(escaped);
  if (take(reader, /[$^]/y)) return EMPTY;
  if (take(reader, /\./y)) return NOTHING;
  const character = take(reader, CHARACTER);
  return character ? exactly(character[0]) : null;
};

const branch = (reader: Reader): Known => {
  const pieces: Known[] = [];
  for (let piece = pieceAt(reader); piece; piece = pieceAt(reader)) pieces.push(quantified(reader, piece));
  return sequence(pieces);
};

/** A branch with the place in the pattern at which it stands. */
interface Branch {
  readonly known: Known;
  readonly at: readonly [start: number, end: number];
}

const branches = (reader: Reader): Branch[] => {
  const found: Branch[] = [];
  do {
    if (found.length > 0) reader.at++;
    const start = reader.at;
    found.push({ known: branch(reader), at: [start, reader.at] });
  } while (reader.source[reader.at] === '|');
  return found;
};

/** What is known of a pattern that has these branches. */
export const oneOf = (found: readonly Branch[]): Known =>
  found.length === 1 && found[0] ? found[0].known : alternatives(found.map(({ known }) => known));

function choice(reader: Reader): Known {
  return oneOf(branches(reader));
}

/** The branches of a whole pattern; null where something in it is not understood. */
export const branchesOf = (source: string): readonly Branch[] | null => {
  const reader: Reader = { source, at: 0 };
  try {
    const found = branches(reader);
    return reader.at < source.length ? null : found;
  } catch (error) {
    if (error instanceof NotUnderstood) return null;
    throw error;
  }
};
