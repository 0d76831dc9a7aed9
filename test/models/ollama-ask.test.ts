import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { OverflowFault } from '../../lib/models/errors.ts';
import { at } from '../../lib/models/shape.ts';
import { startOllama, withOllama } from '../support/ollama.ts';
import { askOn, faultOf, GOOD, never, openOn, QUESTION, questionOf, SCHEMA } from '../support/ollama-client.ts';
import * as faults from '../support/ollama-faults.ts';
import { CODER, GPT_OSS, THINKER } from '../support/ollama-models.ts';
import type { FakeOllama, FakeOptions, Fault } from '../support/ollama-types.ts';

const test = suite('asking an Ollama model');

const bodyOf = (server: FakeOllama, n = -1): unknown => server.questions().at(n)?.body;

const fieldOf = (server: FakeOllama, field: string, n = -1): unknown => at(bodyOf(server, n), field);

test('the request is exactly what keeps prompts whole and answers bound', () =>
  withOllama({}, async (server) => {
    await askOn(server);
    assert.equal(bodyOf(server), {
      model: CODER.name,
      messages: QUESTION.messages,
      stream: true,
      truncate: false,
      keep_alive: '30m',
      format: SCHEMA,
      options: { num_ctx: 8192, num_predict: 300, temperature: 0, top_p: 1, repeat_penalty: 1, seed: 42 },
    });
    assert.equal(server.faults(), []);
  }));

test('the reply carries what the server counted', () =>
  withOllama({ answer: () => GOOD, version: '0.34.0' }, async (server) => {
    const model = await openOn(server);
    const [one, two] = [await model.ask(QUESTION, never()), await model.ask(QUESTION, never())];
    assert.is(one.text, GOOD);
    assert.is(one.cut, false);
    assert.ok(one.promptTokens > 50 && one.outputTokens > 10 && one.ms >= 0);
    assert.is(one.cachedTokens, 0);
    assert.is(two.cachedTokens, two.promptTokens - 1);
    assert.is(one.first, undefined);
  }));

test('a release that does not report its cache counts none', () =>
  withOllama({ version: '0.33.0' }, async (server) => {
    await askOn(server);
    assert.is((await askOn(server)).cachedTokens, 0);
  }));

test('without a schema no format is sent', () =>
  withOllama({}, async (server) => {
    await askOn(server, questionOf('Is it?', { schema: null }));
    assert.is(fieldOf(server, 'format'), undefined);
  }));

const THINK: readonly (readonly [name: string, think: unknown])[] = [
  [CODER.name, undefined],
  [THINKER.name, false],
  [GPT_OSS.name, 'low'],
];

for (const [name, think] of THINK)
  test(`${name} is asked with think ${JSON.stringify(think) ?? 'left out'}`, () =>
    withOllama({ answer: () => GOOD }, async (server) => {
      const reply = await askOn(server, QUESTION, { name });
      assert.is(reply.text, GOOD);
      assert.is(fieldOf(server, 'think'), think);
      assert.equal(server.faults(), []);
    }));

test('a model that cannot stop thinking gets room for it on top of the answer', () =>
  withOllama({}, async (server) => {
    await askOn(server, QUESTION, { name: GPT_OSS.name });
    assert.is(at(fieldOf(server, 'options'), 'num_predict'), 300 + 1024);
  }));

test('a release that does not list capabilities is not told how to think', () =>
  withOllama({ models: [{ ...THINKER, capabilities: null }] }, async (server) => {
    await askOn(server, QUESTION, { name: THINKER.name });
    assert.is(fieldOf(server, 'think'), undefined);
  }));

for (const [written, sent] of [
  ['30m', '30m'],
  ['-1', -1],
  ['300', 300],
  [' 1h ', '1h'],
] as const)
  test(`keep alive ${JSON.stringify(written)} is sent as ${JSON.stringify(sent)}`, () =>
    withOllama({}, async (server) => {
      await askOn(server, QUESTION, { keepAlive: written });
      assert.is(fieldOf(server, 'keep_alive'), sent);
    }));

test('log-probabilities come with the first token where they are asked for', () =>
  withOllama({ answer: () => 'yes' }, async (server) => {
    const reply = await askOn(server, questionOf('Is it?', { logprobs: true }));
    assert.equal(reply.first, [
      { token: 'yes', logprob: -0.1 },
      { token: 'yes?', logprob: -2.4 },
    ]);
    assert.is(fieldOf(server, 'top_logprobs'), 10);
  }));

