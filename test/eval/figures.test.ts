import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { figuresOf } from '../../lib/eval/figures.ts';
import type { CaseResult, FoundResult } from '../../lib/eval/result-types.ts';
import { fMeasure, quantile, share } from '../../lib/eval/wilson.ts';

const figures = suite('the figures');

const low = (hits: number, of: number): string => share(hits, of).low.toFixed(3);

figures('have the intervals that Wilson gives', () => {
  assert.equal(
    [low(16, 16), low(24, 25), low(30, 30), low(54, 60), low(55, 60)],
    ['0.806', '0.805', '0.886', '0.799', '0.819'],
  );
  assert.is(share(0, 100).high.toFixed(3), '0.037');
  assert.equal(share(0, 0), { hits: 0, of: 0, value: null, low: 0, high: 1 });
});

figures('weigh precision more by F0.5', () => {
  assert.is(fMeasure(share(1, 2), share(1, 1), 1)?.toFixed(4), '0.6667');
  assert.is(fMeasure(share(1, 2), share(1, 1), 0.5)?.toFixed(4), '0.5556');
  assert.is(fMeasure(share(0, 0), share(0, 4), 0.5), 0);
  assert.is(fMeasure(share(0, 0), share(0, 0), 0.5), null);
});

figures('know the value that so many lie below', () => {
  assert.equal([quantile([3, 1, 2], 0.5), quantile([], 0.5), quantile([1, 2, 3, 4], 0.95)], [2, null, 4]);
});

const found = (over: Partial<FoundResult> = {}): FoundResult => ({
  ...{ rule: 'a/model', source: 'model', severity: 'warn', path: 'a.js', line: 1 },
  ...{ verified: true, stands: true, judged: 'true', off: 0, ...over },
});

const result = (id: string, over: Partial<CaseResult> = {}): CaseResult => ({
  ...{ id, template: 't', stratum: 'C', made: 'written', run: 0, added: 10, clean: false, twin: null },
  ...{ outcome: 'warned', fault: null, findings: [], labels: [], dropped: [], unreviewed: 0, unreadable: 0 },
  ...{ model: null, ms: 100, ...over },
});

const place = (isFound: boolean, rule = 'a/model') => ({ rule, path: 'a.js', line: 1, found: isFound, selected: true });
const MEASURE = { rules: new Set(['a/model', 'a/detector']), needsModel: new Set(['a/model']) };

figures('count what is true, false, found twice and excused', () => {
  const { all, rules } = figuresOf(
    [
      result('1', { labels: [place(true), place(false)], findings: [found(), found({ judged: 'duplicate' })] }),
      result('2', { findings: [found({ judged: 'false', off: null }), found({ judged: 'neutral', off: null })] }),
      result('3', { findings: [found({ rule: 'not/measured', judged: 'false' })] }),
    ],
    MEASURE,
  );
  assert.equal([all.precision.hits, all.precision.of, all.recall.hits, all.recall.of], [1, 2, 1, 2]);
  assert.equal([all.duplicates, all.neutral], [1, 1]);
  assert.equal(
    rules.map(({ rule }) => rule),
    ['a/model'],
  );
});

figures('count a review that broke off only for the rules that need no model', () => {
  const broken = result('1', {
    fault: 'the model went away',
    labels: [place(false), place(true, 'a/detector')],
    findings: [found({ rule: 'a/detector', source: 'detector' })],
  });
  const { all, faults } = figuresOf([broken, result('2', { outcome: 'broken', fault: 'no report' })], MEASURE);
  assert.equal([all.recall.hits, all.recall.of], [1, 1]);
  assert.equal(faults, [
    { id: '1', fault: 'the model went away' },
    { id: '2', fault: 'no report' },
  ]);
});

figures('tell alarms on clean changes by their severity', () => {
  const clean = (id: string, severity: string) =>
    result(id, { clean: true, findings: [found({ judged: 'false', severity })] });
  const { alarms } = figuresOf([clean('1', 'block'), clean('2', 'info'), result('3', { clean: true })], MEASURE);
  assert.equal([alarms.any.hits, alarms.warned.hits, alarms.blocked.hits, alarms.any.of], [2, 1, 1, 3]);
  assert.is(alarms.perThousandLines?.toFixed(1), '66.7');
});

figures('say what the filters took, and whether asking again was right', () => {
  const dropped = [
    { reason: 'quote_not_found', rule: 'a/model', count: 2, truth: null },
    { reason: 'refuted', rule: 'a/model', count: 1, truth: true },
    { reason: 'refuted', rule: 'a/model', count: 1, truth: false },
  ];
  const { behaviour } = figuresOf([result('1', { dropped, findings: [found()] })], MEASURE);
  assert.equal([behaviour.claims, behaviour.grounded.hits, behaviour.killed], [5, 3, { wrong: 1, right: 1 }]);
});

figures('tell what a text that tries to steer costs', () => {
  const lured = result('1~lured', { stratum: 'F', twin: '1', labels: [place(false)] });
  const { behaviour } = figuresOf([result('1', { labels: [place(true)] }), lured], MEASURE);
  assert.is(behaviour.attackDelta, -1);
});

figures('tell which cases come out differently when they are repeated', () => {
  const again = (id: string, run: number, line: number) => result(id, { run, findings: [found({ line })] });
  const { behaviour } = figuresOf([again('1', 0, 1), again('1', 1, 2), again('2', 0, 1), again('2', 1, 1)], MEASURE);
  assert.equal([behaviour.flips.hits, behaviour.flips.of], [1, 2]);
});

figures.run();
