import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Selection, selectCases } from '../../lib/eval/select.ts';
import type { Case } from '../../lib/eval/types.ts';

const selection = suite('the choice of cases');

const make = (id: string, over: Partial<Case> = {}): Case => ({
  ...{ id, template: id, split: 'test', stratum: 'C', file: id, base: [], staged: [], labels: [], neutral: [] },
  ...{ allowed: [], added: 1, made: 'written', ...over },
});

const labelled = (rule: string) => ({ labels: [{ rule, path: 'a', lines: [1] }] });
const ALL: readonly Case[] = [
  make('bad', labelled('a/b')),
  make('other', labelled('c/d')),
  make('model', labelled('needs/model')),
  make('clean'),
  make('dev', { split: 'dev', ...labelled('a/b') }),
  make('varied', { made: 'varied', ...labelled('a/b') }),
  make('example', { only: 'c/d', made: 'example' }),
  make('bad~lured', { made: 'varied', stratum: 'F', twin: 'dev', ...labelled('a/b') }),
];

const ids = (over: Partial<Selection> = {}): string[] =>
  selectCases(ALL, {
    ...{ split: 'test', rules: null, measured: new Set(['a/b', 'c/d']), quick: false, limit: null },
    ...over,
  }).map(({ id }) => id);

selection('leaves out the other half, and what cannot be found in this run', () => {
  assert.equal(ids(), ['bad', 'other', 'clean', 'varied', 'example', 'bad~lured', 'dev'], 'a twin comes along');
});

selection('follows the rules that are asked for, with the clean changes', () => {
  assert.equal(ids({ rules: new Set(['c/d']) }), ['other', 'clean', 'example']);
});

selection('leaves out variants where it is to be quick', () => {
  assert.equal(ids({ quick: true }), ['bad', 'other', 'clean', 'example']);
});

selection('spreads a limit evenly', () => {
  assert.equal(ids({ limit: 3 }), ['bad', 'clean', 'example']);
});

selection('of clean changes takes only some where it is to be quick', () => {
  const many = Array.from({ length: 100 }, (_, i) => make(`clean${i}`));
  const chosen = selectCases(many, { split: 'all', rules: null, measured: new Set(), quick: true, limit: null });
  assert.is(chosen.length, 24);
});

selection.run();
