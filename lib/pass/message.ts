import type { RuleHeader } from '../types.ts';

/** Checks over the message of a commit; what they look at is known in the commit-msg hook alone. */
const MESSAGE_CHECKS = new Set(['commit-subject']);

/** Checks over the shape of a change: where every file counts as new, they would always find something. */
const SHAPE_CHECKS = new Set(['code-without-test', 'mixed-reformat', 'oversized-change']);

const isMadeOf = ({ detect }: RuleHeader, checks: ReadonlySet<string>): boolean =>
  detect.length > 0 && detect.every((one) => 'check' in one && checks.has(one.check));

/** Whether a rule looks at the message and at nothing else. */
export const isMessageRule = (rule: RuleHeader): boolean => isMadeOf(rule, MESSAGE_CHECKS);

/** Whether a rule looks at how large a change is, or at what it is made up of, and at nothing else. */
export const isShapeRule = (rule: RuleHeader): boolean => isMadeOf(rule, SHAPE_CHECKS);
