import { lstatSync, readdirSync, readlinkSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Git } from '../git/exec.ts';
import { asideFolder, asidePath } from './aside.ts';
import { removeConfigured } from './configured.ts';
import { changing, writeWhole } from './disk.ts';
import { realPath } from './paths.ts';
import type { Removal } from './removal.ts';

/** Removes a folder that has nothing left in it; one that somebody else uses stays. */
export const removeEmpty = (folder: string): void => {
  try {
    rmdirSync(folder);
  } catch {
    // Not empty: it is in use.
  }
};

/** Takes away the links that the installation made beside a hook in a folder of its own. */
const unlinkNeighbours = (folder: string, home: string): void => {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (lstatSync(path).isSymbolicLink() && readlinkSync(path) === join('..', basename(home), name)) rmSync(path);
  }
};

/**
 * The old hook takes its place back in one move, with its bytes, its permissions and, if it is one, its link. Two names
 * of one file are not moved onto each other, so the second one is taken away.
 */
export const restore = (path: string, previous: string): void => {
  const folder = asideFolder(path, previous);
  renameSync(asidePath(path, previous), path);
  rmSync(asidePath(path, previous), { force: true });
  if (folder === null) return;
  unlinkNeighbours(folder, realPath(dirname(path)));
  removeEmpty(folder);
};

const change = (removal: Removal): void => {
  if (removal.kind === 'restore') restore(removal.path, removal.previous);
  if (removal.kind === 'remove') rmSync(removal.path);
  if (removal.kind === 'strip' && removal.text === null) rmSync(removal.path);
  if (removal.kind === 'strip' && removal.text !== null)
    writeWhole(removal.path, Buffer.from(removal.text, 'latin1'), removal.mode);
};

/** Carries removals out; folders that the installation made go last. Throws LgtmError where the disk or git refuses. */
export const applyRemovals = async (git: Git, removals: readonly Removal[]): Promise<void> => {
  for (const removal of removals) {
    if (removal.kind === 'unset') await removeConfigured(git, removal.stage);
    else changing(removal.path, () => change(removal));
  }
  for (const removal of removals)
    if (removal.kind === 'remove' && removal.madeFolder) removeEmpty(dirname(removal.path));
};
