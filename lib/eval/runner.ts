import type { Progress } from '../progress.ts';
import type { CaseResult } from './result-types.ts';
import type { Store } from './store.ts';
import { type Bench, tryCase } from './trial.ts';
import type { Case } from './types.ts';

/** One place at which reviews are made, one after the other; `prepare` is told what comes next. */
export interface Place {
  readonly bench: Bench;
  readonly prepare?: (one: Case) => void;
}

/** Milliseconds between two lines that say how far a run is. */
const EVERY = 2000;

interface Job {
  readonly one: Case;
  readonly run: number;
}

/** A server may have been busy for a moment: a review that broke off is made once more. An answer that cannot be read is one. */
const tryTwice = async ({ one, run }: Job, bench: Bench): Promise<CaseResult> => {
  const first = await tryCase(one, run, bench);
  return first.fault === null || first.unreadable > 0 ? first : tryCase(one, run, bench);
};

/** Reviews every case `runs` times, as many at once as there are places. What is stored is not made again. */
export const runCases = async (
  cases: readonly Case[],
  { places, runs, store, progress }: { places: readonly Place[]; runs: number; store: Store; progress: Progress },
): Promise<CaseResult[]> => {
  const all: Job[] = Array.from({ length: runs }, (_, run) => cases.map((one) => ({ one, run }))).flat();
  const results = new Map<Job, CaseResult>();
  for (const job of all) {
    const known = store.recall(job.one, job.run);
    if (known) results.set(job, known);
  }
  const waiting = all.filter((job) => !results.has(job));
  const [total, begun] = [waiting.length, performance.now()];
  let [done, said] = [0, Number.NEGATIVE_INFINITY];
  const say = (one: Case): void => {
    const now = performance.now();
    if (now - said < EVERY) return;
    said = now;
    progress.stage(`case ${one.id}`, { done, total, msEach: done === 0 ? null : (now - begun) / done });
  };
  const work = async ({ bench, prepare }: Place): Promise<void> => {
    for (let job = waiting.shift(); job; job = waiting.shift()) {
      say(job.one);
      prepare?.(job.one);
      const result = await tryTwice(job, bench);
      store.keep(result);
      results.set(job, result);
      done++;
    }
  };
  await Promise.all(places.map(work));
  progress.end();
  return all.flatMap((job) => results.get(job) ?? []);
};
