import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fencesOf, parseInfo, sectionsOf } from '../../lib/text/markdown.ts';

const DOCUMENT = ['intro', '## One', 'a', '', '```md', '## not a heading', '```', '## Two ##', 'b'].join('\n');

test('a text is split at its headings of the second level, with their lines', () => {
  const { preface, sections } = sectionsOf(DOCUMENT, 10);
  assert.is(preface, 'intro');
  assert.equal(
    sections.map(({ title, line }) => [title, line]),
    [
      ['One', 11],
      ['Two', 17],
    ],
  );
  assert.is(sections[0]?.text, 'a\n\n```md\n## not a heading\n```');
});

test('headings of other levels are text', () => {
  assert.equal(
    sectionsOf('# A\n### B\n##C\n## D').sections.map(({ title }) => title),
    ['D'],
  );
});

test('fenced blocks come with info, text and line', () => {
  assert.equal(fencesOf('x\n```ts bad\na\n\nb\n```\ny\n~~~\nc\n~~~', 5), [
    { info: 'ts bad', text: 'a\n\nb', line: 6, closed: true },
    { info: '', text: 'c', line: 12, closed: true },
  ]);
});

test('a longer fence holds a shorter one', () => {
  const [fence] = fencesOf('````md\n```\nx\n```\n````');
  assert.is(fence?.text, '```\nx\n```');
});

test('a block that never closes reaches to the end and says so', () => {
  assert.equal(fencesOf('```ts\na\nb'), [{ info: 'ts', text: 'a\nb', line: 1, closed: false }]);
});

test('an empty block is a block', () => {
  assert.equal(fencesOf('```text bad\n```'), [{ info: 'text bad', text: '', line: 1, closed: true }]);
});

test('an inline code span opens no fence', () => {
  assert.equal(fencesOf('``` a ``` b'), []);
});

test('an info string is read into language, words and values', () => {
  const { language, words, values } = parseInfo('ts bad file="a b.ts" lines=2,4-5 gate');
  assert.is(language, 'ts');
  assert.equal(words, ['bad', 'gate']);
  assert.equal(
    [...values],
    [
      ['file', 'a b.ts'],
      ['lines', '2,4-5'],
    ],
  );
});

test.run();
