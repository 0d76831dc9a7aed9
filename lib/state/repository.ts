import { createHash } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Git } from '../git/exec.ts';
import { stateFolder } from './folders.ts';
import { type Kind, keepSealed, recallSealed } from './sealed.ts';

/** What this user keeps about one repository: outside of it, so that no repository can bring it along. */
export interface RepoState {
  /** Folder of all of lgtm's state, which must be the user's own. */
  readonly root: string;
  /** Folder of this repository's part. */
  readonly folder: string;
}

const real = (path: string): string => {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
};

/** Finds a repository's state by its common git folder, which all its work trees share. Throws GitError. */
export const repoState = async (git: Git, env: NodeJS.ProcessEnv): Promise<RepoState> => {
  const common = real(resolve(git.cwd, await git.text(['rev-parse', '--git-common-dir'])));
  const root = stateFolder(env);
  return { root, folder: join(root, 'repositories', createHash('sha256').update(common).digest('hex').slice(0, 32)) };
};

/** A value that was kept: `missing` where there is none, `broken` where it is torn, foreign or of another version. */
export type Recalled = { readonly state: 'missing' | 'broken' } | { readonly state: 'whole'; readonly value: unknown };

/** Reads one file of a repository's state. Never throws. */
export const recallIn = ({ root, folder }: RepoState, kind: Kind): Recalled => {
  const path = join(folder, kind.name);
  const value = recallSealed(root, path, kind);
  if (value !== undefined) return { state: 'whole', value };
  return { state: existsSync(path) ? 'broken' : 'missing' };
};

/** Writes one file of a repository's state; false where it could not be written. */
export const keepIn = ({ root, folder }: RepoState, kind: Kind, value: unknown): boolean =>
  keepSealed(root, join(folder, kind.name), kind, value);
