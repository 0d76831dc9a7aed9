import { EXIT, messageOf } from '../errors.ts';
import { openRepo } from '../git/repo.ts';
import { repoState } from '../state/repository.ts';
import { keepSkip } from '../state/skips.ts';
import { excerpt, visible } from '../text/visible.ts';
import { say } from './output.ts';
import type { Invocation } from './row.ts';

/** A wish to have the hook do nothing this once. */
export interface SkipWish {
  /** What asked for it. */
  readonly by: 'LGTM=0' | 'LGTM_SKIP_REASON';
  /** Empty where none is given. */
  readonly reason: string;
}

/** The wish that the environment holds; null where it holds none. */
export const skipIn = (env: NodeJS.ProcessEnv): SkipWish | null => {
  const reason = (env['LGTM_SKIP_REASON'] ?? '').trim();
  if (env['LGTM'] === '0') return { by: 'LGTM=0', reason };
  return reason === '' ? null : { by: 'LGTM_SKIP_REASON', reason };
};

/** Writes the skip down outside of the repository; null where that was done, else why it was not. */
const record = async ({ cwd, env }: Invocation, stage: string, reason: string): Promise<string | null> => {
  try {
    const { git, root, base } = await openRepo(cwd, env);
    const state = await repoState(git, env);
    const at = new Date().toISOString();
    const kept = keepSkip(state, { at, repository: root, head: base.head, stage, reason });
    return kept ? null : `${state.folder} cannot be written`;
  } catch (error) {
    return messageOf(error);
  }
};

/** Skips one hook, writes that down, and says so. Nothing that goes wrong with it stops the commit. */
export const skipOnce = async (call: Invocation, stage: string, { by, reason }: SkipWish): Promise<number> => {
  const fault = await record(call, stage, reason);
  const why = reason === '' ? '' : `: ${excerpt(reason, 200)}`;
  const kept =
    fault === null ? 'recorded, `lgtm doctor` lists it' : `not recorded: ${excerpt(fault.split('\n')[0] ?? '', 200)}`;
  say(`lgtm: skipped (${by}${why}); ${visible(kept)}`);
  return EXIT.ok;
};
