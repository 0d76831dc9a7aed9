import { safeJson } from '../text/visible.ts';
import type { Finding, Report, Reporter, Severity } from '../types.ts';
import { inOrder } from './pick.ts';
import { explained, verdictOf } from './words.ts';

const SEVERITY: Readonly<Record<Severity, string>> = { block: 'blocker', warn: 'minor', info: 'info' };

/** GitLab asks for a line; a finding about a whole file stands on the first. */
const location = (path: string, line: number, endLine: number): object => {
  const begin = Math.max(1, line);
  return { path, lines: { begin, ...(endLine > begin ? { end: endLine } : {}) } };
};

const issue = (finding: Finding): object => ({
  description: explained(finding).join(' '),
  check_name: finding.rule,
  fingerprint: finding.id,
  severity: SEVERITY[finding.severity],
  location: location(finding.path, finding.line, finding.endLine),
});

/** An empty list would read as "no problems", so a review that did not happen is an issue of its own. */
const alarm = (report: Report): object[] =>
  report.outcome === 'not-reviewed'
    ? [
        {
          description: verdictOf(report),
          check_name: 'not-reviewed',
          fingerprint: 'lgtm-not-reviewed',
          severity: 'major',
          location: location(report.notReviewed[0]?.path || '.', report.notReviewed[0]?.line ?? 1, 0),
        },
      ]
    : [];

/** Code Quality report of GitLab (`artifacts:reports:codequality`): a list of issues with stable fingerprints. */
export const report: Reporter = (report) => `${safeJson([...inOrder(report.findings).map(issue), ...alarm(report)])}\n`;
