import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { chooseWindow, estimateTokens, fewestTokens } from '../../lib/models/tokens.ts';

const test = suite('sizes in tokens');

test('the estimate is on the safe side of three bytes a token', () => {
  assert.is(estimateTokens(0), 0);
  assert.is(estimateTokens(300), 111);
  assert.ok(estimateTokens(3000) > 1000);
});

test('the lower bound counts runs of blanks and of one character once', () => {
  const words = 'alpha beta gamma delta epsilon zeta eta theta iota kappa';
  assert.is(fewestTokens(words.replaceAll(' ', ' '.repeat(200))), fewestTokens(words));
  assert.is(fewestTokens(`${'='.repeat(5000)}${words}`), fewestTokens(`=${words}`));
  assert.is(fewestTokens('x'.repeat(10_000)), 0);
});

test('the lower bound grows with text that no vocabulary can shorten', () => {
  const text = Array.from({ length: 600 }, (_, i) => `${i}`).join('');
  assert.ok(fewestTokens(text) >= Math.floor((Buffer.byteLength(text) * 0.8) / 6));
});

const WINDOWS: readonly (readonly [
  name: string,
  given: readonly [limit: number, trained: number | null, loaded: number | null],
  asked: number,
  usable: number,
])[] = [
  ['the limit itself where it is a bucket', [8192, 32768, null], 8192, 8192],
  ['the bucket below the limit', [10_000, 32768, null], 8192, 8192],
  ['the largest bucket at most', [1_000_000, 262_144, null], 32768, 32768],
  ['the trained length where that is less', [32768, 16384, null], 16384, 16384],
  ['the bucket below the trained length', [32768, 12_000, null], 8192, 8192],
  ['what there is where it is below every bucket', [32768, 2048, null], 2048, 2048],
  ['the limit where it is below every bucket', [3000, 32768, null], 3000, 3000],
  ['the limit where the trained length is unknown', [16384, null, null], 16384, 16384],
  ['what is loaded where that is more', [8192, 32768, 32768], 32768, 8192],
  ['what is loaded where that is as much', [8192, 32768, 8192], 8192, 8192],
  ['more than what is loaded where that is too little', [8192, 32768, 4096], 8192, 8192],
];

for (const [name, given, asked, usable] of WINDOWS)
  test(`the window is ${name}`, () => assert.equal(chooseWindow(...given), { asked, usable }));

test.run();
