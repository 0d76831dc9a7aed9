import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { chunksOf } from '../../lib/pass/chunks.ts';
import { isAgreed, type Opinion, opinionOf, readVote, type Vote, verification } from '../../lib/pass/verify.ts';
import { readRole } from '../../lib/specs/agents.ts';
import { readMode } from '../../lib/specs/mode.ts';
import type { Reply } from '../../lib/types.ts';
import { makeFile, makeRule } from '../support/rule.ts';

const reply = (text: string, first?: Reply['first']): Reply => ({
  ...{ text, promptTokens: 1, cachedTokens: 0, outputTokens: 1, ms: 1, cut: false },
  ...(first ? { first } : {}),
});
const [chunk] = chunksOf(makeFile('a.py', 'raw = rate\nfee = raw // 1000\nsend(fee)'), 50, new Map());
if (!chunk) throw new Error('no chunk');
const doubt = { spec: readRole('verifier'), mode: readMode('commit'), rule: makeRule(), chunk, line: 2 };
const textOf = (yesFirst: boolean): string =>
  verification(doubt, yesFirst)
    .messages.map(({ content }) => content)
    .join('\n');

test('the question marks one line and shows the rule in full', () => {
  const text = textOf(true);
  assert.match(text, />> fee = raw \/\/ 1000\n\+ {2}send\(fee\)/);
  assert.not.match(text, /^L\d+\+/m);
  assert.match(text, /Requirements:/);
  assert.equal([verification(doubt, true).schema, verification(doubt, true).logprobs], [null, true]);
});

test('its two orders differ in the options alone, so the second finds all but the end read already', () => {
  const [one, two] = [textOf(true), textOf(false)];
  let same = 0;
  while (one[same] === two[same]) same++;
  assert.ok(same > one.indexOf('Does the line marked'));
  assert.match(one, /^A: Yes.*\nB: No/m);
  assert.match(two, /^A: No.*\nB: Yes/m);
});

for (const [text, vote] of [
  ['A', true],
  ['B', false],
  [' a.', true],
  ['"B"', false],
  ['Answer: A', true],
  ['(B)', false],
  ['Absolutely', null],
  ['Both', null],
  ['', null],
  ['Yes', null],
] as const)
  test(`reads ${JSON.stringify(text)} as ${vote === null ? 'no vote' : vote ? 'yes' : 'no'}`, () => {
    assert.is(readVote(reply(text), true)?.yes ?? null, vote);
    assert.is(readVote(reply(text), false)?.yes ?? null, vote === null ? null : !vote);
  });

const alternatives = (a: number, b: number) => [
  { token: 'A', logprob: Math.log(a) },
  { token: ' B', logprob: Math.log(b) },
  { token: 'the', logprob: Math.log(0.05) },
];

test('takes the probability of yes from both letters, whichever order they stand in', () => {
  const near = (x: number | null | undefined, y: number): void => assert.ok(Math.abs((x ?? -1) - y) < 1e-9, `${x}`);
  near(readVote(reply('A', alternatives(0.6, 0.2)), true)?.p, 0.75);
  near(readVote(reply('A', alternatives(0.6, 0.2)), false)?.p, 0.25);
  assert.is(readVote(reply('A', [{ token: 'the', logprob: -1 }]), true)?.p, null);
  assert.is(readVote(reply('A'), true)?.p, null);
});

const vote = (yes: boolean, p: number | null = null): Vote => ({ yes, p });

const OPINIONS: readonly [string, Vote | null, Vote | null, Opinion['kind'], boolean][] = [
  ['two yes without probabilities', vote(true), vote(true), 'yes', true],
  ['two no without probabilities', vote(false), vote(false), 'no', false],
  ['disagreement', vote(true), vote(false), 'split', false],
  ['disagreement with a high mean', vote(true, 0.99), vote(false, 0.49), 'split', false],
  ['one that cannot be read', vote(true), null, 'unread', false],
  ['two sure yes', vote(true, 0.95), vote(true, 0.9), 'yes', true],
  ['the upper edge of the grey zone', vote(true, 0.85), vote(true, 0.85), 'yes', true],
  ['the grey zone above the threshold', vote(true, 0.75), vote(true, 0.8), 'grey', true],
  ['the threshold itself', vote(true, 0.7), vote(true, 0.7), 'grey', true],
  ['the grey zone below the threshold', vote(true, 0.6), vote(true, 0.6), 'grey', false],
  ['two weak yes', vote(true, 0.52), vote(true, 0.54), 'no', false],
  ['the lower edge of the grey zone', vote(true, 0.55), vote(true, 0.55), 'no', false],
  ['two no with probabilities', vote(false, 0.1), vote(false, 0.2), 'no', false],
];

for (const [what, one, two, kind, agreed] of OPINIONS)
  test(`${what}: ${kind}, ${agreed ? 'verified' : 'not verified'}`, () => {
    const opinion = opinionOf(one, two);
    assert.equal([opinion.kind, isAgreed(opinion)], [kind, agreed]);
  });

test.run();
