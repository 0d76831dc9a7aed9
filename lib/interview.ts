import { chooseWithModel } from './counselling.ts';
import { byStanding, standings, withoutOff } from './earning.ts';
import { ConfigError, type LgtmError, ModelError } from './errors.ts';
import { askAll, type Sitting } from './inquiry.ts';
import { record, rulingNote, useOf } from './minutes.ts';
import { modelSettings } from './models/settings.ts';
import type { Pair } from './pass/counsel.ts';
import { type Way, wayTo } from './reach.ts';
import { faultText, listed, type Proved } from './round.ts';
import { type Setting, sitDown } from './sitting.ts';
import { expectedMs } from './state/records.ts';
import type { Dropped, ModelUse, NotReviewed } from './types.ts';
import { type Weighed, weighAll } from './weighing.ts';

/** How a sitting is held, from its questions to what is left of the findings: the hook's way, or that of another mode. */
export type Course = (pairs: readonly Pair[], sitting: Sitting, msEach: number | null) => Promise<Weighed>;

/** The hook's way: one closed question after the other, then what is doubtful once more. */
export const inTurn: Course = async (pairs, sitting, msEach) => {
  await askAll(pairs, sitting, msEach);
  return weighAll(sitting);
};

export interface Interview {
  readonly proved: readonly Proved[];
  readonly dropped: readonly Dropped[];
  readonly notReviewed: readonly NotReviewed[];
  /** Why the model stage is not complete; a review with a failure is never clean. */
  readonly failures: readonly string[];
  readonly use: ModelUse | null;
  /** Questions beyond the budget that Counsel had asked in place of others. */
  readonly taken?: readonly Pair[];
  /** What was ruled about disputed findings, and which rules this model is not asked about. */
  readonly notes: readonly string[];
}

const nothingAsked = (pairs: readonly Pair[], error: LgtmError): Interview => ({
  ...{ proved: [], dropped: [], use: null, notes: [] },
  notReviewed: listed(pairs, 'model unavailable'),
  failures: [faultText(error)],
});

/** The questions, grounding, verification and arbitration of a model that was reached. */
const hold = async (chosen: readonly Pair[], way: Way, setting: Setting, course: Course): Promise<Interview> => {
  const { watch } = way;
  const model = await way.open(setting.signal);
  const standingOf = standings(model, setting, setting.env);
  const { asked: standing, notes: off } = withoutOff(chosen, standingOf);
  const sitting = sitDown(standing, model, setting, watch);
  const { pairs, taken, note } = await chooseWithModel(standing, setting.choice, sitting);
  const { asking, round } = sitting;
  const { kept, ruled } = await course(pairs, sitting, expectedMs(setting.env, model.digest));
  if (round.fault) watch.failed(round.fault, { answered: asking.tally.calls - 1, question: asking.last() });
  asking.close();
  record(sitting, kept, ruled, setting.env);
  const { dropped, notReviewed, failures } = round;
  const proved = kept.map((one) => byStanding(one, standingOf(one.pair)));
  const notes = [...off, ...(note === null ? [] : [note]), ...ruled.map(rulingNote)];
  return { proved, dropped, notReviewed, failures, taken, use: useOf(asking), notes };
};

/**
 * The model stage: breaker, preflight, loading under its own clock, the questions, grounding, verification, arbitration.
 * Nothing is thrown for what a server can do wrong, or for settings that can never work; it is listed as a failure, the rest
 * of the review goes on, and the verdict is then never clean.
 */
export const interview = async (
  pairs: readonly Pair[],
  setting: Setting,
  course: Course = inTurn,
): Promise<Interview> => {
  try {
    const way = wayTo(modelSettings(setting.config), setting.env);
    setting.progress.stage('looking for the model');
    return await hold(pairs, way, setting, course);
  } catch (error) {
    if (error instanceof ModelError || error instanceof ConfigError) return nothingAsked(pairs, error);
    throw error;
  }
};
