import { lstatSync, mkdirSync, readFileSync, rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ConfigError, messageOf } from '../errors.ts';
import { BASELINE_CAP, BASELINE_FILE, type BaselineEntry, parseBaseline, renderBaseline } from '../pass/baseline.ts';
import { replaceFile } from '../reports/output.ts';

const HINT = 'A baseline is a plain file in a plain folder; a link is not followed.';

const statOf = (path: string) => {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (cause) {
    throw new ConfigError(`cannot read ${BASELINE_FILE}: ${messageOf(cause)}`, HINT, { cause });
  }
};

/** The folder of the baseline, which has to be one of this work tree: a link could lead anywhere. Null where it is missing. */
const folderOf = (root: string): string | null => {
  const folder = dirname(join(root, BASELINE_FILE));
  const stat = statOf(folder);
  if (stat && !stat.isDirectory()) throw new ConfigError(`${dirname(BASELINE_FILE)} is no folder`, HINT);
  return stat ? folder : null;
};

/** The baseline in the work tree; null where there is none. Throws ConfigError. */
export const readWorkBaseline = (root: string): BaselineEntry[] | null => {
  const path = join(root, BASELINE_FILE);
  const stat = folderOf(root) === null ? undefined : statOf(path);
  if (!stat) return null;
  if (!stat.isFile()) throw new ConfigError(`${BASELINE_FILE} is no plain file`, HINT);
  if (stat.size > BASELINE_CAP)
    throw new ConfigError(
      `${BASELINE_FILE} is larger than ${BASELINE_CAP / 1024 / 1024} MiB`,
      'Restore it with git, or remove it and run `lgtm baseline`.',
    );
  try {
    return parseBaseline(readFileSync(path, 'utf8'));
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause;
    throw new ConfigError(`cannot read ${BASELINE_FILE}: ${messageOf(cause)}`, HINT, { cause });
  }
};

/** Writes the baseline into the work tree, in one step. Throws UsageError, ConfigError; then nothing is left behind. */
export const writeWorkBaseline = async (root: string, entries: readonly BaselineEntry[]): Promise<void> => {
  const text = renderBaseline(entries);
  if (Buffer.byteLength(text) > BASELINE_CAP)
    throw new ConfigError(
      `a baseline of ${entries.length} findings is larger than ${BASELINE_CAP / 1024 / 1024} MiB`,
      'Switch off the rules that find most, or accept fewer files at a time.',
    );
  const isNew = folderOf(root) === null;
  const folder = dirname(join(root, BASELINE_FILE));
  try {
    if (isNew) mkdirSync(folder);
  } catch (cause) {
    throw new ConfigError(`cannot make the folder ${folder}: ${messageOf(cause)}`, HINT, { cause });
  }
  try {
    await replaceFile(join(root, BASELINE_FILE), text, '');
  } catch (error) {
    if (isNew) rmdirSync(folder);
    throw error;
  }
};
