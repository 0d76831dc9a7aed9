import { type ByteSource, byteSource } from './bytes.ts';
import type { Git } from './exec.ts';

/** Content of one object, in the order asked: whole where it fits, else in `pieces`, to be drained before the next. */
export interface Blob {
  readonly id: string;
  /** Bytes; null where the object is missing or git broke off before it said. */
  readonly size: number | null;
  readonly bytes: Buffer | null;
  /** Why the content cannot be had; null where it can. */
  readonly fault: string | null;
  /** What git said, where the fault is git's own. */
  readonly cause?: Error;
  /** Throws GitError where git breaks off; what was delivered until then is not the whole. */
  pieces(): AsyncGenerator<Buffer>;
}

/** Bytes up to which an object is held whole, and up to which it is read at all. */
export interface BlobCaps {
  readonly held: number;
  readonly read: number;
}

/** Ids as `cat-file` reads them, a thousand at a time. */
export function* inputLines(ids: readonly string[], from: number): Generator<string> {
  for (let i = from; i < ids.length; i += 1000) yield `${ids.slice(i, i + 1000).join('\n')}\n`;
}

const none = async function* (): AsyncGenerator<Buffer> {};

/** An object that cannot be had. */
export const lost = (id: string, fault: string, size: number | null = null): Blob => ({
  ...{ id, size, bytes: null, fault },
  pieces: none,
});

const held = (id: string, size: number, bytes: Buffer): Blob => ({ id, size, bytes, fault: null, pieces: none });

/** Size out of `ID blob SIZE`; null for anything else (missing, another type). */
export const sizeIn = (line: string): number | null => {
  const at = line.indexOf(' ');
  return line.startsWith(' blob ', at) ? Number(line.slice(at + 6)) : null;
};

/** Why an object is not read, from git's line about it; null where it is. */
const refusal = (line: string, size: number | null, caps: BlobCaps): string | null => {
  if (size === null) return line.endsWith(' missing') ? 'object missing' : 'not a file';
  return size > caps.read ? `larger than ${Math.round(caps.read / 1024 / 1024)} MiB` : null;
};

/** The pieces of an object that is too large to hold. `finish` reads on to its end; false where git broke off. */
const piecewise = (size: number, source: ByteSource) => {
  let left = size;
  async function* pieces(): AsyncGenerator<Buffer> {
    while (left > 0) {
      const piece = await source.some(left);
      left -= piece.length;
      yield piece;
    }
  }
  const finish = async (): Promise<boolean> => {
    try {
      for await (const _ of pieces());
      // git puts a line feed behind each object.
      await source.exactly(1);
      return true;
    } catch {
      return false;
    }
  };
  return { pieces, finish };
};

/** One run of `cat-file --batch`. */
export interface Batch {
  /** The next object where all of it has arrived, else null. */
  now(id: string): Blob | null;
  /** Reads what is left of a large object; false where git broke off in it and another run must go on behind it. */
  ready(): Promise<boolean>;
  /** The next object. Throws GitError where git breaks off; then, and behind a refusal, another run must go on. */
  later(id: string): Promise<Blob>;
  close(): Promise<void>;
}

/** Starts, once it is first asked, a run that answers from some place in the list on. */
export const openBatch = (git: Git, ids: readonly string[], caps: BlobCaps, from: number): Batch => {
  const source = byteSource(git.stream(['cat-file', '--batch', '--buffer'], { input: inputLines(ids, from) }));
  let finish: (() => Promise<boolean>) | null = null;

  const now = (id: string): Blob | null => {
    const line = finish ? null : source.peekLine();
    const size = line === null ? null : sizeIn(line);
    if (size === null || size > caps.held || !source.holds(size + 1)) return null;
    source.lineNow();
    return held(id, size, source.now(size + 1).subarray(0, size));
  };

  const ready = async (): Promise<boolean> => {
    const whole = (await finish?.()) ?? true;
    finish = null;
    return whole;
  };

  const later = async (id: string): Promise<Blob> => {
    const line = await source.line();
    const size = sizeIn(line);
    const why = refusal(line, size, caps);
    if (size === null || why !== null) return lost(id, why ?? '', size);
    if (size <= caps.held) return held(id, size, (await source.exactly(size + 1)).subarray(0, size));
    const large = piecewise(size, source);
    finish = large.finish;
    return { id, size, bytes: null, fault: null, pieces: large.pieces };
  };

  return { now, ready, later, close: source.close };
};
