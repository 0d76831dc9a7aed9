import type { Pair } from './pass/counsel.ts';
import { ruleText } from './pass/rule-text.ts';
import { type Matter, ruleOf } from './questions.ts';
import type { Proved } from './round.ts';
import { type Earned, earned, readMeasured } from './state/earned.ts';
import type { Model } from './types.ts';

/** What the model at hand has earned on a rule, as measured by `lgtm eval`. */
export type StandingOf = (pair: Pair) => Earned;

/** Reads what was measured of a model; each rule is looked up once. */
export const standings = (model: Model, matter: Matter, env: NodeJS.ProcessEnv): StandingOf => {
  const measured = readMeasured(env, model.digest);
  const known = new Map<string, Earned>();
  return (pair) => {
    const before = known.get(pair.rule.id);
    if (before) return before;
    const { body } = ruleOf(pair, matter.bodies);
    const found = earned(measured, pair.rule.id, ruleText(pair.rule, body), matter.config.verification);
    known.set(pair.rule.id, found);
    return found;
  };
};

/** Questions about rules that this model gets wrong too often: they are not asked, and a note says so. */
export const withoutOff = (pairs: readonly Pair[], standingOf: StandingOf): { asked: Pair[]; notes: string[] } => {
  const off = pairs.filter((pair) => standingOf(pair).standing === 'off');
  const notes = off.map(
    (pair) => `${pair.rule.id} is off for this model: ${standingOf(pair).figure} when it was measured`,
  );
  return { asked: pairs.filter((pair) => !off.includes(pair)), notes: [...new Set(notes)] };
};

/**
 * Where a rule was measured, the measurement decides what verification decides otherwise: a rule that blocks does so, or
 * does not. It raises no severity beyond the one in force, and leaves alone what was lowered to information.
 */
export const byStanding = (one: Proved, { standing, figure }: Earned): Proved => {
  if (standing === 'unmeasured') return one;
  const measured = { ...one, measured: figure };
  if (one.severity === 'info') return measured;
  if (standing === 'block') return { ...measured, severity: one.pair.rule.inForce };
  return { ...measured, severity: one.severity === 'block' ? 'warn' : one.severity };
};
