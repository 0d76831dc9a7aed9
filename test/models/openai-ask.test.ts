import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { OverflowFault } from '../../lib/models/errors.ts';
import { openCompatible } from '../../lib/models/openai.ts';
import { at } from '../../lib/models/shape.ts';
import type { Model, ModelSettings, Reply } from '../../lib/types.ts';
import { startOllama } from '../support/ollama.ts';
import { faultOf, GOOD, never, PATIENT, QUESTION, questionOf, SCHEMA, settingsFor } from '../support/ollama-client.ts';
import * as faults from '../support/ollama-faults.ts';
import type { Fault } from '../support/ollama-types.ts';
import { type FakeOpenAi, withOpenAi } from '../support/openai.ts';
import type { Flavour } from '../support/openai-site.ts';

const test = suite('asking an OpenAI-compatible server');

const openOn = (server: FakeOpenAi, over: Partial<ModelSettings> = {}, clocks = {}): Promise<Model> =>
  openCompatible({ provider: 'openai', port: 8080 }, settingsFor(server, { name: null, ...over }), never(), {
    ...PATIENT,
    ...clocks,
  });

const askOn = async (server: FakeOpenAi, question = QUESTION): Promise<Reply> =>
  (await openOn(server)).ask(question, never());

const fieldOf = (server: FakeOpenAi, field: string, n = -1): unknown => at(server.questions().at(n)?.body, field);

const STRICT = { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema: SCHEMA } };
const LOOSE = { type: 'json_object', schema: SCHEMA };

test('the request is the same for every server but for what only some accept', async () => {
  for (const flavour of ['llama-server', 'lm-studio', 'vllm', 'jan'] as const)
    await withOpenAi({ flavour }, async (server) => {
      await askOn(server);
      assert.equal(server.questions()[0]?.body, {
        model: 'qwen2.5-coder-7b',
        messages: QUESTION.messages,
        stream: true,
        stream_options: { include_usage: true },
        max_tokens: 300,
        temperature: 0,
        top_p: 1,
        seed: 42,
        ...(flavour === 'llama-server' || flavour === 'vllm'
          ? { chat_template_kwargs: { enable_thinking: false } }
          : {}),
        response_format: STRICT,
      });
      assert.equal(server.faults(), []);
    });
});

test('the reply carries what the server counted', () =>
  withOpenAi({ answer: () => GOOD }, async (server) => {
    const reply = await askOn(server);
    assert.is(reply.text, GOOD);
    assert.is(reply.cut, false);
    assert.is(reply.cachedTokens, 5);
    assert.ok(reply.promptTokens > 20 && reply.outputTokens > 10);
  }));

test('llama-server’s own timings serve where there is no usage', () =>
  withOpenAi(
    {
      usage: null,
      answer: () => faults.delivered('timings', GOOD, {}, { timings: { cache_n: 30, prompt_n: 12, predicted_n: 9 } }),
    },
    async (server) => {
      const { promptTokens, cachedTokens, outputTokens } = await askOn(server);
      assert.equal([promptTokens, cachedTokens, outputTokens], [42, 30, 9]);
    },
  ));

test('where the server counts nothing the prompt is estimated', () =>
  withOpenAi({ usage: null }, async (server) => assert.ok((await askOn(server)).promptTokens > 20)));

test('without a schema no format is sent', () =>
  withOpenAi({}, async (server) => {
    await askOn(server, questionOf('Is it?', { schema: null }));
    assert.is(fieldOf(server, 'response_format'), undefined);
  }));

test('log-probabilities come with the first token where they are asked for', () =>
  withOpenAi({ answer: () => 'yes' }, async (server) => {
    const reply = await askOn(server, questionOf('Is it?', { logprobs: true }));
    assert.equal(reply.first, [
      { token: 'yes', logprob: -0.1 },
      { token: 'no', logprob: -2.4 },
    ]);
    assert.is((await askOn(server)).first, undefined);
  }));

test('an answer at its limit is marked as cut', () =>
  withOpenAi({ answer: () => GOOD }, async (server) =>
    assert.is((await askOn(server, questionOf('Is it?', { maxTokens: 3 }))).cut, true),
  ));

const REFUSED = [
  ['json_object, as LM Studio does', { error: "'response_format.type' must be 'json_schema' or 'text'" }],
  ['a schema, as vLLM does', { object: 'error', message: 'Invalid response_format provided', code: 400 }],
  [
    'a grammar, as llama-server does',
    { error: { code: 400, message: 'failed to parse grammar', type: 'invalid_request_error' } },
  ],
] as const;

