import { messageOf } from '../errors.ts';
import { type Blob, type BlobCaps, inputLines, lost, openBatch, sizeIn } from './blob-batch.ts';
import type { Git } from './exec.ts';

export type { Blob, BlobCaps } from './blob-batch.ts';

/** Reads contents in the order asked; answers at once while what is needed has arrived already. */
export interface BlobReader {
  /** The next object; a blob with a fault where it cannot be had, also beyond the last. Never throws. */
  next(): Blob | Promise<Blob>;
  /** Ends the git behind it. */
  close(): Promise<void>;
}

/** Times that a git which broke off is started again behind the object that it broke off at; ten milliseconds each. */
const RESTARTS = 100;

/** git ends where a partial clone lacks an object that it may not fetch. */
const faultOf = (error: unknown): string =>
  /could not fetch/.test(messageOf(error)) ? 'object missing (a partial clone; nothing is fetched)' : messageOf(error);

const broken = (id: string, cause: unknown): Blob => ({
  ...lost(id, faultOf(cause)),
  ...(cause instanceof Error ? { cause } : {}),
});

/** Whether the bytes of an object that was refused are still to come. */
const leavesBytes = ({ fault, size }: Blob): boolean => fault !== null && fault !== 'object missing' && size !== 0;

/**
 * Contents by object id through one `cat-file --batch`. An object that is missing, no blob, too large, or at which git
 * breaks off is answered with a fault, and the rest is read all the same.
 */
export const openBlobs = (git: Git, ids: readonly string[], caps: BlobCaps): BlobReader => {
  let at = 0;
  let failures = 0;
  let batch = openBatch(git, ids, caps, 0);

  const restart = async (from: number): Promise<void> => {
    await batch.close();
    batch = openBatch(git, ids, caps, from);
  };

  const read = async (id: string): Promise<Blob> => {
    try {
      if (!(await batch.ready())) await restart(at);
      const blob = await batch.later(id);
      if (leavesBytes(blob)) await restart(at + 1);
      return blob;
    } catch (cause) {
      failures++;
      await restart(at + 1);
      return broken(id, cause);
    }
  };

  const later = async (): Promise<Blob> => {
    const id = ids[at];
    if (id === undefined || failures > RESTARTS) return lost(id ?? '', 'not read: git broke off too often');
    const blob = await read(id);
    at++;
    return blob;
  };

  const next = (): Blob | Promise<Blob> => {
    const blob = batch.now(ids[at] ?? '');
    if (blob) at++;
    return blob ?? later();
  };

  return { next, close: () => batch.close() };
};

/** Sizes of blobs by object id; ids that the repository does not hold are absent. Throws GitError. */
export const readSizes = async (git: Git, ids: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  const sizes = new Map<string, number>();
  if (ids.length === 0) return sizes;
  const answer = await git.run(['cat-file', '--batch-check', '--buffer'], { input: inputLines(ids, 0) });
  for (const line of answer.stdout.toString('latin1').split('\n')) {
    const size = sizeIn(line);
    if (size !== null) sizes.set(line.slice(0, line.indexOf(' ')), size);
  }
  return sizes;
};

/** As `openBlobs`, for a few objects; missing ones are left out, those beyond `cap` bytes come without bytes. Throws GitError. */
export async function* readBlobs(git: Git, ids: readonly string[], cap: number): AsyncGenerator<Blob> {
  const reader = openBlobs(git, ids, { held: cap, read: cap });
  try {
    for (const _ of ids) {
      const blob = await reader.next();
      if (blob.cause) throw blob.cause;
      if (blob.size !== null) yield blob;
    }
  } finally {
    await reader.close();
  }
}
