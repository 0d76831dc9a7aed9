import type { Blob } from '../git/blobs.ts';
import { decode, isBinary, looksTextual } from '../text/lines.ts';
import type { Side } from './classify.ts';

/** One side of a file as read: its measures, and its text where it was held and reads as text. */
export interface ReadSide extends Side {
  /** Null where the side was too large to hold, or is no text even though UTF-16 and stray NULs are allowed for. */
  readonly text: string | null;
  /** Whether git compares it line by line as it is: held, and neither binary nor UTF-16. */
  readonly comparable: boolean;
}

const LF = 0x0a;

/** Bytes at the beginning that tell binary content (git's own measure), generated files and the like. */
const HEAD = 8000;

/** Lines and the longest of them, in bytes, as the bytes come in. */
const meter = () => {
  let lines = 0;
  let longest = 0;
  let open = 0;
  const add = (bytes: Uint8Array): void => {
    for (let i = 0; i < bytes.length; i++) {
      if (bytes[i] !== LF) {
        open++;
        continue;
      }
      if (open > longest) longest = open;
      lines++;
      open = 0;
    }
  };
  const read = () => ({ lines: open > 0 ? lines + 1 : lines, longest: Math.max(longest, open) });
  return { add, read };
};

/** A byte order mark of UTF-16; without one and without NULs the bytes are UTF-8 or nothing. */
const isMarked = (bytes: Buffer): boolean =>
  (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);

/** Control characters alone take nothing out of review: only what git calls binary may be no text. */
const textOf = (bytes: Buffer, comparable: boolean): string | null => {
  if (comparable) return bytes.toString('utf8');
  return looksTextual(bytes) ? decode(bytes) : null;
};

/** Measures a side that is held whole. */
export const heldSide = (bytes: Buffer): ReadSide => {
  const { add, read } = meter();
  add(bytes);
  const binary = isBinary(bytes);
  const comparable = !binary && !isMarked(bytes);
  const text = textOf(bytes, comparable);
  return { size: bytes.length, ...read(), binary, head: text?.slice(0, HEAD) ?? '', text, comparable };
};

/** A side that was measured already, and can only be text. */
export const measuredSide = (text: string, { size, lines, longest }: Omit<Side, 'head' | 'binary'>): ReadSide => {
  const head = text.length > HEAD ? text.slice(0, HEAD) : text;
  return { size, lines, longest, binary: false, head, text, comparable: true };
};

/** A submodule's side: git shows it as the one line "Subproject commit …". */
export const GITLINK: ReadSide = { ...heldSide(Buffer.alloc(0)), lines: 1 };

/** Measures a blob that is too large to hold, piece by piece, and passes the pieces on. Throws GitError. */
export const streamedSide = async (blob: Blob, onPiece: (piece: Buffer) => void): Promise<ReadSide> => {
  const { add, read } = meter();
  let head: Buffer = Buffer.alloc(0);
  for await (const piece of blob.pieces()) {
    if (head.length < HEAD) head = Buffer.concat([head, piece.subarray(0, HEAD - head.length)]);
    add(piece);
    onPiece(piece);
  }
  const known = { size: blob.size ?? 0, ...read(), binary: isBinary(head), head: decode(head) };
  return { ...known, text: null, comparable: false };
};