for (const [name, body] of REFUSED)
  test(`a server that refuses ${name}, is asked with less, and remembered`, () =>
    withOpenAi(
      { answer: ({ body: { response_format } }) => (response_format ? faults.refuses(400, body) : GOOD) },
      async (server) => {
        const model = await openOn(server);
        assert.is((await model.ask(QUESTION, never())).text, GOOD);
        await model.ask(QUESTION, never());
        assert.equal(
          server.questions().map((one) => at(one.body, 'response_format')),
          [STRICT, LOOSE, undefined, undefined],
        );
      },
    ));

const OVERFLOWS: readonly (readonly [Flavour, number, object, number | null, number | null])[] = [
  [
    'llama-server',
    400,
    {
      error: {
        code: 400,
        message: 'request (5000 tokens) exceeds the available context size (4096 tokens), try increasing it',
        type: 'exceed_context_size_error',
        n_prompt_tokens: 5000,
        n_ctx: 4096,
      },
    },
    5000,
    4096,
  ],
  [
    'vllm',
    400,
    {
      object: 'error',
      message: "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens.",
      type: 'BadRequestError',
      code: 400,
    },
    5000,
    4096,
  ],
  ['lm-studio', 400, { error: 'Trying to keep the first 5000 tokens when context the overflows.' }, null, null],
  ['lm-studio', 200, { error: 'Trying to keep the first 5000 tokens when context the overflows.' }, null, null],
];

for (const [flavour, status, body, prompt, context] of OVERFLOWS)
  test(`the overflow of ${flavour} with status ${status} is recognised`, () =>
    withOpenAi({ flavour, answer: () => faults.refuses(status, body) }, async (server) => {
      const fault = await faultOf(askOn(server));
      assert.ok(fault instanceof OverflowFault);
      assert.equal([fault.promptTokens, fault.contextTokens], [prompt, context]);
      assert.is(server.questions().length, 1);
    }));

const event = (value: unknown): string => `data: ${JSON.stringify(value)}\n`;

const midStream = (...events: readonly string[]): Fault =>
  faults.delivered('event in the middle', GOOD, { lines: (lines) => [...lines.slice(0, 2), ...events] });

test('an overflow as an event in the middle is recognised', () =>
  withOpenAi(
    { answer: () => midStream('event: error', event({ error: { message: 'The context size has been exceeded.' } })) },
    async (server) => assert.instance(await faultOf(askOn(server)), OverflowFault),
  ));

test('tokens that the prompt must have and the server did not read are an overflow', () =>
  withOpenAi({ usage: { prompt_tokens: 1, completion_tokens: 1 } }, async (server) =>
    assert.instance(await faultOf(askOn(server)), OverflowFault),
  ));

test('an answer that pushed the prompt out of the window is no answer', () =>
  withOpenAi({ context: 4096, usage: { prompt_tokens: 4000, completion_tokens: 300 } }, async (server) =>
    assert.instance(await faultOf(askOn(server)), OverflowFault),
  ));

test('an error as an event in the middle fails the answer', () =>
  withOpenAi({ answer: () => midStream(event({ error: { message: 'slot unavailable' } })) }, async (server) => {
    const fault = await faultOf(askOn(server));
    assert.is(fault.kind, 'failed');
    assert.match(fault.message, 'slot unavailable');
  }));

