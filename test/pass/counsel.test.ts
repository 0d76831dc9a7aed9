import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { chunksOf } from '../../lib/pass/chunks.ts';
import { choosePairs } from '../../lib/pass/counsel.ts';
import { type Scope, scopeTest } from '../../lib/pass/scope.ts';
import type { Hit, Tier0 } from '../../lib/types.ts';
import { makeFile, makeRule } from '../support/rule.ts';

const scope: Scope = {
  domains: (path) => (path.includes('wallet') ? ['bitcoin'] : []),
};
const intent: Tier0 = { branch: 'main', subjects: [], message: null };
const chunk = (path: string, text: string) => chunksOf(makeFile(path, text), 50, new Map());
const fees = chunk('wallet/fees.py', 'fee = rate * size');
const hit = (rule: string, line: number): Hit => ({ rule, path: 'wallet/fees.py', line, endLine: line, quote: '' });
const choose = (rules: Parameters<typeof choosePairs>[0], gates: readonly Hit[] = [], chunks = fees) =>
  choosePairs(rules, chunks, gates, scope, intent, 3).map(({ rule }) => rule.id);

test('keeps a rule out of scope by language, path and domain, and says why', () => {
  const file = { path: 'src/a.py', language: 'py' };
  assert.is(scopeTest(makeRule({ languages: ['ts'] }), scope)(file), 'language is py');
  assert.is(scopeTest(makeRule({ paths: ['lib/**'], pathPattern: '^lib/' }), scope)(file), 'path is outside lib/**');
  assert.is(scopeTest(makeRule({ domains: ['bitcoin'] }), scope)(file), 'domain bitcoin was not found');
  assert.is(
    scopeTest(makeRule({ languages: ['py'], domains: ['bitcoin'] }), scope)({ path: 'wallet/a.py', language: 'py' }),
    null,
  );
});

test('keeps the built-in M rules to code that runs', () => {
  const test = scopeTest(makeRule(), scope);
  assert.is(test({ path: 'test/a.test.ts', language: 'ts' }), 'a test');
  assert.is(test({ path: 'CHANGELOG.md', language: 'md' }), 'no code');
  assert.is(test({ path: 'src/a.ts', language: 'ts' }), null);
  for (const other of [makeRule({ origin: 'local' }), makeRule({ class: 'D' })])
    assert.is(scopeTest(other, scope)({ path: 'CHANGELOG.md', language: 'md' }), null);
});

test('asks an H rule only where its detector points', () => {
  const rule = makeRule({ id: 'a/h', class: 'H' });
  assert.equal(choose([rule]), []);
  assert.equal(choose([rule], [hit('a/h', 1)]), ['a/h']);
  assert.equal(choose([rule], [hit('a/h', 7)]), []);
});

test('asks an M rule only where something speaks for it', () => {
  assert.equal(choose([makeRule({ when: 'fee computed from a rate' })]), ['btc/fee-round-down']);
  assert.equal(choose([makeRule({ when: 'database migration' })]), []);
  assert.equal(choose([makeRule({ when: 'unrelated', origin: 'local' })]), ['btc/fee-round-down']);
});

test('asks no D rule and no built-in M rule about a test', () => {
  assert.equal(choose([makeRule({ class: 'D' })]), []);
  assert.equal(choose([makeRule()], [], chunk('test/fees.py', 'fee = rate * size')), []);
});

test('gives the reasons of each choice', () => {
  const [pair] = choosePairs([makeRule({ domains: ['bitcoin'] })], fees, [], scope, intent, 3);
  assert.match(pair?.why ?? '', /^py; domain bitcoin; words fe, rat, siz$/);
});

test('keeps at most so many M rules a chunk beside the mandatory ones', () => {
  const rules = ['a', 'b', 'c', 'd', 'e'].map((name) => makeRule({ id: `m/${name}`, inForce: 'warn' }));
  assert.is(choose(rules).length, 3);
  assert.is(choose([...rules, makeRule({ id: 'h/x', class: 'H', inForce: 'warn' })], [hit('h/x', 1)]).length, 4);
});

test.run();
