import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { finder } from '../../lib/text/finder.ts';
import { vocabularyOf } from '../../lib/text/vocabulary.ts';

const foundIn = (strings: readonly string[], text: string): string[] => {
  const found: string[] = [];
  finder(strings).scan(text, (index) => found.push(strings[index] ?? ''));
  return found;
};

test('every string that occurs is found, also inside another one, and whatever its case', () => {
  assert.equal(foundIn(['he', 'she', 'hers', 'x'], 'uSHErs'), ['she', 'he', 'hers']);
  assert.equal(foundIn(['ab'], 'abAb'), ['ab', 'ab']);
  assert.equal(foundIn(['aab'], 'aaab'), ['aab']);
  assert.equal(foundIn([], 'abc'), []);
});

test('a character beyond ASCII ends what was begun', () => {
  assert.equal(foundIn(['ab', 'b'], 'aéb'), ['b']);
  assert.equal(foundIn(['ab'], 'éabé'), ['ab']);
});

test('a vocabulary is made ready only where the texts are long enough together', () => {
  let asked = 0;
  const words = vocabularyOf(() => {
    asked++;
    return ['for', 'while', 'for'];
  });
  assert.is(words('for a'), null);
  assert.is(asked, 0);
  assert.equal([...(words(`${' '.repeat(10_000_000)}FOR`) ?? [])], ['for']);
  assert.equal([...(words('while for') ?? [])].sort(), ['for', 'while']);
  assert.is(asked, 1);
});

test.run();
