import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { countBy, fallen, leftOut, suppressions } from '../../lib/reports/groups.ts';
import type { NotReviewed, Suppressed } from '../../lib/types.ts';
import { finding } from './samples.ts';

test('dropped answers are counted by reason, an entry for several as several', () => {
  assert.equal(
    [...countBy([{ reason: 'a' }, { reason: 'b', count: 3 }, { reason: 'a', count: 2 }])],
    [
      ['a', 3],
      ['b', 3],
    ],
  );
  assert.is(fallen([{ reason: 'quote_not_found', count: 4 }, { reason: 'merged' }]), '4 quote not found, 1 merged');
  assert.is(fallen([]), '');
});

test('of more than five reasons the first five are told', () => {
  const six = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((reason) => ({ reason }));
  assert.is(fallen(six), '1 a, 1 b, 1 c, 1 d, 1 e and 2 more');
});

const files = (reason: string, ...paths: readonly string[]): NotReviewed[] => paths.map((path) => ({ path, reason }));

test('what was left out is told reason by reason, five paths each', () => {
  const many = ['1', '2', '3', '4', '5', '6', '7'].map((n) => `img/${n}.png`);
  assert.equal(leftOut([...files('binary', ...many), ...files('lock-file', 'yarn.lock')]), {
    paths: 8,
    reasons: ['binary: img/1.png, img/2.png, img/3.png, img/4.png, img/5.png and 2 more', 'lock-file: yarn.lock'],
  });
});

test('questions that were not asked are told by path, with their rule or how many rules', () => {
  const left = (path: string, rule: string): NotReviewed => ({ path, reason: 'needs a model', rule });
  assert.equal(leftOut([left('a.ts', 'x/y'), left('b.ts', 'x/y'), left('a.ts', 'x/z'), left('a.ts', 'x/z')]), {
    paths: 2,
    reasons: ['needs a model: a.ts (2 rules), b.ts (x/y)'],
  });
});

test('nothing is said of files in which there was nothing to read', () => {
  assert.equal(
    leftOut(files('deleted', 'a').concat(files('mode-only', 'b'), files('empty', 'c'), files('same-as-parent', 'd'))),
    {
      paths: 0,
      reasons: [],
    },
  );
});

test('what concerns no single path concerns the whole change', () => {
  assert.equal(leftOut(files('model unavailable', '')).reasons, ['model unavailable: the whole change']);
});

test('of more than five reasons to leave out the first five are told', () => {
  const reasons = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].flatMap((reason) => files(reason, 'p'));
  assert.equal(leftOut(reasons).reasons, ['a: p', 'b: p', 'c: p', 'd: p', 'e: p', 'and 2 more reasons']);
});

const suppressed = (by: Suppressed['by'], added: boolean, line: number, reason = 'because'): Suppressed => ({
  finding: finding({ line }),
  by,
  reason,
  added,
});

test('a suppression names its means, place, rule and reason; those of this commit come first', () => {
  assert.equal(
    suppressions([
      suppressed('baseline', false, 1),
      suppressed('waiver', false, 2),
      suppressed('waiver', true, 3),
      suppressed('dismissed', false, 0, ''),
    ]),
    [
      'waived by this commit: src/app.js:3 sec/dynamic-eval: because',
      'in the baseline: src/app.js:1 sec/dynamic-eval: because',
      'waived: src/app.js:2 sec/dynamic-eval: because',
      'dismissed: src/app.js sec/dynamic-eval: no reason given',
    ],
  );
});

test('five suppressions of each means are listed, the rest is counted', () => {
  const many = [1, 2, 3, 4, 5, 6, 7].map((line) => suppressed('baseline', false, line));
  const told = suppressions([...many, suppressed('waiver', true, 9)]);
  assert.is(told.length, 7);
  assert.match(told[0] ?? '', /^waived by this commit: src\/app\.js:9 /);
  assert.is(told.at(-1), 'and 2 more in the baseline');
});

test.run();
