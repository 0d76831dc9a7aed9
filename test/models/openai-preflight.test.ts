import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openCompatible } from '../../lib/models/openai.ts';
import { at } from '../../lib/models/shape.ts';
import type { Model, ModelSettings } from '../../lib/types.ts';
import { startOllama } from '../support/ollama.ts';
import { faultOf, never, PATIENT, settingsFor } from '../support/ollama-client.ts';
import { html, neverAnswers, redirect, refuses } from '../support/ollama-faults.ts';
import { type FakeOpenAi, withOpenAi } from '../support/openai.ts';

const test = suite('the preflight of OpenAI-compatible servers');

const FLAVOUR = { provider: 'openai', port: 8080 };

const openOn = (server: { readonly host: string }, over: Partial<ModelSettings> = {}, clocks = {}): Promise<Model> =>
  openCompatible(FLAVOUR, settingsFor(server, { name: null, ...over }), never(), { ...PATIENT, ...clocks });

const CONTEXTS = [
  ['llama-server', 4096],
  ['lm-studio', 4096],
  ['vllm', 4096],
] as const;

for (const [flavour, context] of CONTEXTS)
  test(`${flavour} says how much its model holds`, () =>
    withOpenAi({ flavour, context }, async (server) => {
      const model = await openOn(server);
      assert.equal([model.provider, model.name, model.context], ['openai', 'qwen2.5-coder-7b', 4096]);
      assert.is(model.host, `http://${server.host}`);
      assert.is(model.loaded, true);
      assert.is(server.questions().length, 0);
    }));

test('the window is never more than the limit, nor than the limit where nothing is said', () =>
  withOpenAi({ context: 100_000 }, async (server) => {
    assert.is((await openOn(server, { context: 6000 })).context, 6000);
    await withOpenAi({ flavour: 'jan' }, async (other) =>
      assert.is((await openOn(other, { context: 6000 })).context, 6000),
    );
  }));

test('the digest changes with the model and not with the time of day', () =>
  withOpenAi({ flavour: 'vllm' }, async (server) => {
    const digest = (await openOn(server)).digest;
    assert.match(digest, /^[0-9a-f]{64}$/);
    assert.is((await openOn(server)).digest, digest);
    await withOpenAi({ flavour: 'vllm', model: 'other' }, async (other) =>
      assert.is.not((await openOn(other)).digest, digest),
    );
  }));

const NAMES = [
  ['qwen2.5-coder-7b', 'qwen2.5-coder-7b'],
  ['Qwen2.5-Coder-7B', 'qwen2.5-coder-7b'],
  ['/models/Qwen2.5-Coder-7B.gguf', 'qwen2.5-coder-7b'],
  ['qwen2.5-coder-7b', '/models/Qwen2.5-Coder-7B.gguf'],
] as const;

for (const [name, model] of NAMES)
  test(`${name} is the model that is listed as ${model}`, () =>
    withOpenAi({ model }, async (server) => assert.is((await openOn(server, { name })).name, model)));

test('a model that is not there is named with those that are', () =>
  withOpenAi({ flavour: 'lm-studio' }, async (server) => {
    const fault = await faultOf(openOn(server, { name: 'granite' }));
    assert.is(fault.kind, 'model-missing');
    assert.is(fault.hint, 'It has: qwen2.5-coder-7b.');
  }));

test('an embedding model is not chosen', () =>
  withOpenAi({ model: 'nomic-embed-text' }, async (server) => {
    const fault = await faultOf(openOn(server));
    assert.is(fault.kind, 'model-missing');
    assert.match(fault.message, 'no model that can answer questions');
  }));

test('Ollama behind this API is refused with the way out', () =>
  withOpenAi({ flavour: 'ollama' }, async (server) => {
    const fault = await faultOf(openOn(server));
    assert.is(fault.kind, 'refused');
    assert.match(fault.hint, 'provider "ollama"');
  }));

test('a real Ollama is recognised as well', async () => {
  const server = await startOllama();
  try {
    assert.is((await faultOf(openOn(server))).kind, 'refused');
  } finally {
    await server.close();
  }
});

for (const suffix of ['', '/', '/v1', '/v1/'])
  test(`the address may end in ${JSON.stringify(suffix)}`, () =>
    withOpenAi({}, async (server) => {
      await openOn(server, { host: `http://${server.host}${suffix}` });
      assert.ok(server.requests.some(({ path }) => path === '/v1/models'));
    }));

test('a key is sent where the user set one; without it the hint says where it goes', () =>
  withOpenAi({ apiKey: 'secret' }, async (server) => {
    const fault = await faultOf(openOn(server));
    assert.is(fault.kind, 'refused');
    assert.match(fault.hint, 'apiKey');
    assert.is((await openOn(server, { apiKey: 'secret' })).name, 'qwen2.5-coder-7b');
  }));