test('a release without log-probabilities gives none', () =>
  withOllama({ version: '0.11.0' }, async (server) => {
    assert.is((await askOn(server, questionOf('Is it?', { logprobs: true }))).first, undefined);
  }));

test('an answer at its limit is marked as cut', () =>
  withOllama({ answer: () => GOOD }, async (server) => {
    const reply = await askOn(server, questionOf('Is it?', { maxTokens: 5 }));
    assert.is(reply.cut, true);
    assert.ok(GOOD.startsWith(reply.text) && reply.text.length < GOOD.length);
  }));

const LONG = questionOf('const alpha = beta.gamma(delta, epsilon);\n'.repeat(1200));

test('a prompt that does not fit is an overflow with its sizes', () =>
  withOllama({}, async (server) => {
    const fault = await faultOf(askOn(server, LONG));
    assert.instance(fault, OverflowFault);
    assert.ok(fault instanceof OverflowFault && (fault.promptTokens ?? 0) > 8192);
    assert.is(fault instanceof OverflowFault && fault.contextTokens, 8192);
    assert.not(fault.transport);
    assert.is(server.questions().length, 1);
  }));

test('an overflow without sizes has none', () =>
  withOllama({ version: '0.24.0' }, async (server) => {
    const fault = await faultOf(askOn(server, LONG));
    assert.ok(fault instanceof OverflowFault);
    assert.equal([fault.promptTokens, fault.contextTokens], [null, null]);
  }));

test('an error in the middle of an answer means what it means at its beginning', async () => {
  const errors: readonly (readonly [string, string])[] = [
    ['request (9000 tokens) exceeds the available context size (8192 tokens)', 'overflow'],
    ['llama runner process has terminated: signal: killed', 'failed'],
    ['server busy, please try again.  maximum pending requests exceeded', 'busy'],
    ['anything else', 'failed'],
  ];
  for (const [error, kind] of errors)
    await withOllama({ answer: () => faults.errorMidStream(GOOD, error) }, async (server) => {
      const fault = await faultOf(askOn(server));
      assert.is(fault.kind, kind);
      assert.not(fault.hint === '');
    });
});

const refused = faults.refuses(400, { error: 'Failed to initialize samplers: failed to parse grammar' });

test('a refused grammar is asked again as JSON, then without format, and remembered', () => {
  const refuseFormats: FakeOptions['answer'] = ({ format }) => (format === undefined ? GOOD : refused);
  return withOllama({ answer: refuseFormats }, async (server) => {
    const model = await openOn(server);
    const formats = (): unknown[] => server.questions().map(({ body }) => body?.format);
    assert.is((await model.ask(QUESTION, never())).text, GOOD);
    assert.equal(formats(), [SCHEMA, 'json', undefined]);
    await model.ask(QUESTION, never());
    assert.equal(formats(), [SCHEMA, 'json', undefined, undefined]);
    await model.ask(questionOf('Is it?', { schema: { ...SCHEMA, title: 'another' } }), never());
    assert.equal(formats().slice(4), [{ ...SCHEMA, title: 'another' }, 'json', undefined]);
  });
});

test('JSON is good enough where the schema is refused', () =>
  withOllama({ answer: ({ format }) => (format === 'json' ? GOOD : refused) }, async (server) => {
    assert.is((await askOn(server)).text, GOOD);
    assert.is(server.questions().length, 2);
  }));

test('a server that refuses even the plain question is not asked for ever', () =>
  withOllama({ answer: () => refused }, async (server) => {
    assert.is((await faultOf(askOn(server))).kind, 'refused');
    assert.is(server.questions().length, 3);
  }));

const ONCE_MORE: readonly (readonly [
  name: string,
  fault: Parameters<typeof faults.refuses>[1] | 'reset',
  times: number,
])[] = [
  ['503', 503, 2],
  ['a reset before the first byte', 'reset', 2],
  ['400', 400, 1],
  ['404', 404, 1],
  ['500', 500, 1],
];

for (const [name, status, times] of ONCE_MORE)
  test(`${name} is asked ${times === 1 ? 'only once' : 'once more'}`, () => {
    const fault =
      status === 'reset' ? faults.resetBeforeHeaders : faults.refuses(Number(status), { error: 'model x: no' });
    return withOllama({ answer: () => fault }, async (server) => {
      await faultOf(askOn(server));
      assert.is(server.questions().length, times);
    });
  });

