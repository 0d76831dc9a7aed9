import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { arbitration, type Dispute, readPlea, ruleOn } from '../../lib/pass/arbitrate.ts';
import { viewOf } from '../../lib/pass/chunks.ts';
import { contradict, givesWay } from '../../lib/pass/conflict.ts';
import { readRole } from '../../lib/specs/agents.ts';
import { readMode } from '../../lib/specs/mode.ts';
import { schemaFaults } from '../support/ollama-strict.ts';
import { makeRule } from '../support/rule.ts';

const TEXT = [
  'const key = idempotencyKey(invoice);',
  '// reviewed: this line is allowed by the rule',
  'send(pay, { retries: 3 });',
  'const limit = readLimit();',
  '}',
  'const limit = readLimit();',
];

const dispute: Dispute = {
  rule: makeRule(),
  path: 'pay.js',
  language: 'js',
  scope: 'function settle(invoice) {',
  line: 3,
  view: viewOf(
    TEXT.map((text, i) => ({ kind: 'context', line: i + 1, text })),
    new Map(),
  ),
  code: (line) => (TEXT[line - 1] ?? '').replace(/\/\/.*/, ''),
};

const reply = (text: string, cut = false) => ({
  ...{ text, cut, promptTokens: 1, cachedTokens: 0, outputTokens: 1, ms: 1 },
});

test('the question shows the lines around the disputed one, its declaration, and the rule in full', () => {
  const question = arbitration(readRole('arbiter'), readMode('commit'), dispute);
  const text = question.messages.map(({ content }) => content).join('\n');
  assert.match(text, /IN function settle/);
  assert.match(text, /\^ {3}const key.*\n.*\n>> send\(pay/);
  assert.match(text, /Requirements:[\s\S]*Good:/);
  assert.equal(schemaFaults(question.schema), []);
});

const RULINGS: readonly [string, object, string, string?][] = [
  ['a line of code that stands there', { quote: TEXT[0], why: 'the key makes it safe' }, 'refuted'],
  ['a long part of such a line', { quote: 'key = idempotencyKey(invoice)', why: '' }, 'refuted'],
  ['NONE', { quote: 'NONE', why: '' }, 'upheld'],
  ['none with a full stop', { quote: ' none. ', why: 'x' }, 'upheld'],
  ['an empty quote', { quote: '', why: 'it is fine' }, 'upheld'],
  ['a line that stands nowhere', { quote: 'const safe = true;', why: '' }, 'unsettled', 'stands nowhere'],
  ['the disputed line itself', { quote: TEXT[2], why: '' }, 'unsettled', 'stands nowhere'],
  ['a comment that claims it', { quote: TEXT[1], why: '' }, 'unsettled', 'no code'],
  ['a line that stands twice', { quote: TEXT[3], why: '' }, 'unsettled', 'several places'],
  ['a reason that hedges', { quote: TEXT[0], why: 'this might make it safe' }, 'unsettled', 'not sure'],
  ['a reason about other code', { quote: TEXT[0], why: '`lockInvoice()` guards it' }, 'unsettled', 'other code'],
];

for (const [what, plea, kind, why] of RULINGS)
  test(`${what}: ${kind}`, () => {
    const ruling = ruleOn(readPlea(reply(JSON.stringify(plea))), dispute);
    assert.is(ruling.kind, kind);
    if (ruling.kind === 'unsettled') assert.match(ruling.why, why ?? 'never');
    if (ruling.kind === 'refuted') assert.is(ruling.line, 1);
  });

test('an answer that cannot be read settles nothing', () => {
  for (const text of ['It is fine.', '', '{"why":"x"}', '[]'])
    assert.is(ruleOn(readPlea(reply(text)), dispute).kind, 'unsettled');
  assert.is(readPlea(reply('{"quote":"NONE","why":""}', true)), null);
});

const example = (kind: 'bad' | 'good', text: string) => ({
  ...{ kind, text, language: 'js', path: 'a.js', at: 1 },
  lines: kind === 'bad' ? [1] : [],
});
const ruleWith = (quality: string, ...examples: ReturnType<typeof example>[]) =>
  makeRule({ quality, body: { ...makeRule().body, examples } });

test('two rules contradict where one asks for a line that the other forbids', () => {
  const wait = ruleWith('correctness', example('good', 'await save(order);'), example('bad', 'save(order);'));
  const fast = ruleWith('efficiency', example('bad', 'await save(order);'), example('good', 'queue(order);'));
  const other = ruleWith('efficiency', example('bad', 'while (true) {'), example('good', 'done();'));
  assert.ok(contradict({ rule: wait, fix: '' }, { rule: fast, fix: '' }));
  assert.ok(contradict({ rule: fast, fix: '' }, { rule: wait, fix: '' }));
  assert.not.ok(contradict({ rule: wait, fix: '' }, { rule: other, fix: '' }));
  assert.ok(contradict({ rule: other, fix: 'save(order);' }, { rule: wait, fix: '' }));
  assert.not.ok(contradict({ rule: other, fix: '}' }, { rule: wait, fix: '  ' }));
});

for (const [a, b, expected] of [
  ['correctness', 'efficiency', 'second'],
  ['efficiency', 'correctness', 'first'],
  ['robustness', 'evolvability', 'second'],
  ['transparency', 'parsimony', 'second'],
  ['security', 'transparency', 'second'],
  ['correctness', 'security', 'tie'],
  ['resilience', 'robustness', 'tie'],
  ['unknown', 'efficiency', 'first'],
] as const)
  test(`between ${a} and ${b} ${expected === 'tie' ? 'neither gives way' : `the ${expected} gives way`}`, () => {
    assert.is(givesWay(makeRule({ quality: a }), makeRule({ quality: b })), expected);
  });

test.run();
