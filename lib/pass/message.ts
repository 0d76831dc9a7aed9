import type { RuleHeader } from '../types.ts';

/** Checks over the message of a commit; what they look at is known in the commit-msg hook alone. */
const MESSAGE_CHECKS = new Set(['commit-subject']);

/** Whether a rule looks at the message and at nothing else. */
export const isMessageRule = ({ detect }: RuleHeader): boolean =>
  detect.length > 0 && detect.every((one) => 'check' in one && MESSAGE_CHECKS.has(one.check));
