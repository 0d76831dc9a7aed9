import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { chunksOf } from '../lib/pass/chunks.ts';
import type { Proved } from '../lib/round.ts';
import { ruleConflicts } from '../lib/rulings.ts';
import type { RuleBody } from '../lib/types.ts';
import { makeFile, makeRule } from './support/rule.ts';

const [chunk] = chunksOf(makeFile('a.js', 'save(order);\nlater();'), 50, new Map());
if (!chunk) throw new Error('no chunk');

const bodies = new Map<string, RuleBody>();

/** A finding of a rule that forbids one line and asks for another. */
const found = (id: string, quality: string, forbids: string, wants: string, line = 1): Proved => {
  const at = { language: 'js', path: 'a.js', at: 1 };
  const rule = makeRule({ id, quality });
  bodies.set(id, {
    ...rule.body,
    examples: [
      { kind: 'bad', text: forbids, lines: [1], ...at },
      { kind: 'good', text: wants, lines: [], ...at },
    ],
  });
  const said = { line, quote: 'save(order);', why: '', fix: '' };
  return { pair: { rule, chunk, score: 1, why: '' }, ...said, severity: 'warn', verified: false };
};

const WAIT = found('corr/wait', 'correctness', 'save(order);', 'await save(order);');
const FAST = found('eff/fast', 'efficiency', 'await save(order);', 'queue(order);');
const SAFE = found('sec/safe', 'security', 'await save(order);', 'queue(order);');

test('of two findings that contradict, the one of the lesser quality goes', () => {
  for (const proved of [
    [WAIT, FAST],
    [FAST, WAIT],
  ])
    assert.equal(
      ruleConflicts(proved, bodies).map(({ one, ruling, reason }) => [one.pair.rule.id, ruling, reason]),
      [['eff/fast', 'outranked', 'corr/wait (correctness) comes before eff/fast (efficiency)']],
    );
});

test('two of one rank are a tie, and neither goes', () => {
  assert.equal(
    ruleConflicts([WAIT, SAFE], bodies).map(({ one, ruling }) => [one.pair.rule.id, ruling]),
    [
      ['corr/wait', 'tie'],
      ['sec/safe', 'tie'],
    ],
  );
});

test('findings on different lines, or that ask for nothing that the other forbids, stand side by side', () => {
  assert.equal(ruleConflicts([WAIT, { ...FAST, line: 2 }], bodies), []);
  assert.equal(ruleConflicts([WAIT, found('eff/other', 'efficiency', 'loop();', 'once();')], bodies), []);
  assert.equal(ruleConflicts([WAIT, WAIT], bodies), []);
});

test.run();
