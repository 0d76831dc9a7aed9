import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { report } from '../../lib/reports/gitlab.ts';
import type { Report } from '../../lib/types.ts';
import { badReport } from './hostile.ts';
import { CLEAN, finding, NOT_REVIEWED, OUTCOMES, view, WARNED } from './samples.ts';

interface Issue {
  readonly description: string;
  readonly check_name: string;
  readonly fingerprint: string;
  readonly severity: string;
  readonly location: { readonly path: string; readonly lines: { readonly begin: number; readonly end?: number } };
}

const parsed = (one: Report): Issue[] => JSON.parse(report(one, view()));

/** What GitLab's documentation asks of an entry. */
const fits = ({ description, check_name, fingerprint, severity, location }: Issue): boolean =>
  [description, check_name, fingerprint, location.path].every((text) => typeof text === 'string') &&
  ['info', 'minor', 'major', 'critical', 'blocker'].includes(severity) &&
  Number.isInteger(location.lines.begin) &&
  location.lines.begin >= 1 &&
  (location.lines.end === undefined || location.lines.end > location.lines.begin);

test('every outcome is a list of issues as GitLab reads them', () => {
  for (const one of OUTCOMES) assert.ok(parsed(one).every(fits), one.outcome);
});

test('so is every hostile report', () => {
  fc.assert(
    fc.property(badReport, (bad) => {
      assert.ok(parsed(bad).every(fits));
      assert.is(parsed(bad).length, bad.findings.length + (bad.outcome === 'not-reviewed' ? 1 : 0));
    }),
    { seed: 5, numRuns: 150 },
  );
});

test('severities map to those of GitLab', () => {
  const findings = (['info', 'warn', 'block'] as const).map((severity) => finding({ severity }));
  assert.equal(
    parsed({ ...WARNED, findings }).map(({ severity }) => severity),
    ['blocker', 'minor', 'info'],
  );
});

test('the fingerprint is the id of the finding', () => {
  assert.equal(
    parsed({ ...WARNED, findings: [finding({ id: 'abc', line: 90, endLine: 92 })] }).map(
      ({ fingerprint, location }) => [fingerprint, location.lines],
    ),
    [['abc', { begin: 90, end: 92 }]],
  );
});

test('a finding about a whole file stands on its first line', () => {
  assert.equal(parsed({ ...WARNED, findings: [finding({ line: 0, endLine: 0 })] })[0]?.location.lines, { begin: 1 });
});

test('a review that was not made is an issue, for an empty list reads as no problems', () => {
  const [issue] = parsed(NOT_REVIEWED);
  assert.is(issue?.description, 'lgtm: NOT REVIEWED: no model server answers at 127.0.0.1:11434');
  assert.is(issue?.check_name, 'not-reviewed');
  assert.is(parsed({ ...NOT_REVIEWED, notReviewed: [] })[0]?.location.path, '.');
  assert.equal(parsed(CLEAN), []);
});

test.run();
