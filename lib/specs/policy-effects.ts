import type { Rule, Severity } from '../types.ts';

const RANK: Readonly<Record<Severity, number>> = { info: 0, warn: 1, block: 2 };

const isStricter = (staged: Rule, before: Rule): boolean => RANK[staged.severity] > RANK[before.severity];

/** A rule of HEAD as it counts in a commit that changes it: it may become stricter at once, and nothing else. */
export const tightened = (rule: Rule, staged: Rule | undefined): Rule =>
  staged && isStricter(staged, rule) ? { ...rule, severity: staged.severity } : rule;

/** What a staged policy does in this very commit: the rule that it adds at once, if any, and what is said about it. */
export interface Effect {
  readonly rule: Rule | null;
  readonly note: string;
}

const LATER = 'from the next commit on';

const changeOf = (staged: Rule, before: Rule): string =>
  isStricter(staged, before)
    ? `its severity ${staged.severity} counts at once, the rest ${LATER}`
    : `it counts ${LATER}`;

/**
 * A new rule with detectors counts at once: it can only add findings. A new question to the model would take the place of
 * another one, so it waits like every change that is no tightening.
 */
export const effectOf = (staged: Rule, before: Rule | undefined, formerPath: string | undefined): Effect => {
  const { file } = staged;
  if (formerPath !== undefined)
    return { rule: null, note: `this commit renames ${formerPath} to ${file}; it counts under that name ${LATER}` };
  if (before) return { rule: null, note: `this commit changes ${file}; ${changeOf(staged, before)}` };
  if (staged.class === 'D') return { rule: staged, note: `this commit adds ${file}; it counts at once` };
  return { rule: null, note: `this commit adds ${file}; the model is asked about it ${LATER}` };
};
