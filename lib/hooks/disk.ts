import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { LgtmError, messageOf } from '../errors.ts';
import { exists } from './paths.ts';

/** Runs a change to the disk; a refusal becomes an LgtmError that names the file. */
export const changing = <T>(path: string, change: () => T): T => {
  try {
    return change();
  } catch (cause) {
    throw new LgtmError(
      `cannot write ${path}: ${messageOf(cause)}`,
      'Nothing else was changed. Look at the permissions of the folder.',
      { cause },
    );
  }
};

/** Writes a file whole or not at all: a reader sees the old one or the new one, and a link is replaced, not followed. */
export const writeWhole = (path: string, bytes: Buffer, mode: number): void => {
  const temporary = join(dirname(path), `.${basename(path)}.lgtm-${randomBytes(6).toString('hex')}`);
  const handle = openSync(temporary, 'wx', mode);
  try {
    writeFileSync(handle, bytes);
    // The mask of the process must not take the executable bit away.
    fchmodSync(handle, mode);
    fsyncSync(handle);
    closeSync(handle);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
};

/**
 * Puts a second name on a file, so that its first one can be given to another without a moment in which there is none.
 * A link is made again with the same target; on a disk without second names the file is moved. Already done: nothing.
 */
export const nameAside = (path: string, aside: string): void => {
  if (exists(aside)) return;
  mkdirSync(dirname(aside), { recursive: true });
  if (lstatSync(path).isSymbolicLink()) {
    symlinkSync(readlinkSync(path, 'buffer'), aside);
    return;
  }
  try {
    linkSync(path, aside);
  } catch {
    renameSync(path, aside);
  }
};

/** Links the entries of a folder beside a hook that has moved next door; a disk without links goes without. */
export const linkNeighbours = (folder: string, home: string, names: readonly string[]): void => {
  for (const name of names) {
    try {
      symlinkSync(join('..', basename(home), name), join(folder, name));
    } catch {
      // Taken already, or no links here: the hook finds what it finds.
    }
  }
};
