import { createHash } from 'node:crypto';
import type { RuleBody, RuleHeader } from '../types.ts';

/** Digest of everything of a rule that a model is shown, and of what its detectors look for: another text is another rule. */
export const ruleText = (
  { id, title, severity, class: kind, detect, exempt = '' }: RuleHeader,
  body: RuleBody,
): string =>
  createHash('sha256')
    .update(JSON.stringify([id, title, severity, kind, detect, exempt, body]))
    .digest('hex')
    .slice(0, 16);
