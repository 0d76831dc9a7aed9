import { createHash } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { at, listOf } from '../../lib/models/shape.ts';
import { startOllama, withOllama } from './ollama.ts';
import { CODER, EMBEDDER, GPT_OSS, THINKER } from './ollama-models.ts';
import { chatFaults, schemaFaults } from './ollama-strict.ts';
import type { FakeOllama, FakeOptions } from './ollama-types.ts';
import { instanceOf } from './ollama-wire.ts';

const test = suite('the loopback Ollama server');

const call = (
  server: FakeOllama,
  path: string,
  body?: unknown,
  method = body === undefined ? 'GET' : 'POST',
): Promise<Response> =>
  fetch(`http://${server.host}${path}`, {
    method,
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });

const json = async (server: FakeOllama, path: string, body?: unknown, method?: string): Promise<unknown> =>
  (await call(server, path, body, method)).json();

const GOOD = {
  model: CODER.name,
  messages: [{ role: 'user', content: 'Is it?' }],
  truncate: false,
  keep_alive: '5m',
  options: { num_ctx: 4096, num_predict: 50, temperature: 0, repeat_penalty: 1, seed: 1 },
};

const stream = async (server: FakeOllama, body: object): Promise<readonly unknown[]> =>
  (await (await call(server, '/api/chat', body)).text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

const last = async (server: FakeOllama, body: object): Promise<unknown> => (await stream(server, body)).at(-1);

const on = (options: FakeOptions, work: (server: FakeOllama) => Promise<void>) => () => withOllama(options, work);

test(
  'it streams by default, a JSON object a line, and counts at the end',
  on({ answer: () => 'größe und 😀' }, async (server) => {
    const response = await call(server, '/api/chat', GOOD);
    assert.is(response.headers.get('content-type'), 'application/x-ndjson');
    const lines = (await response.text())
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    assert.is(lines.map((line) => at(line, 'message', 'content')).join(''), 'größe und 😀');
    assert.equal(
      lines.map((line) => at(line, 'done')),
      [...lines.slice(1).map(() => false), true],
    );
    for (const count of [
      'total_duration',
      'load_duration',
      'prompt_eval_count',
      'prompt_eval_duration',
      'eval_count',
      'eval_duration',
    ])
      assert.ok(Number(at(lines.at(-1), count)) > 0, count);
  }),
);

test(
  'without streaming it sends one object',
  on({ answer: () => 'yes' }, async (server) => {
    const response = await call(server, '/api/chat', { ...GOOD, stream: false });
    assert.is(response.headers.get('content-type'), 'application/json; charset=utf-8');
    const body: unknown = await response.json();
    assert.equal([at(body, 'message', 'content'), at(body, 'done'), at(body, 'done_reason')], ['yes', true, 'stop']);
  }),
);

test(
  'no header leaves before the first piece of the answer',
  on({ models: [{ ...CODER, loadMs: 5_000 }] }, async (server) => {
    const abort = new AbortController();
    const response = fetch(`http://${server.host}/api/chat`, {
      method: 'POST',
      body: JSON.stringify(GOOD),
      signal: abort.signal,
    });
    const first = await Promise.race([response, new Promise((resolve) => setTimeout(resolve, 60, 'silence'))]);
    assert.is(first, 'silence');
    abort.abort();
    await response.catch(() => undefined);
    await server.idle();
    assert.equal(await json(server, '/api/ps'), { models: [] });
    assert.ok(server.questions()[0]?.aborted);
  }),
);

test(
  'loading, its window and its end show in the list of what runs',
  on({}, async (server) => {
    const load = { ...GOOD, messages: [] };
    assert.equal(at(await last(server, load), 'done_reason'), 'load');
    assert.is(at(listOf(at(await json(server, '/api/ps'), 'models'))[0], 'context_length'), 4096);
    await last(server, { ...load, options: { ...GOOD.options, num_ctx: 8192 } });
    assert.is(at(listOf(at(await json(server, '/api/ps'), 'models'))[0], 'context_length'), 8192);
    assert.equal(at(await last(server, { ...load, keep_alive: 0 }), 'done_reason'), 'unload');
    assert.equal(await json(server, '/api/ps'), { models: [] });
    assert.is(server.loads().length, 3);
  }),
);

test(
  'keep_alive ends by itself',
  on({}, async (server) => {
    await last(server, { ...GOOD, messages: [], keep_alive: '1ms' });
    await new Promise((resolve) => setTimeout(resolve, 5));
    assert.equal(await json(server, '/api/ps'), { models: [] });
  }),
);

const evaluated = async (server: FakeOllama, content: string, num_ctx = 4096): Promise<number> =>
  Number(
    at(
      await last(server, { ...GOOD, messages: [{ role: 'user', content }], options: { ...GOOD.options, num_ctx } }),
      'prompt_eval_duration',
    ),
  );

test(
  'a common beginning is evaluated once, and again after a reload',
  on({}, async (server) => {
    const text = 'line of code\n'.repeat(200);
    const cold = await evaluated(server, `${text}first`);
    const warm = await evaluated(server, `${text}second`);
    const reloaded = await evaluated(server, `${text}third`, 8192);
    assert.ok(warm < cold / 10);
    assert.ok(reloaded > cold / 2);
  }),
);

const LONG = { ...GOOD, messages: [{ role: 'user', content: 'x'.repeat(40_000) }] };

const counted = async (server: FakeOllama, body: object): Promise<unknown> =>
  at(await last(server, body), 'prompt_eval_count');

const statusOf = async (server: FakeOllama, body: object): Promise<readonly [number, string]> => {
  const response = await call(server, '/api/chat', body);
  return [response.status, String(at(await response.json(), 'error'))];
};

test(
  '0.11.0 cuts a long prompt in silence whatever it is told',
  on({ version: '0.11.0' }, async (server) => {
    assert.is(await counted(server, LONG), 4096);
  }),
);

test(
  '0.24.0 refuses a long prompt where it is told to, and cuts it where not',
  on({ version: '0.24.0' }, async (server) => {
    assert.equal(await statusOf(server, LONG), [400, 'the input length exceeds the context length']);
    assert.is(await counted(server, { ...LONG, truncate: true }), 4096);
  }),
);

test(
  '0.33.0 refuses with numbers inside a string, and leaves half where it cuts',
  on({ version: '0.33.0' }, async (server) => {
    const [status, error] = await statusOf(server, LONG);
    assert.is(status, 400);
    assert.is(at(JSON.parse(error), 'error', 'n_ctx'), 4096);
    assert.is(await counted(server, { ...LONG, truncate: true }), 2050);
  }),
);

test(
  'a build without version behaves as 0.24.0',
  on({ version: '0.0.0' }, async (server) => {
    assert.equal(await statusOf(server, LONG), [400, 'the input length exceeds the context length']);
  }),
);

test(
  'a model that thinks does so unless it is told not to, and gpt-oss even then',
  on({ answer: () => 'yes' }, async (server) => {
    const thoughts = async (body: object): Promise<number> =>
      (await stream(server, body)).filter((line) => at(line, 'message', 'thinking')).length;
    assert.is(await thoughts({ ...GOOD, model: THINKER.name }), 1);
    assert.is(await thoughts({ ...GOOD, model: THINKER.name, think: false }), 0);
    assert.is(await thoughts({ ...GOOD, model: GPT_OSS.name, think: false }), 1);
    assert.is(await thoughts({ ...GOOD, think: false }), 0);
    assert.equal(await statusOf(server, { ...GOOD, think: true }), [400, `"${CODER.name}" does not support thinking`]);
  }),
);

const REFUSALS: readonly (readonly [string, object, number, RegExp])[] = [
  ['no model', { ...GOOD, model: '' }, 400, /model is required/],
  ['an unknown model', { ...GOOD, model: 'x' }, 404, /model 'x' not found/],
  ['an embedding model', { ...GOOD, model: EMBEDDER.name }, 400, /does not support chat/],
  ['a duration without unit', { ...GOOD, keep_alive: '300' }, 400, /invalid duration/],
  ['an option of the wrong type', { ...GOOD, options: { num_ctx: '4096' } }, 500, /must be of type integer/],
  ['a format that is no schema', { ...GOOD, format: 'xml' }, 400, /invalid format/],
  [
    'a bound beyond what grammars hold',
    { ...GOOD, format: { type: 'string', maxLength: 3000 } },
    400,
    /failed to parse grammar/,
  ],
];

for (const [name, body, status, error] of REFUSALS)
  test(
    `${name} is refused`,
    on({}, async (server) => {
      const [got, text] = await statusOf(server, body);
      assert.is(got, status);
      assert.match(text, error);
    }),
  );

test(
  'an answer ends at num_predict',
  on({ answer: () => 'x'.repeat(1000) }, async (server) => {
    assert.is(at(await last(server, GOOD), 'done_reason'), 'length');
    assert.is(at(await last(server, GOOD), 'eval_count'), 50);
  }),
);

test(
  'one request runs at a time, and one too many is turned away',
  on({ maxQueue: 1, models: [{ ...CODER, loadMs: 400 }] }, async (server) => {
    const statuses = await Promise.all([1, 2, 3, 4].map(async () => (await call(server, '/api/chat', GOOD)).status));
    assert.equal(statuses.toSorted(), [200, 200, 503, 503]);
  }),
);

test(
  'unknown paths and methods are answered as gin does',
  on({}, async (server) => {
    const wrong = await call(server, '/api/none');
    assert.equal([wrong.status, await wrong.text()], [404, '404 page not found']);
    assert.is((await call(server, '/api/chat')).status, 405);
    assert.is((await call(server, '/api/tags', {}, 'POST')).status, 405);
  }),
);

test(
  'an empty and a broken body are told apart',
  on({}, async (server) => {
    assert.match(String(at(await json(server, '/api/chat', ''), 'error')), /missing request body/);
    assert.match(String(at(await json(server, '/api/chat', '{"model"'), 'error')), /invalid character/);
  }),
);

test(
  'the other routes do what their names say',
  on({}, async (server) => {
    assert.is(await (await call(server, '/')).text(), 'Ollama is running');
    assert.equal(await json(server, '/api/version'), { version: '0.33.0' });
    assert.is(at(await json(server, '/api/show', { model: 'QWEN3:8B' }), 'model_info', 'qwen3.context_length'), 40_960);
    assert.is((await call(server, '/api/show', { model: 'none' })).status, 404);
    assert.is(
      listOf(at(await json(server, '/api/embed', { model: EMBEDDER.name, input: ['a', 'b'] }), 'embeddings')).length,
      2,
    );
    assert.is(
      at(await json(server, '/api/generate', { model: CODER.name, prompt: 'hi', stream: false }), 'response'),
      'ok',
    );
    assert.is(at(await json(server, '/api/generate', { model: CODER.name, stream: false }), 'done_reason'), 'load');
    assert.equal(await json(server, '/api/pull', { model: 'new:1b', stream: false }), { status: 'success' });
    assert.is((await call(server, '/api/copy', { source: 'new:1b', destination: 'copy:1b' })).status, 200);
    assert.is((await call(server, '/api/delete', { model: 'new:1b' }, 'DELETE')).status, 200);
    const names = listOf(at(await json(server, '/api/tags'), 'models')).map((model) => at(model, 'name'));
    assert.ok(names.includes('copy:1b') && !names.includes('new:1b'));
  }),
);

test(
  'blobs are kept under their digest, and models are made of them',
  on({}, async (server) => {
    const digest = `sha256:${createHash('sha256').update('GGUF').digest('hex')}`;
    assert.is((await call(server, `/api/blobs/${digest}`, undefined, 'HEAD')).status, 404);
    assert.is((await call(server, `/api/blobs/${digest}`, 'other')).status, 400);
    assert.is((await call(server, `/api/blobs/${digest}`, 'GGUF')).status, 201);
    assert.is((await call(server, `/api/blobs/${digest}`, undefined, 'HEAD')).status, 200);
    assert.is(
      (await call(server, '/api/create', { model: 'mine', files: { 'a.gguf': 'sha256:0' }, stream: false })).status,
      400,
    );
    assert.is(
      (await call(server, '/api/create', { model: 'mine', files: { 'a.gguf': digest }, stream: false })).status,
      200,
    );
  }),
);

test('a good request has no fault', () => assert.equal(chatFaults({ ...GOOD, stream: true, format: 'json' }), []));

const STRICT: readonly (readonly [string, object, RegExp])[] = [
  ['an unknown field', { ...GOOD, shift: true }, /unknown field "shift"/],
  ['a wrong type', { ...GOOD, stream: 'yes' }, /"stream" has the wrong type/],
  ['a prompt that may be cut', { ...GOOD, truncate: true }, /truncate/],
  ['an unknown option', { ...GOOD, options: { ...GOOD.options, num_gpu: 1 } }, /unknown field "num_gpu"/],
  ['a missing window', { ...GOOD, options: { ...GOOD.options, num_ctx: undefined } }, /"num_ctx" is missing/],
  ['an unknown role', { ...GOOD, messages: [{ role: 'boss', content: '' }] }, /unknown role/],
  ['a message without content', { ...GOOD, messages: [{ role: 'user' }] }, /"content" is missing/],
];

for (const [name, body, fault] of STRICT)
  test(
    `strict mode finds ${name}`,
    on({}, async (server) => {
      await (await call(server, '/api/chat', body)).text();
      assert.match(server.faults().join('\n'), fault);
    }),
  );

const property = (inner: object): object => ({ type: 'object', properties: { a: inner }, required: ['a'] });

const SCHEMAS: readonly (readonly [string, object, RegExp])[] = [
  ['a pattern', property({ type: 'string', pattern: '^a$' }), /pattern/],
  ['a long string', property({ type: 'string', maxLength: 501 }), /maxLength above 500/],
  ['a long list', property({ type: 'array', maxItems: 31, items: { type: 'string' } }), /maxItems above 30/],
  ['an object without properties', property({ type: 'object', properties: {} }), /without properties/],
  ['an optional property', { type: 'object', properties: { a: {} } }, /"a" is not required/],
  ['a remote reference', property({ $ref: 'https://example.com/x' }), /remote \$ref/],
  ['anyOf beside properties', { ...property({}), anyOf: [{}] }, /anyOf beside properties/],
];

for (const [name, schema, fault] of SCHEMAS)
  test(`strict mode finds ${name} in a schema`, () => assert.match(schemaFaults(schema).join('\n'), fault));

test('a property may be called as a keyword is', () => {
  const schema = {
    type: 'object',
    properties: { pattern: { type: 'string', maxLength: 5 }, properties: { type: 'boolean' } },
    required: ['pattern', 'properties'],
  };
  assert.equal(schemaFaults(schema), []);
});

test('a value in an enum is no schema', () => assert.equal(schemaFaults({ enum: [{ pattern: 'x' }] }), []));

test('without a script the smallest fitting answer is given', () => {
  const schema = {
    type: 'object',
    properties: {
      list: { type: 'array', items: { type: 'string' }, maxItems: 3 },
      two: { type: 'array', items: { const: 'x' }, minItems: 2 },
      line: { enum: [4, 5] },
      from: { type: 'integer', minimum: 3 },
      text: { type: ['string', 'null'], minLength: 2 },
      either: { anyOf: [{ type: 'boolean' }, { type: 'null' }] },
      none: { type: 'null' },
    },
    required: [],
  };
  assert.equal(instanceOf(schema), {
    list: [],
    two: ['x', 'x'],
    line: 4,
    from: 3,
    text: 'xx',
    either: false,
    none: null,
  });
});

test('a closed server frees its port at once', async () => {
  const server = await startOllama();
  await server.close();
  const again = await startOllama({ port: server.port });
  await again.close();
});

test.run();
