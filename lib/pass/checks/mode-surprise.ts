import type { StagedFile } from '../../types.ts';
import type { Change, ChangeFound, Extras } from './kinds.ts';

const EXECUTABLE = '100755';

/** More files at once are a file system that knows no modes; one find says so. */
const MOST = 3;

const becomesExecutable = ({ status, kind, newMode, oldMode, binary }: StagedFile): boolean =>
  kind === 'file' && !binary && status !== 'D' && newMode === EXECUTABLE && oldMode !== EXECUTABLE;

/** Null where it cannot be known. */
const firstLine = async (file: StagedFile, extras: Extras): Promise<string | null> => {
  const text =
    file.text ?? file.addedLines.find(({ line }) => line === 1)?.text ?? (await extras.read?.(file.path)) ?? null;
  return text === null ? null : (text.split('\n', 1)[0] ?? '');
};

/** Finds files that become executable and do not say what runs them. */
export const modeSurprise = async ({ files, extras }: Change): Promise<ChangeFound[]> => {
  const found: ChangeFound[] = [];
  for (const file of files.filter(becomesExecutable)) {
    const first = await firstLine(file, extras);
    if (first !== null && !first.startsWith('#!'))
      found.push({ path: file.path, line: 1, quote: first === '' ? file.path : first });
  }
  const [one] = found;
  return found.length > MOST && one ? [{ ...one, note: `and ${found.length - 1} more files` }] : found;
};
