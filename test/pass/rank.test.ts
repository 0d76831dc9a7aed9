import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { chunksOf } from '../../lib/pass/chunks.ts';
import type { Pair } from '../../lib/pass/counsel.ts';
import { riskOf, withinBudget } from '../../lib/pass/rank.ts';
import type { Rule, Severity } from '../../lib/types.ts';
import { makeFile, makeRule } from '../support/rule.ts';

const chunkOf = (path: string) => {
  const [chunk] = chunksOf(makeFile(path, 'a\nb'), 50, new Map());
  if (!chunk) throw new Error('no chunk');
  return chunk;
};
const CHUNKS = new Map(['src/a.js', 'src/b.js', 'docs/a.md', 'test/a.test.js'].map((path) => [path, chunkOf(path)]));

const pair = (id: string, path: string, inForce: Severity, score = 1, kind: Rule['class'] = 'M'): Pair => {
  const chunk = CHUNKS.get(path);
  if (!chunk) throw new Error(path);
  return { rule: makeRule({ id, inForce, class: kind }), chunk, score, why: '' };
};
const names = (pairs: readonly Pair[]): string[] => pairs.map(({ rule, chunk }) => `${rule.id} ${chunk.path}`);

test('a mistake is dearer in source than in prose or a test, and where the map sees a risk', () => {
  const risk = (path: string, risks = [{ kind: 'money', paths: ['src/b.js'] }]): number => riskOf(chunkOf(path), risks);
  assert.ok(risk('src/b.js') > risk('src/a.js'));
  assert.ok(risk('src/a.js') > risk('docs/a.md'));
  assert.ok(risk('docs/a.md') > risk('test/a.test.js'));
  assert.is(risk('src/a.js', [{ kind: 'size', paths: ['src/a.js'] }]), risk('src/a.js'));
});

test('the budget goes to what would block, then to risk, then to what speaks for the rule', () => {
  const pairs = [
    pair('a/info', 'src/a.js', 'info', 9),
    pair('b/weak', 'src/b.js', 'warn', 1),
    pair('c/strong', 'src/a.js', 'warn', 5),
    pair('d/gated', 'docs/a.md', 'warn', 3, 'H'),
    pair('e/block', 'src/a.js', 'block', 1),
  ];
  const risks = [{ kind: 'money', paths: ['src/b.js'] }];
  assert.equal(names(withinBudget(pairs, 1, risks).asked), ['e/block src/a.js']);
  assert.equal(names(withinBudget(pairs, 2, risks).asked), ['e/block src/a.js', 'd/gated docs/a.md']);
  assert.equal(names(withinBudget(pairs, 3, risks).left), ['c/strong src/a.js', 'a/info src/a.js']);
});

test('questions about one chunk are asked one after the other', () => {
  const pairs = [
    pair('a/one', 'src/a.js', 'block'),
    pair('b/one', 'src/b.js', 'block'),
    pair('a/two', 'src/a.js', 'info'),
    pair('b/two', 'src/b.js', 'info'),
  ];
  const { asked, left } = withinBudget(pairs, 12, []);
  assert.equal(names(asked), ['a/one src/a.js', 'a/two src/a.js', 'b/one src/b.js', 'b/two src/b.js']);
  assert.equal(left, []);
});

test('the order does not depend on the order in which the questions come', () => {
  const pairs = ['x', 'b', 'm', 'a'].flatMap((id) => [pair(id, 'src/b.js', 'warn'), pair(id, 'src/a.js', 'warn')]);
  assert.equal(names(withinBudget(pairs, 5, []).asked), names(withinBudget([...pairs].reverse(), 5, []).asked));
});

test.run();
