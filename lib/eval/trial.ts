import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ablationText } from '../ablation.ts';
import { messageOf } from '../errors.ts';
import { locateGit } from '../git/locate.ts';
import { ownHome } from '../state/own-home.ts';
import { readRuns } from '../state/records.ts';
import type { Report } from '../types.ts';
import { runLgtm } from './child.ts';
import { brokenResult, resultOf } from './judge.ts';
import type { CaseResult } from './result-types.ts';
import { stageCase } from './stage.ts';
import type { Case } from './types.ts';

/** How the reviews of a run are made. */
export interface Bench {
  /** Variables that say where the model is and what is ablated; everything else of a review is its own. */
  readonly env: NodeJS.ProcessEnv;
  readonly useModel: boolean;
  /** Seconds for the questions of one review. */
  readonly deadline: number;
  /** What is changed about the pass, as `name=value`. */
  readonly ablate: readonly string[];
}

/** An example that a case is made of is not shown to the model together with the case. */
const ablation = ({ withheld }: Case, { ablate, useModel }: Bench): NodeJS.ProcessEnv => {
  const own = withheld && useModel ? [`withhold=${withheld.rule}#${withheld.at.join('+')}`] : [];
  return ablate.length + own.length === 0 ? {} : { LGTM_ABLATION: ablationText([...ablate, ...own]) };
};

/** Nothing of the user's, and nothing that another case has left behind, reaches a review. */
const environmentIn = (one: Case, home: string, bench: Bench): NodeJS.ProcessEnv => ({
  ...ownHome(home, process.env),
  NO_COLOR: '1',
  ...bench.env,
  ...ablation(one, bench),
});

/** Seconds that a review may take beside its questions: loading the model has a clock of its own. */
const SPARE = 400;

const review = async (one: Case, run: number, bench: Bench, folder: string): Promise<CaseResult> => {
  const home = join(folder, 'home');
  mkdirSync(home);
  const env = environmentIn(one, home, bench);
  const cwd = await stageCase(one, folder, locateGit(folder, env), env);
  const flags = bench.useModel ? ['--deadline', String(bench.deadline)] : ['--no-model'];
  const args = ['check', '--format', 'json', ...flags];
  const { stdout, stderr, code, ms } = await runLgtm(args, { cwd, env, limit: bench.deadline + SPARE });
  if (stdout === '') return brokenResult(one, run, stderr.trim().split('\n')[0] || `no report, exit code ${code}`);
  const [last] = readRuns(env, 1);
  const { loadMs = 0, relocated = 0, proved = 0 } = last ?? {};
  return resultOf(one, run, { report: JSON.parse(stdout) as Report, ms, loadMs, relocated, proved });
};

/** Reviews one case with the real program in a repository of its own, which is removed. What goes wrong is the result's fault. */
export const tryCase = async (one: Case, run: number, bench: Bench): Promise<CaseResult> => {
  const folder = mkdtempSync(join(tmpdir(), 'lgtm-eval-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  // A signal ends the process at once; what was put on the disk goes with it.
  process.once('exit', remove);
  try {
    return await review(one, run, bench, folder);
  } catch (error) {
    return brokenResult(one, run, messageOf(error).split('\n')[0] ?? '');
  } finally {
    process.off('exit', remove);
    remove();
  }
};
