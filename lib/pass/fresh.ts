import { gather } from './gather.ts';
import { lineCutter } from './line-cutter.ts';
import { lineSet } from './line-set.ts';
import { type LineTable, lineTable } from './line-table.ts';

/** Known lines on both sides of a new one that are passed on with it, for detectors that look around a match. */
const AROUND = 10;

const LF = Buffer.from('\n');

type OnPiece = (piece: Buffer) => void;

/** Lines of a large earlier version, read as they come. Lines too long to hold are passed on instead. */
export const knownLines = (onLong: OnPiece): { table: LineTable; push: OnPiece; end: () => void } => {
  const table = lineTable();
  const { push, end } = lineCutter({
    line: (bytes, from, to) => table.add(bytes, from, to),
    part: (bytes, ends) => {
      onLong(bytes);
      if (ends) onLong(LF);
    },
  });
  return { table, push, end };
};

interface Cut {
  readonly bytes: Buffer;
  readonly from: number;
  readonly to: number;
  readonly ends: boolean;
}

/** Passes lines on, or empties in their place where no new line is near. */
const thinning = (onPiece: OnPiece) => {
  const { put, lineFeed, flush } = gather(onPiece);
  let before: Cut[] = [];
  let after = 0;

  const pass = ({ bytes, from, to, ends }: Cut): void => {
    put(bytes.subarray(from, to));
    if (ends) lineFeed();
  };

  const release = (): void => {
    for (const line of before) pass(line);
    before = [];
  };

  const known = (line: Cut): void => {
    if (after > 0) {
      after--;
      pass(line);
      return;
    }
    before.push(line);
    if (before.length <= AROUND) return;
    before.shift();
    lineFeed();
  };

  const fresh = (line: Cut): void => {
    release();
    pass(line);
    after = AROUND;
  };

  const end = (): void => {
    release();
    flush();
  };

  return { known, fresh, end };
};

/**
 * Passes on the staged version of a large file with the lines that the earlier one holds as often left empty, so that
 * line numbers stay and only what is new, with a few lines around it, is looked at. A line too long to hold counts as new.
 */
export const freshLines = (table: LineTable, onPiece: OnPiece) => {
  const numbers = lineSet();
  const { known, fresh, end } = thinning(onPiece);
  let number = 1;

  const cutter = lineCutter({
    line: (bytes, from, to, ends) => {
      const line = { bytes, from, to, ends };
      if (table.take(bytes, from, to)) known(line);
      else {
        numbers.add(number);
        fresh(line);
      }
      number++;
    },
    part: (bytes, ends) => {
      numbers.add(number);
      fresh({ bytes, from: 0, to: bytes.length, ends });
      if (ends) number++;
    },
  });

  const finish = (): void => {
    cutter.end();
    end();
  };

  return { push: cutter.push, end: finish, isFresh: numbers.has };
};
