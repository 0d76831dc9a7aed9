import { lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';

/** True where `path` is `folder` or stands in it. Both absolute and of the same kind (real, or as given). */
export const within = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

/** The real path as far as it exists; what does not exist yet is kept as it is. */
export const realPath = (path: string): string => {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), basename(path));
  }
};

/** A path for a person to read: relative to the top level where it stands in there. */
export const shown = (path: string, root: string): string =>
  within(path, root) && path !== root ? relative(root, path) : path;

const NOWHERE = ['ENOENT', 'ENOTDIR', 'ELOOP'];

const unlessNowhere = (look: () => Stats): Stats | null => {
  try {
    return look();
  } catch (error) {
    if (NOWHERE.includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
};

/** What stands at the path itself, be it a link to nowhere; null where nothing does. */
export const lstatOf = (path: string): Stats | null => unlessNowhere(() => lstatSync(path));

/** What the path leads to in the end; null where it leads nowhere, or round in a circle. */
export const statOf = (path: string): Stats | null => unlessNowhere(() => statSync(path));

/** True where something stands at the path, be it a link to nowhere. */
export const exists = (path: string): boolean => lstatOf(path) !== null;
