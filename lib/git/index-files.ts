import { decode, looksTextual } from '../text/lines.ts';
import { readBlobs, readSizes } from './blobs.ts';
import type { Repo } from './repo.ts';

/** What checks over the whole change may ask of the index, as the commit will leave it. */
export interface IndexFiles {
  /** Whether the index holds a path. */
  tracked(path: string): Promise<boolean>;
  /** Text of a path; null where there is none, it is no text, or it is larger than 256 KiB. */
  read(path: string): Promise<string | null>;
  /** Whether a word stands anywhere in these files and folders. */
  mentions(word: string, paths: readonly string[]): Promise<boolean>;
  /** Bytes of objects by id; those that the repository does not hold are absent. */
  sizes(ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

const CAP = 256 * 1024;

/** Searches of one review, a process each; beyond, a word counts as mentioned: a check must not hold up the commit. */
const SEARCHES = 60;

const NO_FILE = 'ffffff';

/** Asks the index that git handed over. All of them throw GitError. */
export const indexFiles = ({ git }: Repo): IndexFiles => {
  let searches = 0;

  const tracked = async (path: string): Promise<boolean> => (await git.text(['ls-files', '-z', '--', path])) !== '';

  const read = async (path: string): Promise<string | null> => {
    const [entry = ''] = (await git.text(['ls-files', '-s', '-z', '--', path])).split('\0');
    const [, id = NO_FILE] = /^100\d{3} ([0-9a-f]{40,64}) 0\t/.exec(entry) ?? [];
    if (id === NO_FILE) return null;
    for await (const { bytes } of readBlobs(git, [id], CAP)) return bytes && looksTextual(bytes) ? decode(bytes) : null;
    return null;
  };

  const mentions = async (word: string, paths: readonly string[]): Promise<boolean> => {
    if (searches++ >= SEARCHES) return true;
    const args = ['grep', '--cached', '--quiet', '--fixed-strings', '--word-regexp', '--text', '--no-textconv'];
    const { code } = await git.run([...args, '-e', word, '--', ...paths], { accept: [0, 1] });
    return code === 0;
  };

  return { tracked, read, mentions, sizes: (ids) => readSizes(git, ids) };
};
