import { encodingOf, looksTextual } from '../text/lines.ts';

/** Characters that are looked at in one go, cut at a line end where there is one. */
const BLOCK = 256 * 1024;

/** What a piece of one endless line takes over from the piece before, in characters. */
const OVERLAP = 500;

/** Bytes on which it is decided whether a blob is text, and in which encoding. */
const HEAD = 8000;

/** A piece of a long text. The next piece begins at `end`, which lies before the end of `text` only within an endless line. */
export interface Piece {
  readonly text: string;
  readonly line: number;
  readonly end: number;
}

export interface Pieces {
  push(bytes: Buffer): void;
  end(): void;
}

const newlines = (text: string): number => {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return count;
};

/** Hands on text in pieces that end with a line, or that overlap where there is no end of a line. */
const cutter = (look: (piece: Piece) => void) => {
  let pending = '';
  let line = 1;
  const flush = (length: number, end: number): void => {
    const text = pending.slice(0, length);
    look({ text, line, end });
    line += newlines(text);
    pending = pending.slice(end);
  };
  const add = (text: string): void => {
    pending += text;
    while (pending.length >= BLOCK) {
      const end = pending.lastIndexOf('\n', BLOCK - 1) + 1;
      if (end > 0) flush(end, end);
      else flush(BLOCK, BLOCK - OVERLAP);
    }
  };
  const finish = (): void => {
    if (pending !== '') flush(pending.length, pending.length);
  };
  return { add, finish };
};

/** Decodes the bytes of a blob as they come and hands on its text in pieces; what does not read as text is passed over. */
export const piecesOf = (look: (piece: Piece) => void): Pieces => {
  const { add, finish } = cutter(look);
  let head: Buffer | null = Buffer.alloc(0);
  let decoder: InstanceType<typeof TextDecoder> | null = null;
  const decide = (bytes: Buffer): void => {
    head = null;
    if (!looksTextual(bytes)) return;
    decoder = new TextDecoder(encodingOf(bytes), { ignoreBOM: true });
    add(decoder.decode(bytes, { stream: true }));
  };
  return {
    push: (bytes) => {
      if (head) {
        head = Buffer.concat([head, bytes]);
        if (head.length >= HEAD) decide(head);
      } else if (decoder) add(decoder.decode(bytes, { stream: true }));
    },
    end: () => {
      if (head) decide(head);
      if (decoder) add(decoder.decode());
      finish();
    },
  };
};
