import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { needlesOf, waysOf } from '../../lib/text/needles.ts';

test('every match of a pattern holds one of its needles', () => {
  assert.equal(needlesOf('\\b(?:eval|exec)\\('), ['eval(', 'exec(']);
  assert.equal(needlesOf('colou?r'), ['color', 'colour']);
  assert.equal(needlesOf('\\w+'), null);
  assert.equal(needlesOf('(?i)a'), null);
});

test('a way is one branch of a pattern with all that it needs, and a place in the source', () => {
  const source = 'ignore\\s+(?:rules|hints)|you\\s+are|[xy]';
  const ways = waysOf(source) ?? [];
  assert.equal(
    ways.map(({ at: [start, end], needs }) => [source.slice(start, end), needs]),
    [
      ['ignore\\s+(?:rules|hints)', ['ignore', 'rules hints']],
      ['you\\s+are', ['you', 'are']],
      ['[xy]', []],
    ],
  );
});

test('what is optional or repeated no time is not needed', () => {
  assert.equal(waysOf('abc(?:def)?(?:ghi)*(?:jkl)+')?.[0]?.needs, ['abc', 'jkl']);
});

test('a set that follows from another one is not asked for', () => {
  assert.equal(waysOf('(?:fetch|fetchAll)\\(\\s*fetch\\(')?.[0]?.needs, ['fetch(']);
  assert.equal(waysOf('throw\\s+new\\s+throw')?.[0]?.needs, ['throw', 'new']);
});

test('a pattern of which nothing is known has no ways', () => {
  assert.is(waysOf('\\w+|\\d'), null);
  assert.is(waysOf('(?i)abc'), null);
});

test.run();
