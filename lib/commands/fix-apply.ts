import { randomBytes } from 'node:crypto';
import { closeSync, lstatSync, openSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { messageOf, UsageError } from '../errors.ts';

const HINT = 'Without --apply the patch is printed, and `git apply` takes it.';

const refuse = (path: string, why: string): never => {
  throw new UsageError(`${path} was not changed: ${why}`, HINT);
};

/** In a hook git hands over an index of its own; what a hook writes would not be what is committed. */
export const refuseInHook = (env: NodeJS.ProcessEnv): void => {
  if (env['GIT_INDEX_FILE'] !== undefined || env['GIT_DIR'] !== undefined)
    throw new UsageError('--apply is not for hooks: GIT_INDEX_FILE or GIT_DIR is set', 'Run it by hand.');
};

/** The plain file at a path of the work tree, reached through no link. */
const plainFile = (root: string, path: string): { readonly file: string; readonly mode: number } => {
  const file = join(root, path);
  const stat = lstatSync(file);
  if (!stat.isFile()) return refuse(path, 'it is no plain file in the work tree');
  if (realpathSync(dirname(file)) !== join(realpathSync(root), dirname(path)))
    return refuse(path, 'a link leads to its folder');
  return { file, mode: stat.mode & 0o777 };
};

/**
 * Writes the mended text over a file of the work tree, in one step, where that file is exactly what is staged. The index stays as it
 * is. Throws UsageError; then nothing was written.
 */
export const applyFix = (root: string, path: string, before: Buffer, text: string): void => {
  let temporary = '';
  try {
    const { file, mode } = plainFile(root, path);
    if (!readFileSync(file).equals(before)) refuse(path, 'it differs from what is staged');
    temporary = join(dirname(file), `.lgtm-${randomBytes(8).toString('hex')}.tmp`);
    const handle = openSync(temporary, 'wx', mode);
    writeFileSync(handle, text);
    closeSync(handle);
    renameSync(temporary, file);
  } catch (error) {
    if (temporary !== '') rmSync(temporary, { force: true });
    if (error instanceof UsageError) throw error;
    refuse(path, messageOf(error));
  }
};