test('a reset in the middle of an answer is not asked again', () =>
  withOllama({ answer: () => faults.resetMidBody(GOOD) }, async (server) => {
    assert.is((await faultOf(askOn(server))).kind, 'failed');
    assert.is(server.questions().length, 1);
  }));

const late = (): DOMException => new DOMException('too late', 'TimeoutError');

test('a deadline ends the question at once, frees the server and is not tried again', () => {
  const deadline = new AbortController();
  const silent = { fault: 'silent', act: () => deadline.abort(late()) };
  return withOllama({ answer: () => silent }, async (server) => {
    const model = await openOn(server);
    const fault = await faultOf(model.ask(QUESTION, deadline.signal));
    assert.is(fault.kind, 'timeout');
    assert.ok(fault.transport);
    await server.idle();
    assert.equal(
      server.questions().map(({ aborted }) => aborted),
      [true],
    );
  });
});

test('a deadline during the pause before the second try ends it there', () => {
  const deadline = new AbortController();
  const busy: Fault = {
    fault: 'busy',
    act: ({ send }) => {
      send(503, { error: 'server busy' });
      setTimeout(() => deadline.abort(late()), 30);
    },
  };
  return withOllama({ answer: () => busy }, async (server) => {
    const model = await openOn(server, {}, { pause: 60_000 });
    assert.is((await faultOf(model.ask(QUESTION, deadline.signal))).kind, 'timeout');
    assert.is(server.questions().length, 1);
  });
});

test('an interruption in the middle of an answer frees the server', async () => {
  const abort = new AbortController();
  const server = await startOllama({
    answer: () => ({
      fault: 'interrupts',
      act: async (call) => {
        await faults.silentMidStream(GOOD).act(call);
        abort.abort();
      },
    }),
  });
  try {
    const model = await openOn(server);
    const fault = await faultOf(model.ask(QUESTION, abort.signal));
    assert.is(fault.kind, 'aborted');
    assert.not(fault.transport);
    await server.idle();
    assert.ok(server.questions()[0]?.aborted);
  } finally {
    await server.close();
  }
});

test('after an answer no connection, timer or listener is left', () =>
  withOllama({}, async (server) => {
    const abort = new AbortController();
    const model = await openOn(server);
    await model.ask(QUESTION, abort.signal);
    await server.idle();
    const left = process.getActiveResourcesInfo().filter((name) => name === 'Timeout' || name === 'TCPSocketWrap');
    assert.equal(left, []);
  }));

test('the package that carries the requests prints nothing', async () => {
  const printed: unknown[] = [];
  const { log, warn, error } = console;
  Object.assign(console, {
    log: (...of: unknown[]) => printed.push(of),
    warn: (...of: unknown[]) => printed.push(of),
    error: (...of: unknown[]) => printed.push(of),
  });
  try {
    const noisy = [
      faults.refuses(404, '404 page not found'),
      faults.refuses(500, 'plain'),
      faults.brokenLine(GOOD),
      faults.blankLines(GOOD),
      faults.html(200),
      faults.noFinalNewline(GOOD),
    ];
    for (const fault of noisy)
      await withOllama({ answer: () => fault }, (server) => askOn(server).catch(() => undefined));
  } finally {
    Object.assign(console, { log, warn, error });
  }
  assert.equal(printed, []);
});

test('an answer longer than a mebibyte is given up', () => {
  const piece = JSON.stringify({ message: { content: 'x'.repeat(400_000) }, done: false });
  const long = faults.delivered('long', GOOD, { lines: (lines) => [piece, piece, piece, ...lines] });
  return withOllama({ answer: () => long }, async (server) => {
    const fault = await faultOf(askOn(server));
    assert.is(fault.kind, 'unusable');
    assert.match(fault.message, 'longer than 1 MiB');
  });
});

test('an error text of the server reaches nobody’s terminal raw', () =>
  withOllama({ answer: () => faults.refuses(500, { error: '\u001b[2Jboom' }) }, async (server) => {
    const fault = await faultOf(askOn(server));
    assert.match(fault.message, '<U+001B>[2Jboom');
  }));

test('a redirect of a question sends nothing to its target', async () => {
  const target = await startOllama();
  try {
    for (const status of [301, 302, 303, 307, 308])
      await withOllama({ answer: () => faults.redirect(status, `http://${target.host}/api/chat`) }, async (server) => {
        const fault = await faultOf(askOn(server));
        assert.is(fault.kind, 'not-ollama');
        assert.match(fault.message, target.host);
      });
    assert.is(target.requests.length, 0);
  } finally {
    await target.close();
  }
});

test.run();