const ARRIVES: readonly (readonly [string, Fault])[] = [
  ['one byte at a time', faults.byteByByte(GOOD)],
  ['all at once', faults.manyLinesAtOnce(GOOD)],
  ['split inside characters', faults.splitCharacters(GOOD)],
  [
    'with CRLF',
    faults.delivered('crlf', GOOD, { lines: (lines) => lines.map((line) => `${line.replaceAll('\n', '\r\n')}\r`) }),
  ],
  [
    'with comments to keep the line open',
    faults.delivered('ping', GOOD, { lines: (lines) => lines.flatMap((line) => [': ping\n', line]) }),
  ],
  [
    'with event names',
    faults.delivered('names', GOOD, { lines: (lines) => lines.map((line) => `event: message\nid: 1\n${line}`) }),
  ],
  [
    'without a space after data:',
    faults.delivered('tight', GOOD, { lines: (lines) => lines.map((line) => line.replace(/^data: /, 'data:')) }),
  ],
  ['without [DONE]', faults.delivered('no done', GOOD, { lines: (lines) => lines.slice(0, -1) })],
  ['with [DONE] twice', faults.delivered('done twice', GOOD, { lines: (lines) => [...lines, 'data: [DONE]\n'] })],
  ['with data after [DONE]', faults.delivered('more', GOOD, { lines: (lines) => [...lines, 'data: garbage\n'] })],
  ['after a slow start', faults.slowFirstByte(GOOD, 40)],
  ['drop by drop', faults.drip(GOOD, 3)],
  [
    'as one object',
    faults.refuses(200, {
      choices: [{ message: { role: 'assistant', content: GOOD }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 60, completion_tokens: 9 },
    }),
  ],
];

for (const [name, fault] of ARRIVES)
  test(`an answer arrives ${name}`, () =>
    withOpenAi({ answer: () => fault }, async (server) => {
      assert.is((await askOn(server)).text, GOOD);
      await server.idle();
    }));

test('one event may hold several data lines', () => {
  const two = (line: string): string => line.replace(',"choices"', ',\ndata: "choices"');
  return withOpenAi(
    { answer: () => faults.delivered('two lines', GOOD, { lines: (lines) => lines.map(two) }) },
    async (server) => assert.is((await askOn(server)).text, GOOD),
  );
});

const thinking = { choices: [{ delta: { reasoning_content: 'Hm.' } }] };

const FAILS: readonly (readonly [string, Fault, string])[] = [
  ['a crash', faults.refuses(500, { error: { message: 'boom' } }), 'failed'],
  ['no memory', faults.refuses(500, { error: 'insufficient memory: out of memory' }), 'failed'],
  [
    'a model that is gone',
    faults.refuses(404, { object: 'error', message: 'The model `x` does not exist.', type: 'NotFoundError' }),
    'model-missing',
  ],
  [
    'a model that was unloaded',
    faults.refuses(404, { error: 'No models loaded. Please load a model in the developer page.' }),
    'model-missing',
  ],
  ['a bad request', faults.refuses(400, { error: { message: 'bad' } }), 'refused'],
  ['a rate limit', faults.refuses(429, {}), 'busy'],
  ['a server that is busy', faults.refuses(503, { error: { message: 'queue is full' } }), 'busy'],
  ['an unknown path', faults.refuses(404, 'Not Found'), 'not-ollama'],
  ['a reset before the first byte', faults.resetBeforeHeaders, 'failed'],
  ['a reset in the middle', faults.resetMidBody(GOOD), 'failed'],
  ['a web page', faults.html(200), 'not-ollama'],
  ['a proxy’s page', faults.html(504), 'failed'],
  ['a compressed answer', faults.gzipped, 'unusable'],
  ['a broken line', midStream('data: {"choices"\n'), 'unusable'],
  ['an end in the middle', midStream(), 'unusable'],
  ['a huge line', faults.delivered('huge', GOOD, { lines: () => [`data: ${'x'.repeat(2_000_000)}`] }), 'unusable'],
  ['only thoughts', faults.delivered('thoughts', '', { lines: (lines) => [event(thinking), ...lines] }), 'unusable'],
];

for (const [name, fault, kind] of FAILS)
  test(`${name} is ${kind}`, () =>
    withOpenAi({ answer: () => fault }, async (server) => {
      assert.is((await faultOf(askOn(server))).kind, kind);
      await server.idle();
    }));

test('a busy server and one that closes early are asked once more, others are not', async () => {
  for (const [fault, times] of [
    [faults.refuses(503, {}), 2],
    [faults.resetBeforeHeaders, 2],
    [faults.refuses(400, {}), 1],
    [faults.refuses(500, {}), 1],
    [faults.resetMidBody(GOOD), 1],
  ] as const)
    await withOpenAi({ answer: () => fault }, async (server) => {
      await faultOf(askOn(server));
      assert.is(server.questions().length, times);
    });
});

test('silence in the middle ends under the idle clock', () =>
  withOpenAi({ answer: () => faults.silentMidStream(GOOD) }, async (server) => {
    const model = await openOn(server, {}, { idle: 40 });
    assert.is((await faultOf(model.ask(QUESTION, never()))).kind, 'timeout');
    await server.idle();
  }));

test('a deadline ends the question at once and frees the server', () => {
  const deadline = new AbortController();
  const silent = { fault: 'silent', act: () => deadline.abort(new DOMException('too late', 'TimeoutError')) };
  return withOpenAi({ answer: () => silent }, async (server) => {
    const model = await openOn(server);
    assert.is((await faultOf(model.ask(QUESTION, deadline.signal))).kind, 'timeout');
    await server.idle();
    assert.equal(
      server.questions().map(({ aborted }) => aborted),
      [true],
    );
  });
});

test('a redirect of a question sends nothing to its target', async () => {
  const target = await startOllama();
  try {
    await withOpenAi(
      { answer: () => faults.redirect(307, `http://${target.host}/v1/chat/completions`) },
      async (server) => {
        assert.is((await faultOf(askOn(server))).kind, 'not-ollama');
      },
    );
    assert.is(target.requests.length, 0);
  } finally {
    await target.close();
  }
});

test.run();
