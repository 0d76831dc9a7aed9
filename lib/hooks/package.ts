import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PACKAGE_URL } from '../root.ts';
import { within } from './paths.ts';
import type { Package, Templates } from './site.ts';

const PACKAGE = fileURLToPath(PACKAGE_URL).replace(/[\\/]$/, '');

/** The folder between `cwd` and the top level whose `node_modules` has the package, nearest first; null where none has. */
const findProject = (root: string, cwd: string): string | null => {
  for (let at = within(cwd, root) ? cwd : root; within(at, root); at = dirname(at)) {
    if (existsSync(join(at, 'node_modules', 'lgtm-hook', 'bin', 'lgtm.js'))) return at;
    if (at === root) return null;
  }
  return null;
};

const slashes = (path: string): string => path.split(sep).join('/');

/** A path that no program takes for an option. */
const notAnOption = (path: string): string => (path.startsWith('-') ? `./${path}` : path);

/** Finds the package as a hook will have to find it. `root` and `cwd` are real paths. */
export const readPackage = (root: string, cwd: string): Package => {
  const project = findProject(root, cwd);
  const own = realpathSync(PACKAGE);
  const folder = project === null ? null : relative(root, project);
  return {
    local: folder !== null,
    project: slashes(folder ?? ''),
    program: join(project === null ? own : join(project, 'node_modules', 'lgtm-hook'), 'bin', 'lgtm.js'),
    scripts:
      folder === null
        ? slashes(join(own, 'hooks'))
        : notAnOption(slashes(join(folder, 'node_modules', 'lgtm-hook', 'hooks'))),
    node: within(realpathSync(process.execPath), root) ? '' : process.execPath,
    passing: /[\\/]_npx[\\/]/.test(own),
  };
};

const shipped = (name: string): string => readFileSync(join(PACKAGE, 'hooks', name), 'utf8');

/** The hook texts that ship with the package. */
export const readTemplates = (): Templates => ({
  hook: shipped('pre-commit'),
  blockEnd: shipped('block-end.sh'),
  blockTop: shipped('block-top.sh'),
});
