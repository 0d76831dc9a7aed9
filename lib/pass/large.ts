import type { Blob } from '../git/blobs.ts';
import type { RawRecord } from '../types.ts';
import { freshLines, knownLines } from './fresh.ts';
import { lineCutter } from './line-cutter.ts';
import type { LineTable } from './line-table.ts';
import { type ReadSide, streamedSide } from './sides.ts';

/**
 * Receives the pieces of blobs that are too large to hold, so that detectors still see every byte. Of a changed file's
 * earlier version come only lines that are too long to hold; of the staged one what is not new is left empty.
 */
export interface LargeBlobs {
  piece(record: RawRecord, side: 'old' | 'new', bytes: Buffer): void;
  /** With the staged version of a changed file comes which of its lines are new. */
  end(record: RawRecord, side: 'old' | 'new', isFresh?: (line: number) => boolean): void;
}

/** Passes pieces on up to a number of bytes in all. */
export interface BoundedBlobs extends LargeBlobs {
  /** Whether anything was held back since this was last asked. */
  heldBack(): boolean;
}

export const bounded = (large: LargeBlobs, most: number): BoundedBlobs => {
  let left = most;
  let back = false;
  return {
    piece: (record, side, bytes) => {
      if (left > 0) large.piece(record, side, bytes);
      else back = true;
      left -= bytes.length;
    },
    end: large.end,
    heldBack: () => {
      const was = back;
      back = false;
      return was;
    },
  };
};

/** The lines of a version that is held. */
export const tableOf = (bytes: Buffer): LineTable => {
  const { table, push, end } = knownLines(() => undefined);
  push(bytes);
  end();
  return table;
};

/** Lines of a held version that a table does not hold. */
export const linesBeyond = (table: LineTable, bytes: Buffer): ReadonlySet<number> => {
  const fresh = new Set<number>();
  let number = 1;
  const { push, end } = lineCutter({
    line: (line, from, to) => {
      if (!table.take(line, from, to)) fresh.add(number);
      number++;
    },
    part: (_, ends) => {
      fresh.add(number);
      if (ends) number++;
    },
  });
  push(bytes);
  end();
  return fresh;
};

/** Reads a large earlier version into a table of its lines. Throws GitError. */
export const streamOld = async (
  record: RawRecord,
  blob: Blob,
  large: LargeBlobs,
): Promise<{ side: ReadSide; table: LineTable }> => {
  const { table, push, end } = knownLines((bytes) => large.piece(record, 'old', bytes));
  const side = await streamedSide(blob, push);
  end();
  large.end(record, 'old');
  return { side, table };
};

/** Reads a large staged version and passes it on: all of it, or what is new against `table`. Throws GitError. */
export const streamNew = async (
  record: RawRecord,
  blob: Blob,
  table: LineTable | null,
  large: LargeBlobs,
): Promise<ReadSide> => {
  const onPiece = (piece: Buffer): void => large.piece(record, 'new', piece);
  if (!table) {
    const side = await streamedSide(blob, onPiece);
    large.end(record, 'new');
    return side;
  }
  const fresh = freshLines(table, onPiece);
  const side = await streamedSide(blob, fresh.push);
  fresh.end();
  large.end(record, 'new', fresh.isFresh);
  return side;
};
