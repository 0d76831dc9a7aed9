import { realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { UsageError } from '../errors.ts';

const real = (path: string): string => {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
};

/** A path of the command line, relative to the top level and with forward slashes. The file need not exist. Throws UsageError. */
export const pathFrom = (given: string, cwd: string, root: string): string => {
  const path = resolve(cwd, given);
  const inside = relative(real(root), join(real(dirname(path)), basename(path)));
  if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`))
    throw new UsageError(`${given} is not a file of this repository`, 'Name a file below the top level.');
  return inside.split(sep).join('/');
};
