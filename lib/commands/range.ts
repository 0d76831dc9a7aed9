import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readManifest } from '../git/manifest.ts';
import { openGit, type Repo } from '../git/repo.ts';
import type { Invocation } from './row.ts';
import type { Scoped } from './scope.ts';

/** Commits that are reviewed as one change. */
export interface Range {
  /** What the change is compared with: a commit, or the empty tree. */
  readonly base: string;
  readonly tip: string;
  /** Further parents of the tip, where it is a merge and reviewed as one. */
  readonly mergeHeads?: readonly string[];
}

/** An index in a folder of its own that holds the tip, so that a range is read like a staged change. Nothing else is written. */
const withIndex = async <T>(
  call: Invocation,
  tip: string,
  work: (env: NodeJS.ProcessEnv) => Promise<T>,
): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), 'lgtm-range-'));
  const clear = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', clear);
  try {
    const env = { ...call.env, GIT_INDEX_FILE: join(folder, 'index') };
    const { git } = await openGit(call.cwd, env);
    // A split index would put the half that is shared into the repository.
    await git.run(['-c', 'core.splitIndex=false', 'read-tree', tip]);
    return await work(env);
  } finally {
    process.removeListener('exit', clear);
    clear();
  }
};

const isCommit = async ({ git }: Pick<Repo, 'git'>, id: string): Promise<boolean> =>
  (await git.run(['cat-file', '-e', `${id}^{commit}`], { accept: [0, 1, 128] })).code === 0;

/** A range, read as a staged change is: its base in the place of HEAD, its tip in that of the index. */
export const scopedRange =
  ({ base, tip, mergeHeads = [] }: Range, nothing: string): Scoped =>
  (call, work) =>
    withIndex(call, tip, async (env) => {
      const opened = await openGit(call.cwd, env);
      const head = (await isCommit(opened, base)) ? base : null;
      const repo: Repo = { ...opened, base: { head, tree: base, mergeHeads } };
      return work({ repo, records: await readManifest(repo), env, nothing, tip });
    });
