import { audit } from './audit.ts';
import { examineAll, weigh } from './examine.ts';
import { explore } from './explore.ts';
import { select } from './select.ts';
import { synthesize } from './synthesize.ts';
import type { Work } from './work.ts';

/** A step of a mode that this package can take; `asks` where it is worth nothing once the server has failed. */
interface Stage {
  readonly run: (work: Work) => Promise<void>;
  readonly asks: boolean;
}

/** Steps that are not here (`detect`, `ground`, `verdict`) are taken before, within and after the others. */
const STAGES: Readonly<Record<string, Stage>> = {
  explore: { run: explore, asks: true },
  counsel: { run: select, asks: true },
  plan: { run: audit, asks: true },
  review: { run: examineAll, asks: false },
  verify: { run: weigh, asks: false },
  arbitrate: { run: weigh, asks: false },
  synthesize: { run: synthesize, asks: true },
};

/** One stage may stand under two names of a mode. */
const keyOf = (step: string): string => (step === 'arbitrate' ? 'verify' : step);

/** Takes a step that was not taken yet. */
export const take = async (work: Work, step: string, note: string): Promise<void> => {
  const stage = Object.hasOwn(STAGES, step) ? STAGES[step] : undefined;
  const key = keyOf(step);
  if (!stage || work.done.has(key) || (stage.asks && work.sitting.round.fault)) return;
  work.done.add(key);
  work.desk.bus.transcript.add({ kind: 'step', step, note });
  await stage.run(work);
};

/**
 * The scripted driver: the steps of the mode, in its order, for any model. Steps that were taken already are passed over,
 * so that it also finishes what a Lead has left.
 */
export const runScript = async (work: Work): Promise<void> => {
  for (const step of work.planned.mode.steps) await take(work, step, 'by the script of the mode');
  if (!work.weighed) await weigh(work);
};
