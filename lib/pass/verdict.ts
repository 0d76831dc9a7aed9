import { EXIT } from '../errors.ts';
import type { Finding, Outcome } from '../types.ts';

export interface Judgement {
  readonly outcome: Outcome;
  readonly exitCode: number;
}

export interface Circumstances {
  readonly mode: 'block' | 'warn' | 'off';
  readonly failOn: 'block' | 'warn';
  /** Why the review is not complete; empty where it is. */
  readonly failures: readonly string[];
  readonly failClosed: boolean;
}

const blocks = ({ severity }: Finding, { mode, failOn }: Circumstances): boolean =>
  mode === 'block' && (severity === 'block' || (failOn === 'warn' && severity === 'warn'));

/** The verdict: what blocks, blocks; a review that failed is never clean; the rest warns or is clean. */
export const decide = (findings: readonly Finding[], at: Circumstances): Judgement => {
  if (findings.some((finding) => blocks(finding, at))) return { outcome: 'blocked', exitCode: EXIT.blocked };
  if (at.failures.length > 0)
    return { outcome: 'not-reviewed', exitCode: at.failClosed ? EXIT.blocked : EXIT.notReviewed };
  return { outcome: findings.length > 0 ? 'warned' : 'clean', exitCode: EXIT.ok };
};
