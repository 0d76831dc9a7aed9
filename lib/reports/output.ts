import { randomBytes } from 'node:crypto';
import { lstat, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { messageOf, UsageError } from '../errors.ts';

/** A report that is wanted: its format, and the file it goes to; null for standard output. */
export interface Wanted {
  readonly format: string;
  readonly path: string | null;
}

const HINT = 'Write --format FORMAT to print a report and --format FORMAT=FILE to write it to a file.';

const parseOne = (value: string): Wanted => {
  const at = value.indexOf('=');
  const [format, path] = at === -1 ? [value, null] : [value.slice(0, at), value.slice(at + 1)];
  if (format === '' || path === '')
    throw new UsageError(`--format "${value}" lacks a ${path === '' ? 'file' : 'format'}`, HINT);
  return { format, path };
};

const refuseTwice = (all: readonly Wanted[]): void => {
  const seen = new Set<string | null>();
  for (const { format, path } of all) {
    if (seen.has(path)) throw new UsageError(`a second report, ${format}, for ${path ?? 'standard output'}`, HINT);
    seen.add(path);
  }
};

/**
 * Reads the values of `--format` (`json`, `sarif=report.sarif`); `output` is the value of `--output`, the file of the one
 * that names none. Where nothing is left for standard output, the text report goes there: a verdict is always seen.
 * Names of formats are checked by `openReporter`. Throws UsageError.
 */
export const parseFormats = (values: readonly string[], output: string | null = null): Wanted[] => {
  if (output === '') throw new UsageError('--output lacks a file', HINT);
  const given = values.map(parseOne);
  const bare =
    output !== null && given.every(({ path }) => path !== null) ? [...given, { format: 'text', path: null }] : given;
  const all = bare.map(({ format, path }) => ({ format, path: path ?? output }));
  refuseTwice(all);
  return all.some(({ path }) => path === null) ? all : [{ format: 'text', path: null }, ...all];
};

/** Only what is a plain file, or nothing yet, is replaced: a link in the repository could lead anywhere, a device is none of ours. */
const refuseOther = async (path: string): Promise<void> => {
  const found = await lstat(path).catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? null : Promise.reject(error),
  );
  if (found?.isDirectory()) throw new Error('it is a directory');
  if (found && !found.isFile()) throw new Error('it is not a plain file');
};

const writeBeside = async (path: string, text: string): Promise<void> => {
  const temporary = join(dirname(path), `.lgtm-${randomBytes(8).toString('hex')}.tmp`);
  const file = await open(temporary, 'wx');
  try {
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
};

/**
 * Writes a file in one step: a reader sees the old one or the whole new one. `what` names it in the message. Throws
 * UsageError where the path cannot be written; then nothing is left behind.
 */
export const replaceFile = async (path: string, text: string, what: string): Promise<void> => {
  try {
    await refuseOther(path);
    await writeBeside(path, text);
  } catch (cause) {
    const why = messageOf(cause).replace(/, (?:open|rename|lstat|write|fsync) .*$/s, '');
    throw new UsageError(
      `cannot write ${what}${path}: ${why}`,
      'Name a file in a folder that exists and can be written.',
      {
        cause,
      },
    );
  }
};

/** Writes a report to a file in one step. Throws UsageError where the path cannot be written; then nothing is left behind. */
export const writeReport = (path: string, text: string): Promise<void> => replaceFile(path, text, 'the report to ');
