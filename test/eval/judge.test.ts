import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { resultOf } from '../../lib/eval/judge.ts';
import type { Case } from '../../lib/eval/types.ts';
import type { Finding, Report } from '../../lib/types.ts';

const judging = suite('a report held against its labels');

const TEXT = 'one();\nconst two = eval(x);\nconst three = eval(y);\n';

const CASE: Case = {
  ...{ id: 'c', template: 't', split: 'test', stratum: 'C', file: 'c.md', base: [], made: 'written', added: 3 },
  staged: [{ path: 'a.js', content: Buffer.from(TEXT), mode: '100644' }],
  labels: [{ rule: 'sec/dynamic-eval', path: 'a.js', lines: [2, 3] }],
  neutral: [{ rule: 'tran/print-debug', path: 'a.js', lines: [1] }],
  allowed: ['git/oversized-change'],
};

const finding = (rule: string, line: number, over: Partial<Finding> = {}): Finding => ({
  ...{ id: `${rule}${line}`, rule, title: rule, severity: 'warn', source: 'model', path: 'a.js', line, endLine: line },
  ...{ quote: TEXT.split('\n')[line - 1] ?? '', message: '', ...over },
});

const report = (findings: readonly Finding[], over: Partial<Report> = {}): Report => ({
  ...{ schema: 1, outcome: 'warned', exitCode: 0, findings, dropped: [], suppressed: [], notReviewed: [] },
  ...{ rules: { selected: [{ id: 'sec/dynamic-eval', why: '' }], skipped: 0 }, model: null, notes: [], ...over },
});

const judged = (one: Case, made: Report) =>
  resultOf(one, 0, { report: made, ms: 1, loadMs: 0, relocated: 0, proved: 0 });

judging('finds a place once; a second finding there is a duplicate', () => {
  const { findings, labels } = judged(CASE, report([finding('sec/dynamic-eval', 3), finding('sec/dynamic-eval', 2)]));
  assert.equal(
    findings.map((one) => one.judged),
    ['true', 'duplicate'],
  );
  assert.equal(
    labels.map(({ found, selected }) => [found, selected]),
    [[true, true]],
  );
});

judging('tells how far off a wrong line is', () => {
  const { findings, labels } = judged(
    CASE,
    report([finding('sec/dynamic-eval', 1), finding('corr/loose-equality', 1)]),
  );
  assert.equal(
    findings.map(({ judged: word, off }) => [word, off]),
    [
      ['false', 1],
      ['false', null],
    ],
  );
  assert.is(labels[0]?.found, false);
});

judging('excuses what the case allows', () => {
  const { findings } = judged(
    CASE,
    report([finding('tran/print-debug', 1), finding('git/oversized-change', 0), finding('tran/print-debug', 2)]),
  );
  assert.equal(
    findings.map((one) => one.judged),
    ['neutral', 'neutral', 'false'],
  );
});

judging('of an example counts only what its own rule finds', () => {
  const { findings } = judged(
    { ...CASE, only: 'sec/dynamic-eval', labels: [] },
    report([finding('tran/print-debug', 2), finding('sec/dynamic-eval', 2)]),
  );
  assert.equal(
    findings.map((one) => one.judged),
    ['neutral', 'false'],
  );
});

judging('sees a quote of a model that does not stand where it says', () => {
  const { findings } = judged(
    CASE,
    report([finding('a/b', 1, { quote: 'two();' }), finding('a/b', 1), finding('a/b', 1, { quote: ' ' })]),
  );
  assert.equal(
    findings.map(({ stands }) => stands),
    [false, true, false],
  );
});

judging('knows whether what was dropped was right', () => {
  const dropped = [
    { reason: 'refuted', rule: 'sec/dynamic-eval', path: 'a.js', line: 2 },
    { reason: 'refuted', rule: 'sec/dynamic-eval', path: 'a.js', line: 1 },
    { reason: 'not_added', rule: 'sec/dynamic-eval', path: 'a.js', count: 2 },
  ];
  assert.equal(
    judged(CASE, report([], { dropped })).dropped.map(({ truth, count }) => [truth, count]),
    [
      [true, 1],
      [false, 1],
      [null, 2],
    ],
  );
});

judging('says why a review is not complete, also where something was found', () => {
  const notReviewed = [{ path: 'a.js', reason: 'model unavailable', rule: 'a/b' }];
  const one = judged(CASE, report([], { outcome: 'blocked', notReviewed, notes: ['no server'] }));
  assert.equal([one.fault, one.unreviewed], ['no server', 1]);
  const lock = [{ path: 'package-lock.json', reason: 'lock-file' }];
  assert.is(judged(CASE, report([], { outcome: 'clean', notReviewed: lock })).fault, null);
});

judging.run();
