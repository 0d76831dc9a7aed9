import { UsageError } from '../errors.ts';
import type { Git } from './exec.ts';

/** Two commits; what the second brings that the first lacks is the change. */
export interface Ends {
  readonly from: string;
  readonly to: string;
}

const SHALLOW =
  'A shallow clone holds only the newest commits: `git fetch --unshallow` (in GitHub Actions `fetch-depth: 0`) brings the rest.';

/** The tree that holds nothing, in the hash that the repository uses. Throws GitError. */
export const emptyTree = (git: Git): Promise<string> =>
  git.text(['hash-object', '-t', 'tree', '--stdin'], { input: '' });

/** The id of the commit that a revision names. Throws UsageError where it names none, GitError. */
export const commitOf = async (git: Git, revision: string): Promise<string> => {
  // Behind a hyphen git would read an option.
  const found = revision.startsWith('-')
    ? ''
    : await git.text(['rev-parse', '-q', '--verify', `${revision}^{commit}`], { accept: [0, 1, 128] });
  if (/^[0-9a-f]{40,64}$/.test(found)) return found;
  throw new UsageError(`there is no commit "${revision}" here`, SHALLOW);
};

/** Reads `A..B` or `A...B`; both must be named: an empty side is a variable that was not set. Throws UsageError. */
export const endsOf = (text: string): Ends => {
  const [from = '', to = '', ...more] = text.split(/\.{2,3}/).map((side) => side.trim());
  if (from !== '' && to !== '' && more.length === 0) return { from, to };
  throw new UsageError(
    `"${text}" is no range`,
    'A..B with a commit, branch or tag on each side: --range origin/main..HEAD',
  );
};

/**
 * The commit that a range is compared with: where its ends have parted. What the first end alone holds is none of the
 * change, and must not come out as if the second had taken it away. Throws UsageError, GitError.
 */
export const forkOf = async (git: Git, { from, to }: Ends): Promise<string> => {
  const fork = (await git.text(['merge-base', from, to], { accept: [0, 1] })).split('\n')[0] ?? '';
  if (fork !== '') return fork;
  throw new UsageError(`${from.slice(0, 12)} and ${to.slice(0, 12)} have no commit in common`, SHALLOW);
};

/** The parents of a commit, the one that it continues first; none where it begins a history. Throws GitError. */
export const parentsOf = async (git: Git, commit: string): Promise<readonly string[]> =>
  (await git.text(['rev-list', '--parents', '-n', '1', commit])).split(' ').slice(1);
