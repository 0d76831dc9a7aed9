import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Git } from '../git/exec.ts';
import { realPath, statOf, within } from './paths.ts';
import type { HookFolder } from './site.ts';

const stateOf = (path: string): 'folder' | 'missing' | 'other' => {
  const stat = statOf(path);
  if (!stat) return 'missing';
  return stat.isDirectory() ? 'folder' : 'other';
};

/** husky 9 points git at a generated `_` folder; 5 to 8 pointed it at the folder with the hooks themselves. */
const huskyOf = (path: string): 5 | 9 | null => {
  const generated =
    basename(path) === '_' &&
    (basename(dirname(path)) === '.husky' || existsSync(join(path, 'h')) || existsSync(join(path, 'husky.sh')));
  if (generated) return 9;
  return basename(path) === '.husky' || existsSync(join(path, '_', 'husky.sh')) ? 5 : null;
};

const readSetting = async (git: Git): Promise<HookFolder['setting']> => {
  const answer = await git.text(['config', '--null', '--show-origin', '--get-all', 'core.hooksPath'], {
    accept: [0, 1],
    hooksPath: true,
  });
  const [origin, value] = answer.split('\0').slice(0, -1).slice(-2);
  return origin === undefined || value === undefined ? null : { origin: origin.replace(/^file:/, ''), value };
};

/** The work trees of this repository, as git lists them; the one we stand in always counts. */
const worktrees = async (git: Git, root: string): Promise<string[]> => {
  const listed = await git.text(['worktree', 'list', '--porcelain']).catch(() => '');
  const paths = listed
    .split('\n')
    .filter((line) => line.startsWith('worktree '))
    .map((line) => line.slice('worktree '.length));
  return [root, ...paths].map(realPath);
};

const placeOf = (path: string, common: string, trees: readonly string[]): 'git' | 'worktree' | 'outside' => {
  const real = realPath(path);
  if (within(real, common)) return 'git';
  return trees.some((tree) => within(real, tree)) ? 'worktree' : 'outside';
};

/** Asks git where it looks for hooks in this work tree, and finds out whose folder that is. Throws GitError. */
export const readFolder = async (git: Git, root: string): Promise<HookFolder> => {
  const [answer, setting, commonDir, gitDir, trees] = await Promise.all([
    git.text(['rev-parse', '--git-path', 'hooks'], { hooksPath: true }),
    readSetting(git),
    git.text(['rev-parse', '--git-common-dir']),
    git.text(['rev-parse', '--git-dir']),
    worktrees(git, root),
  ]);
  const path = resolve(root, answer);
  const common = realPath(resolve(root, commonDir));
  // An empty setting has git look for hooks in the root of the file system.
  const state = setting?.value === '' ? 'other' : stateOf(path);
  const place = state === 'other' ? 'off' : placeOf(path, common, trees);
  return {
    path,
    usual: join(common, 'hooks'),
    place,
    missing: state === 'missing',
    setting,
    husky: place === 'off' ? null : huskyOf(path),
    common: place === 'git' && (trees.length > 2 || realPath(resolve(root, gitDir)) !== common),
  };
};

/** True where git tracks the file, in whichever work tree of this repository it stands. */
export const isTracked = async (git: Git, path: string): Promise<boolean> => {
  const folder = realPath(dirname(path));
  if (!existsSync(folder)) return false;
  const listed = await git.text(['-C', folder, 'ls-files', '-z', '--', basename(path)]).catch(() => '');
  return listed !== '';
};
