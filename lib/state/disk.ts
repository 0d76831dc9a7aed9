import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isOurs } from './folders.ts';

/** Small files of lgtm's own. Nothing here throws: whatever the disk does, a review goes on without what was to be kept. */

/** Name of a file that is being written; what a crash leaves behind is known by it. */
export const TEMPORARY = /^\.[0-9a-zA-Z.-]+\.[0-9a-f]{16}\.tmp$/;

type Write = (file: number, bytes: Buffer, from: number) => number;

const writeSome: Write = (file, bytes, from) => writeSync(file, bytes, from);

/** Writes every byte; throws where the system takes none, as a full disk may without an error. */
const writeAll = (file: number, bytes: Buffer, write: Write): void => {
  for (let from = 0; from < bytes.length; ) {
    const taken = write(file, bytes, from);
    if (taken <= 0) throw new Error('nothing was written');
    from += taken;
  }
};

const attempt = (work: () => void): boolean => {
  try {
    work();
    return true;
  } catch {
    return false;
  }
};

/**
 * Writes a file in one step: a reader sees the old one or the whole new one, also after a crash and beside other writers,
 * of whom the last wins. Mode 0600, folders 0700. `root` is the folder of lgtm that must be the user's own. False where it
 * could not be written.
 */
export const keep = (root: string, path: string, content: string | Buffer, write: Write = writeSome): boolean => {
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(8).toString('hex')}.tmp`);
  const written = attempt(() => {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    if (!isOurs(root)) throw new Error('the folder is not ours');
    // `wx` fails on whatever stands there, a planted link included.
    const file = openSync(temporary, 'wx', 0o600);
    try {
      writeAll(file, typeof content === 'string' ? Buffer.from(content) : content, write);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  });
  if (!written) discard(temporary);
  return written;
};

const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

const readAll = (file: number, size: number): Buffer => {
  const bytes = Buffer.alloc(size);
  let at = 0;
  while (at < size) {
    const taken = readSync(file, bytes, at, size - at, at);
    if (taken === 0) break;
    at += taken;
  }
  return bytes.subarray(0, at);
};

/** What a regular file of this user of at most `most` bytes holds, null where there is none. Links are not followed. */
export const recallBytes = (root: string, path: string, most: number): Buffer | null => {
  if (!isOurs(root)) return null;
  let bytes: Buffer | null = null;
  attempt(() => {
    const file = openSync(path, READ);
    try {
      const stat = fstatSync(file);
      const owner = process.geteuid?.();
      if (stat.isFile() && stat.size <= most && (owner === undefined || stat.uid === owner))
        bytes = readAll(file, stat.size);
    } finally {
      closeSync(file);
    }
  });
  return bytes;
};

/** The same as text. */
export const recall = (root: string, path: string, most: number): string | null =>
  recallBytes(root, path, most)?.toString('utf8') ?? null;

/** Removes a file; false where it could not be removed. */
export const discard = (path: string): boolean => attempt(() => unlinkSync(path));
