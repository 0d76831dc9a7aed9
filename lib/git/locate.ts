import { accessSync, constants, lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, delimiter, dirname, isAbsolute, join, parse, sep } from 'node:path';
import { GitError } from '../errors.ts';

const HINT = 'Install git 2.25 or later and make sure that it is on PATH.';

/** Where a path leads; its last parts need not exist. */
const real = (path: string): string => {
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : join(real(dirname(path)), basename(path));
  }
};

const within = (path: string, folder: string): boolean => path === folder || path.startsWith(folder + sep);

/** The main work tree of a linked one, or the folder that holds a submodule's repository, from the `.git` file. */
const pointedTo = (dotGit: string): string | null => {
  try {
    if (!lstatSync(dotGit).isFile() || statSync(dotGit).size > 4096) return null;
    const target = /^gitdir: (.*?)[\\/]\.git[\\/](?:worktrees|modules)[\\/]/.exec(readFileSync(dotGit, 'utf8'))?.[1];
    return target ? real(isAbsolute(target) ? target : join(dirname(dotGit), target)) : null;
  } catch {
    return null;
  }
};

const has = (path: string): boolean => {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
};

/**
 * Folders that the repository under review controls: every ancestor with a `.git`, up to but not including the home
 * folder, and the main work tree of a linked one. A program found in there is the repository's, not the user's.
 */
const foreignFolders = (cwd: string, home: string): string[] => {
  const found: string[] = [];
  const end = real(home);
  for (let at = real(cwd); at !== parse(at).root && at !== end; at = dirname(at)) {
    const dotGit = join(at, '.git');
    if (!has(dotGit)) continue;
    found.push(at);
    const main = pointedTo(dotGit);
    if (main) found.push(main);
  }
  return found;
};

/** True where a path lies in a repository around `cwd`, also one around the home folder: whoever fills it decides what is there. */
export const isInRepository = (path: string, cwd: string): boolean => {
  const at = real(path);
  return foreignFolders(cwd, parse(cwd).root).some((folder) => within(at, folder));
};

const runnable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
};

const NAMES = process.platform === 'win32' ? ['git.exe'] : ['git'];

const candidates = (env: NodeJS.ProcessEnv): { folder: string; path: string }[] =>
  (env['PATH'] ?? env['Path'] ?? '')
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .flatMap((folder) => NAMES.map((name) => ({ folder, path: join(folder, name) })))
    .filter(({ path }) => runnable(path));

/**
 * Absolute path of the user's git: the first on PATH, relative entries and everything inside the repository skipped,
 * because hook managers put `node_modules/.bin` first and a repository can carry a file of that name.
 * Throws GitError where there is none.
 */
export const locateGit = (cwd: string, env: NodeJS.ProcessEnv): string => {
  const foreign = foreignFolders(cwd, env['HOME'] ?? '/');
  const isForeign = (place: string): boolean => foreign.some((folder) => within(place, folder));
  const own = candidates(env).find(({ folder, path }) => !isForeign(real(folder)) && !isForeign(real(path)));
  if (own) return own.path;
  throw new GitError('git was not found on PATH outside this repository', HINT);
};
