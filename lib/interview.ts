import { type Asking, openAsking } from './asking.ts';
import { byStanding, standings, withoutOff } from './earning.ts';
import { ConfigError, type LgtmError, ModelError } from './errors.ts';
import { askAll, type Sitting } from './inquiry.ts';
import { record, rulingNote, useOf } from './minutes.ts';
import { modelSettings } from './models/settings.ts';
import type { Pair } from './pass/counsel.ts';
import type { Progress } from './progress.ts';
import { CLAIMS, type Matter, questionFor, removedLines } from './questions.ts';
import { type Watch, wayTo } from './reach.ts';
import { faultText, listed, newRound, type Proved } from './round.ts';
import { readRepair } from './specs/agents.ts';
import { expectedMs } from './state/records.ts';
import type { Dropped, Model, ModelUse, NotReviewed } from './types.ts';
import { weighAll } from './weighing.ts';

/** What the model stage is handed. */
export interface Setting extends Matter {
  readonly env: NodeJS.ProcessEnv;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

export interface Interview {
  readonly proved: readonly Proved[];
  readonly dropped: readonly Dropped[];
  readonly notReviewed: readonly NotReviewed[];
  /** Why the model stage is not complete; a review with a failure is never clean. */
  readonly failures: readonly string[];
  readonly use: ModelUse | null;
  /** What was ruled about disputed findings. */
  readonly notes: readonly string[];
}

const nothingAsked = (pairs: readonly Pair[], error: LgtmError): Interview => ({
  ...{ proved: [], dropped: [], use: null, notes: [] },
  notReviewed: listed(pairs, 'model unavailable'),
  failures: [faultText(error)],
});

/** Says where lines go that leave this machine, and how many: those of the questions that are not answered from disk. */
const announcer = (pairs: readonly Pair[], model: Model, setting: Setting, asking: () => Asking) => (): void => {
  if (model.elsewhere === null) return;
  const unknown = pairs.filter((pair) => !asking().knows(questionFor(pair, setting), CLAIMS));
  const lines = new Set(unknown.map(({ chunk }) => chunk));
  const count = [...lines].reduce((sum, { view }) => sum + view.length, 0);
  setting.progress.say(`sending ${count} ${count === 1 ? 'line' : 'lines'} to ${model.elsewhere}`);
};

const sitDown = (pairs: readonly Pair[], model: Model, setting: Setting, watch: Watch): Sitting => {
  const { env, progress, signal, config, mode } = setting;
  let resume = (): void => undefined;
  const stage: Progress['stage'] = (text, step) => {
    resume = () => progress.stage(text, step);
    resume();
  };
  const asking: Asking = openAsking(model, {
    ...{ env, progress, signal },
    deadline: config.deadline,
    repair: { text: readRepair(), times: mode.loops.repairs },
    beforeFirst: announcer(pairs, model, setting, () => asking),
    answered: watch.answered,
    resume: () => resume(),
  });
  return {
    matter: setting,
    asking,
    round: newRound(),
    removed: removedLines(setting.inspection),
    stage,
  };
};

/** The questions, grounding, verification and arbitration of a model that was reached. */
const hold = async (chosen: readonly Pair[], model: Model, setting: Setting, watch: Watch): Promise<Interview> => {
  const standingOf = standings(model, setting, setting.env);
  const { asked: pairs, notes: off } = withoutOff(chosen, standingOf);
  const sitting = sitDown(pairs, model, setting, watch);
  const { asking, round } = sitting;
  await askAll(pairs, sitting, expectedMs(setting.env, model.digest));
  const { kept, ruled } = await weighAll(sitting);
  if (round.fault) watch.failed(round.fault, { answered: asking.tally.calls - 1, question: asking.last() });
  asking.close();
  record(sitting, kept, ruled, setting.env);
  const notes = ruled.map(rulingNote);
  const { dropped, notReviewed, failures } = round;
  const proved = kept.map((one) => byStanding(one, standingOf(one.pair)));
  return { proved, dropped, notReviewed, failures, use: useOf(asking), notes: [...off, ...notes] };
};

/**
 * The model stage: breaker, preflight, loading under its own clock, the questions, grounding, verification, arbitration.
 * Nothing is thrown for what a server can do wrong, or for settings that can never work; it is listed as a failure, the rest
 * of the review goes on, and the verdict is then never clean.
 */
export const interview = async (pairs: readonly Pair[], setting: Setting): Promise<Interview> => {
  try {
    const way = wayTo(modelSettings(setting.config), setting.env);
    setting.progress.stage('looking for the model');
    return await hold(pairs, await way.open(setting.signal), setting, way.watch);
  } catch (error) {
    if (error instanceof ModelError || error instanceof ConfigError) return nothingAsked(pairs, error);
    throw error;
  }
};
