import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { report } from '../../lib/reports/sarif.ts';
import type { Report, View } from '../../lib/types.ts';
import { badReport, badView } from './hostile.ts';
import { BLOCKED, finding, NOT_REVIEWED, OUTCOMES, view, WARNED } from './samples.ts';

/** The schema that the standard's authors publish (draft 4; it uses nothing that later drafts read otherwise). */
const file = createRequire(import.meta.url).resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');
const { $schema: _draft, id: _id, ...schema } = JSON.parse(readFileSync(file, 'utf8'));
const ajv = new Ajv({
  strict: false,
  unicodeRegExp: false,
  allErrors: true,
  formats: {
    uri: URL.canParse,
    'uri-reference': (text: string) => /^(?:[\w\-.~!$&'()*+,;=:@/?#[\]]|%[\dA-F]{2})*$/.test(text),
    'date-time': /^\d{4}-/,
  },
});
const validate = ajv.compile(schema);
const faults = (value: unknown): unknown => (validate(value) ? null : validate.errors);

const runOf = (one: Report, changes: Partial<View> = {}) => JSON.parse(report(one, view(changes))).runs[0];

for (const one of OUTCOMES) {
  test(`the log of a ${one.outcome} change is SARIF 2.1.0 by the official schema`, () => {
    assert.is(faults(JSON.parse(report(one, view()))), null);
  });
}

test('no text of a change makes the log anything but SARIF 2.1.0', () => {
  fc.assert(
    fc.property(badReport, badView, (bad, hostile) => {
      assert.is(faults(JSON.parse(report(bad, hostile))), null);
    }),
    { seed: 11, numRuns: 150 },
  );
});

test('the schema at hand does refuse', () => {
  const log = JSON.parse(report(BLOCKED, view()));
  log.runs[0].results[0].level = 'fatal';
  assert.not(validate(log));
});

test('severities become levels', () => {
  const findings = (['block', 'warn', 'info'] as const).map((severity) => finding({ severity }));
  assert.equal(
    runOf({ ...BLOCKED, findings, suppressed: [] }).results.map(({ level }: { level: string }) => level),
    ['error', 'warning', 'note'],
  );
});

test('the fingerprint is the id of the finding, whatever line it has moved to', () => {
  const at = (line: number) => runOf({ ...WARNED, findings: [finding({ line, endLine: line })] }).results[0];
  assert.equal(at(5).partialFingerprints, { 'lgtmFinding/v1': 'f1' });
  assert.equal(at(90).partialFingerprints, at(5).partialFingerprints);
});

test('every result says whether it is suppressed, and by what', () => {
  const by = (how: 'waiver' | 'baseline' | 'dismissed') => ({
    finding: finding(),
    by: how,
    reason: `see [notes](http://x) of ${how}`,
    added: false,
  });
  const { results } = runOf({
    ...BLOCKED,
    findings: [finding()],
    suppressed: [by('waiver'), by('baseline'), by('dismissed')],
  });
  assert.equal(
    results.map(({ suppressions }: { suppressions: { kind: string }[] }) => suppressions.map(({ kind }) => kind)),
    [[], ['inSource'], ['external'], ['external']],
  );
  assert.is(results[1].suppressions[0].justification, 'see [notes] (http://x) of waiver');
  assert.is(results[1].suppressions[0].status, 'accepted');
});

test('a path is encoded segment by segment', () => {
  const uri = (path: string): string =>
    runOf({ ...WARNED, findings: [finding({ path })] }).results[0].locations[0].physicalLocation.artifactLocation.uri;
  assert.is(uri('src/a b.js'), 'src/a%20b.js');
  assert.is(uri('javascript:alert(1)/x?y#z'), 'javascript%3Aalert(1)/x%3Fy%23z');
  assert.is(uri('100%/é\n.js'), '100%25/%C3%A9%0A.js');
  assert.is(uri('a\\b\ud800'), 'a%5Cb%EF%BF%BD');
});

test('a finding about a whole file has no region', () => {
  const { physicalLocation } = runOf({ ...WARNED, findings: [finding({ line: 0, endLine: 0 })] }).results[0]
    .locations[0];
  assert.equal(Object.keys(physicalLocation), ['artifactLocation']);
});

test('the rules that ran are listed with their text, results point at them', () => {
  const selected = [
    { id: 'a/b', why: 'x' },
    { id: 'sec/dynamic-eval', why: 'x' },
  ];
  const run = runOf(
    { ...WARNED, rules: { selected, skipped: 0 } },
    { explain: (id) => `All about ${id}.\n\n- one\n- two` },
  );
  const { rules } = run.tool.driver;
  assert.equal(
    rules.map(({ id }: { id: string }) => id),
    ['a/b', 'sec/dynamic-eval'],
  );
  assert.is(rules[run.results[0].ruleIndex].id, run.results[0].ruleId);
  assert.is(rules[1].help.text, 'All about sec/dynamic-eval.\n\n- one\n- two');
});

test('the text of a rule reaches a viewer without what could mislead it', () => {
  const { help } = runOf(WARNED, { explain: () => 'one\u202e\n\u001b[2Jtwo <b>' }).tool.driver.rules[0];
  assert.is(help.text, 'one<U+202E>\n<U+001B>[2Jtwo < b>');
});

test('no message is empty', () => {
  const one = { ...NOT_REVIEWED, notReviewed: [{ path: 'a', reason: '' }], notes: [''] };
  const { toolExecutionNotifications: told } = runOf(one).invocations[0];
  assert.equal(
    told.map(({ message }: { message: { text: string } }) => message.text),
    ['lgtm: NOT REVIEWED: no reason was given', 'left-out', 'note'],
  );
});

test('a review that was not made is no successful execution', () => {
  const [invocation] = runOf(NOT_REVIEWED).invocations;
  assert.is(invocation.executionSuccessful, false);
  assert.is(invocation.exitCode, 3);
  assert.equal(
    invocation.toolExecutionNotifications.map(
      ({ level, descriptor }: { level: string; descriptor: { id: string } }) => [descriptor.id, level],
    ),
    [
      ['not-reviewed', 'error'],
      ['left-out', 'warning'],
      ['note', 'note'],
    ],
  );
});

test('what is left out by its nature is a note, what was not asked is a warning', () => {
  const { toolExecutionNotifications: told } = runOf(BLOCKED).invocations[0];
  assert.equal(
    told.map(({ level, message }: { level: string; message: { text: string } }) => [message.text.split(';')[0], level]),
    [
      ['lock-file', 'note'],
      ['over budget', 'warning'],
      ['deleted', 'note'],
      ['this commit changes lgtm.config.yaml', 'note'],
    ],
  );
});

test('dropped answers are counted', () => {
  assert.equal(runOf(BLOCKED).properties.dropped, { quote_not_found: 2, merged: 1 });
});

test.run();