test('no key of the environment is ever sent', async () => {
  const before = process.env['OPENAI_API_KEY'];
  process.env['OPENAI_API_KEY'] = 'leaked';
  try {
    await withOpenAi({}, async (server) => {
      await openOn(server);
      assert.equal(
        server.requests.flatMap(({ headers }) => headers.authorization ?? []),
        [],
      );
    });
  } finally {
    if (before === undefined) delete process.env['OPENAI_API_KEY'];
    else process.env['OPENAI_API_KEY'] = before;
  }
});

const FAULTS = [
  ['nothing of the kind', refuses(404, { error: 'not here' }), 'not-ollama'],
  ['other JSON', refuses(200, { status: 'ok' }), 'not-ollama'],
  ['a list of another shape', refuses(200, { data: 'x' }), 'not-ollama'],
  ['a web page', html(200), 'not-ollama'],
  ['a web page of a proxy', html(502), 'failed'],
  ['a redirect', redirect(302, 'http://192.0.2.1/'), 'not-ollama'],
  ['a refusal', refuses(403, ''), 'refused'],
  ['an internal error', refuses(500, { error: { message: 'boom' } }), 'failed'],
] as const;

for (const [name, fault, kind] of FAULTS)
  test(`${name} in place of the listing is ${kind}`, () =>
    withOpenAi({ fault: () => fault }, async (server) => {
      assert.is((await faultOf(openOn(server))).kind, kind);
      await server.idle();
    }));

test('a fault on a path that only some servers have is of no account', () =>
  withOpenAi(
    { flavour: 'vllm', fault: ({ path }) => (path === '/v1/models' ? null : redirect(301, 'http://192.0.2.1/')) },
    async (server) => assert.is((await openOn(server)).context, 8192),
  ));

test('a server that does not answer is given up in time', () =>
  withOpenAi({ fault: () => neverAnswers }, async (server) => {
    const fault = await faultOf(openOn(server, {}, { preflight: 50 }));
    assert.is(fault.kind, 'timeout');
    await server.idle();
  }));

test('nothing that runs is called by its name', async () => {
  const settings = settingsFor({ host: '127.0.0.1:1' }, { name: null });
  const fault = await faultOf(openCompatible({ provider: 'lm-studio', port: 1234 }, settings, never(), PATIENT));
  assert.is(fault.kind, 'unreachable');
  assert.is(fault.message, 'LM Studio is not running at 127.0.0.1:1');
});

test('the default port is the one of the server', async () => {
  const settings = settingsFor({ host: '' }, { name: null, host: null });
  const fault = await faultOf(openCompatible({ provider: 'vllm', port: 9 }, settings, never(), PATIENT));
  assert.match(fault.message, '127.0.0.1:9');
});

test('a host elsewhere is refused before a single request', async () => {
  const fault = await faultOf(openOn({ host: 'https://api.openai.com/v1' }));
  assert.is(fault.kind, 'remote-refused');
});

const load = async (server: FakeOpenAi, over: Partial<ModelSettings> = {}): Promise<Model> => {
  const model = await openOn(server, over);
  assert.is(model.loaded, false);
  await model.load(never());
  return model;
};

test('a model that is being loaded is waited for', () =>
  withOpenAi({ loadingLooks: 4, context: 4096 }, async (server) => {
    const model = await load(server);
    assert.is(model.loaded, true);
    assert.is(model.context, 4096);
    assert.is(server.questions().length, 0);
  }));

test('a listing that waits for the model as well is waited for', () =>
  withOpenAi(
    {
      fault: ({ path }, n) =>
        path === '/v1/models' && n < 3 ? refuses(503, { error: { code: 503, message: 'Loading model' } }) : null,
    },
    async (server) => assert.is((await load(server)).name, 'qwen2.5-coder-7b'),
  ));

test('a model that is loaded by its use is used once, and then says what it holds', () =>
  withOpenAi({ flavour: 'lm-studio', unloaded: true, context: 4096 }, async (server) => {
    const model = await load(server);
    assert.is(model.context, 4096);
    assert.is(server.questions().length, 1);
    assert.is(at(server.questions()[0]?.body, 'max_tokens'), 1);
    await model.load(never());
    assert.is(server.questions().length, 1);
  }));

test('loading ends under its own clock', () =>
  withOpenAi({ loadingLooks: 1_000_000 }, async (server) => {
    const model = await openOn(server, { loadTimeout: 0.05 });
    const fault = await faultOf(model.load(never()));
    assert.is(fault.kind, 'timeout');
    assert.match(fault.message, 'did not load the model within 0.05 s');
    await server.idle();
  }));

test('a server that falls silent while it loads is not taken for ready', () =>
  withOpenAi(
    { loadingLooks: 1, fault: ({ path }, n) => (path === '/props' && n > 0 ? neverAnswers : null) },
    async (server) => {
      const model = await openOn(server, { loadTimeout: 0.1 });
      assert.is((await faultOf(model.load(never()))).kind, 'timeout');
      assert.is(model.loaded, false);
      await server.idle();
    },
  ));

test('a method that the server does not know is no API', () =>
  withOpenAi({ fault: () => refuses(405, 'Method Not Allowed') }, async (server) => {
    assert.is((await faultOf(openOn(server))).kind, 'not-ollama');
  }));

test.run();
