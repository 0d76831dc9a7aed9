import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { answerSchema, parseAnswer } from '../../lib/pass/findings.ts';

const CLAIM = { line: 'L1', quote: 'x', why: 'y', fix: '' };
const GOOD = JSON.stringify({ findings: [CLAIM] });

const READ: readonly [string, string][] = [
  ['as it stands', GOOD],
  ['in a fence', `\`\`\`json\n${GOOD}\n\`\`\``],
  ['after prose', `Here is my answer: ${GOOD} I hope it helps.`],
  ['after thinking', `<think>{"findings": maybe}</think>\n${GOOD}`],
  ['before a second object', `${GOOD}\n{"findings":[]}`],
  ['with extra fields', JSON.stringify({ findings: [{ ...CLAIM, severity: 'high' }], note: 1 })],
  ['without why and fix', JSON.stringify({ findings: [{ line: 'L1', quote: 'x' }] })],
];

for (const [title, text] of READ)
  test(`reads an answer ${title}`, () => {
    assert.is(parseAnswer(text)?.[0]?.quote, 'x');
  });

test('reads an empty list as an answer', () => {
  assert.equal(parseAnswer('{"findings":[]}'), []);
});

const UNREADABLE: readonly [string, string][] = [
  ['nothing', ''],
  ['prose', 'Looks good to me.'],
  ['a cut object', '{"findings":[{"line":"L1","quo'],
  ['an array', '[]'],
  ['another object', '{"verdict":"pass"}'],
  ['wrong types', '{"findings":[{"line":1,"quote":2}]}'],
  ['single quotes', "{'findings':[]}"],
  ['thinking that never ends', '<think> {"findings":[]}'],
  ['a double opening brace', '{{"findings":[]}'],
];

for (const [title, text] of UNREADABLE)
  test(`takes ${title} for no answer`, () => {
    assert.is(parseAnswer(text), null);
  });

test('asks for lines by enum, with small bounds and no pattern', () => {
  const text = JSON.stringify(answerSchema(['L1', 'L2'], 3));
  assert.match(text, /"enum":\["L1","L2"\]/);
  assert.match(text, /"maxItems":3/);
  assert.match(text, /"additionalProperties":false/);
  assert.not.match(text, /pattern|\$schema/);
});

test.run();
