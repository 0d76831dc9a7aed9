import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isGrammarRefusal, isPage, overflowOf, refusalText, shown } from '../../lib/models/refusal.ts';

const test = suite('refusals of a model server');

const TEXTS: readonly (readonly [form: string, body: string, text: string])[] = [
  ['an error in a string', '{"error":"no"}', 'no'],
  ['an error in an object', '{"error":{"message":"no","code":400}}', 'no'],
  ['a message beside the kind', '{"object":"error","message":"no","code":400}', 'no'],
  ['a detail', '{"detail":"no"}', 'no'],
  ['JSON inside a string', JSON.stringify({ error: JSON.stringify({ error: { message: 'no' } }) }), 'no'],
  ['plain text', ' 404 page not found \n', '404 page not found'],
  ['nothing', '', ''],
  ['JSON without a text', '{"error":{"code":1}}', '{"error":{"code":1}}'],
  ['a list', '[1]', '[1]'],
];

for (const [form, body, text] of TEXTS) test(`the text is found in ${form}`, () => assert.is(refusalText(body), text));

test('a text nested without end is not followed for ever', () => {
  let body = 'deep';
  for (let i = 0; i < 20; i += 1) body = JSON.stringify({ error: body });
  assert.ok(refusalText(body).includes('deep'));
});

test('a refusal is shown short and without anything that a terminal obeys', () => {
  assert.is(shown('\u001b[2Jred'), '<U+001B>[2Jred');
  assert.is(shown('x'.repeat(1000)).length, 300);
});

const OVERFLOWS: readonly (readonly [server: string, body: string, prompt: number | null, context: number | null])[] = [
  [
    'llama-server',
    '{"error":{"code":400,"message":"request (5000 tokens) exceeds the available context size (4096 tokens), try increasing it","type":"exceed_context_size_error","n_prompt_tokens":5000,"n_ctx":4096}}',
    5000,
    4096,
  ],
  [
    'llama-server inside Ollama',
    '{"error":"{\\"error\\":{\\"code\\":400,\\"message\\":\\"too long\\",\\"type\\":\\"exceed_context_size_error\\",\\"n_prompt_tokens\\":5000,\\"n_ctx\\":4096}}"}',
    5000,
    4096,
  ],
  ['the built-in engine of Ollama', '{"error":"the input length exceeds the context length"}', null, null],
  [
    'vLLM',
    '{"object":"error","message":"This model\'s maximum context length is 4096 tokens. However, you requested 5000 tokens (4700 in the messages, 300 in the completion).","type":"BadRequestError","code":400}',
    5000,
    4096,
  ],
  [
    'LM Studio',
    '{"error":"Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens"}',
    null,
    null,
  ],
  ['OpenAI’s own code', '{"error":{"message":"too long","code":"context_length_exceeded"}}', null, null],
];

for (const [server, body, prompt, context] of OVERFLOWS)
  test(`an overflow is recognised in the words of ${server}`, () =>
    assert.equal(overflowOf(body), { prompt, context }));

test('another refusal is no overflow', () => {
  assert.is(overflowOf('{"error":"model is required"}'), null);
  assert.is(overflowOf('{"error":"unknown option context"}'), null);
});

test('refusals of a schema are recognised in the words of every engine', () => {
  for (const text of [
    'invalid JSON schema in format',
    'invalid format: "x"; expected "json" or a valid JSON Schema object',
    'Failed to initialize samplers: failed to parse grammar',
    'JSON schema conversion failed:\nUnrecognized schema: {}',
  ])
    assert.ok(isGrammarRefusal(text), text);
  assert.not(isGrammarRefusal('model is required'));
});

test('a page for people is told from data', () => {
  assert.ok(isPage('text/html', 'anything'));
  assert.ok(isPage('', ' <!DOCTYPE html><p>'));
  assert.ok(isPage('text/plain', '<html>'));
  assert.not(isPage('application/json', '{"error":"<html>"}'));
});

test.run();
