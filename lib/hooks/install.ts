import { LgtmError, messageOf } from '../errors.ts';
import type { Git } from '../git/exec.ts';
import { applyStep } from './apply.ts';
import { probeOf, tryProbe } from './probe.ts';
import type { HookSite } from './site.ts';
import type { Step } from './steps.ts';
import { isNew, undoStep } from './undo.ts';

const takeBack = async (git: Git, site: HookSite, steps: readonly Step[]): Promise<void> => {
  for (const step of [...steps].reverse()) await undoStep(git, site, step);
};

const probeAll = async (site: HookSite, steps: readonly Step[], env: NodeJS.ProcessEnv): Promise<void> => {
  for (const step of steps) {
    const probe = probeOf(step);
    const seen = probe === null ? null : await tryProbe(probe, site.root, env);
    if (seen === null) continue;
    const after = isNew(step) ? 'everything is as it was before' : 'the hook was there before and stays';
    throw new LgtmError(
      `git would not reach lgtm through the ${step.stage} hook (${after}): ${seen}`,
      'Run `lgtm doctor`, mend what it names, and install again.',
    );
  }
};

/** Carries a plan out and proves that it works; where it does not, what is new is taken back. Throws LgtmError. */
export const carryOut = async (
  git: Git,
  site: HookSite,
  steps: readonly Step[],
  env: NodeJS.ProcessEnv,
): Promise<void> => {
  const done: Step[] = [];
  try {
    for (const step of steps) {
      done.push(step);
      await applyStep(git, step);
    }
    await probeAll(site, steps, env);
  } catch (error) {
    await takeBack(git, site, done).catch((second) => {
      throw new LgtmError(
        `${messageOf(error)}; taking it back failed too: ${messageOf(second)}`,
        'Run `lgtm uninstall`.',
        { cause: error },
      );
    });
    throw error;
  }
};
