import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { chunksOf } from '../../lib/pass/chunks.ts';
import { adviceOf, type Draft, draftOfProved } from '../../lib/pass/drafts.ts';
import { identify, settle } from '../../lib/pass/settle.ts';
import { makeFile, makeRule } from '../support/rule.ts';

const draft = (change: Partial<Draft> = {}): Draft => ({
  rule: 'a/b',
  title: 't',
  severity: 'warn',
  source: 'model',
  path: 'a.js',
  line: 1,
  endLine: 1,
  quote: 'const value = compute(input)',
  text: 'const value = compute(input)',
  message: 'm',
  ...change,
});

test('fingerprints survive a shift of lines and tell equal lines apart', () => {
  const [a, b] = identify([draft({ line: 3 }), draft({ line: 9 })]);
  const [c, d] = identify([draft({ line: 13 }), draft({ line: 19 })]);
  assert.is(a?.id, c?.id);
  assert.is(b?.id, d?.id);
  assert.is.not(a?.id, b?.id);
  assert.is(identify([draft({ text: '  const value =  compute(input)' })])[0]?.id, a?.id);
  assert.is.not(identify([draft({ path: 'b.js' })])[0]?.id, a?.id);
});

test('G13 leaves to the detector what a detector says', () => {
  const detected = identify([draft({ source: 'detector' })]);
  const { findings, dropped } = settle(detected, identify([draft()]), { perRuleAndFile: 2, shown: 10 });
  assert.equal([findings.length, dropped.map(({ reason }) => reason)], [0, ['detector_has_it']]);
});

test('G14 merges neighbours that say the same', () => {
  const { findings, dropped } = settle(
    [],
    identify([draft(), draft({ line: 3, quote: 'return compute(value)', text: 'x' })]),
    { perRuleAndFile: 2, shown: 10 },
  );
  assert.equal([findings.length, dropped.map(({ reason }) => reason)], [1, ['merged']]);
});

test('G16 caps findings of one rule in one file and in all, the most severe first', () => {
  const many = identify(
    [1, 20, 40].map((line) => draft({ line, text: `x${line}`, severity: line === 40 ? 'block' : 'warn' })),
  );
  const result = settle([], many, { perRuleAndFile: 2, shown: 10 });
  assert.is(result.findings[0]?.line, 40);
  assert.equal(
    result.dropped.map(({ reason }) => reason),
    ['over_cap'],
  );
  assert.is(
    settle([], identify(['a', 'b', 'c'].map((path) => draft({ path }))), { perRuleAndFile: 2, shown: 2 }).findings
      .length,
    2,
  );
});

test('G16 keeps of equally severe ones what the model was surest of', () => {
  const one = (line: number, p: number): Draft => draft({ line, text: `x${line}`, quote: `x${line}`, p });
  const { findings } = settle([], identify([one(1, 0.7), one(20, 0.9), one(40, 0.8)]), {
    perRuleAndFile: 2,
    shown: 10,
  });
  assert.equal(
    findings.map(({ line }) => line),
    [20, 40],
  );
});

test('G17 and G18 give the rule’s severity and reason, and the model’s own words after them, cut to size', () => {
  const [chunk] = chunksOf(makeFile('a.py', 'fee = raw'), 50, new Map());
  assert.ok(chunk);
  const pair = { rule: makeRule(), chunk, score: 1, why: '' };
  const said = { line: 1, quote: 'fee = raw', why: `rounds\n down ${'x'.repeat(300)}`, fix: '', verified: true };
  const made = draftOfProved({ pair, ...said, severity: 'warn', p: 0.9 }, makeRule().body);
  assert.match(made.message, /^A fee that is rounded down underpays\. The model: rounds down x+$/);
  assert.is(made.message.length, 'A fee that is rounded down underpays. The model: '.length + 160);
  assert.equal([made.severity, made.fix, made.p, made.source], ['warn', 'Round a fee up.', 0.9, 'model']);
  assert.is(draftOfProved({ pair, ...said, why: '', fix: 'fee = up(raw)', severity: 'warn' }, undefined).message, '');
});

test('takes advice from the rule’s own text', () => {
  assert.equal(adviceOf(makeRule().body), { message: 'A fee that is rounded down underpays.', fix: 'Round a fee up.' });
  assert.equal(adviceOf(undefined), { message: '', fix: '' });
});

test.run();
