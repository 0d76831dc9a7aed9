import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openGit, type Repo } from '../git/repo.ts';
import type { Progress } from '../progress.ts';
import { type Checked, review } from './check.ts';
import type { Invocation } from './row.ts';

/** Commits that are reviewed as one change. */
export interface Range {
  /** The ref that they are pushed from. */
  readonly name: string;
  /** What the change is compared with: a commit, or the empty tree. */
  readonly base: string;
  readonly tip: string;
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

/** Reviews a range as `lgtm check` reviews the index. Null where it changes nothing. Throws LgtmError. */
export const reviewRange = (call: Invocation, { base, tip }: Range, progress: Progress): Promise<Checked | null> =>
  withIndex(call, tip, async (env) => {
    const open = async (cwd: string): Promise<Repo> => {
      const opened = await openGit(cwd, env);
      const head = (await isCommit(opened, base)) ? base : null;
      return { ...opened, base: { head, tree: base, mergeHeads: [] } };
    };
    const checked = await review({ ...call, env }, progress, null, open);
    return checked?.report.notes[0] === 'nothing is staged' ? null : checked;
  });
