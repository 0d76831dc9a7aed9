import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { discard } from './disk.ts';

/** One file of a folder of lgtm's own. */
export interface Kept {
  readonly path: string;
  readonly bytes: number;
  /** When it was written, in milliseconds since 1970. */
  readonly at: number;
}

const statOf = (path: string): Kept[] => {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat?.isFile() ? [{ path, bytes: stat.size, at: stat.mtimeMs }] : [];
};

/** The regular files below a folder whose names fit; empty where the folder cannot be read. */
export const listKept = (folder: string, name: RegExp): Kept[] => {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => name.test(path.split(/[\\/]/).at(-1) ?? ''))
      .flatMap((path) => statOf(join(folder, path)));
  } catch {
    return [];
  }
};

/** Removes all but the newest `most` files by name; names begin with the time. */
export const keepNewest = (folder: string, name: RegExp, most: number): void => {
  const paths = listKept(folder, name)
    .map(({ path }) => path)
    .sort();
  for (const path of paths.slice(0, Math.max(0, paths.length - most))) discard(path);
};
