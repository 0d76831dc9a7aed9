import { EXIT, UsageError } from '../errors.ts';
import { openRepo } from '../git/repo.ts';
import { readPlanGround } from '../modes/plan-ground.ts';
import { runPlan } from '../modes/plan-mode.ts';
import { planJson, planText } from '../reports/plan.ts';
import { openTranscript } from '../runtime/transcript.ts';
import { secondsOf } from './flags.ts';
import { print } from './output.ts';
import { openProgress } from './progress.ts';
import type { Run } from './row.ts';

/** Longest task, in characters; it goes into every prompt. */
const LONGEST = 4000;

const readTask = (word: string | undefined): string => {
  const task = (word ?? '').trim();
  if (task === '') throw new UsageError('lgtm plan needs a task', 'lgtm plan "what is to be done"');
  if (task.length <= LONGEST) return task;
  throw new UsageError(`the task is longer than ${LONGEST} characters`, 'Say it in fewer words.');
};

export const run: Run = async ({ cwd, env, flags, words }) => {
  const task = readTask(words[0]);
  const deadline = secondsOf(flags['deadline'], 'plan');
  const transcript = openTranscript(flags['transcript'] === undefined ? null : String(flags['transcript']));
  const progress = openProgress(process.stderr, env);
  try {
    progress.begin('reading the repository');
    const ground = await readPlanGround(await openRepo(cwd, env), env, task);
    const { signal } = new AbortController();
    const request = { task, ground, env, progress, signal, transcript };
    const report = await runPlan(deadline === undefined ? request : { ...request, deadline });
    progress.end();
    await print(flags['json'] ? planJson(report) : planText(report));
    transcript.end(report.plan ? 'planned' : 'not planned');
    return report.plan ? EXIT.ok : EXIT.notReviewed;
  } finally {
    progress.end();
    transcript.end('failed');
  }
};
