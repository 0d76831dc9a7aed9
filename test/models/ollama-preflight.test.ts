import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ConfigError, EXIT } from '../../lib/errors.ts';
import { openOllama } from '../../lib/models/ollama.ts';
import { startOllama, withOllama } from '../support/ollama.ts';
import { faultOf, never, openOn, PATIENT, settingsFor } from '../support/ollama-client.ts';
import { refuses } from '../support/ollama-faults.ts';
import { CLOUD_STUB, CODER, EMBEDDER, fakeModel, GPT_OSS, THINKER } from '../support/ollama-models.ts';

const test = suite('the preflight of Ollama');

test('a model that is there is opened with one round of questions and no prompt', () =>
  withOllama({}, async (server) => {
    const model = await openOn(server);
    assert.equal([model.provider, model.name, model.digest], ['ollama', CODER.name, CODER.digest]);
    assert.is(model.host, `http://${server.host}`);
    const asked = server.requests.map(({ method, path }) => `${method} ${path}`).sort();
    assert.equal(asked, ['GET /api/ps', 'GET /api/tags', 'GET /api/version', 'POST /api/show']);
  }));

test('nothing that runs is told what to do about it', () =>
  withOllama({ listen: false }, async (server) => {
    const fault = await faultOf(openOn(server));
    assert.is(fault.kind, 'unreachable');
    assert.is(fault.message, `Ollama is not running at ${server.host}`);
    assert.is(fault.hint, 'Start it with `ollama serve`.');
    assert.ok(fault.transport);
    assert.is(fault.exitCode, EXIT.notReviewed);
  }));

test('a missing model is named with the command that installs it and with what is there', () =>
  withOllama({}, async (server) => {
    const fault = await faultOf(openOn(server, { name: 'granite4:3b' }));
    assert.is(fault.kind, 'model-missing');
    assert.is(fault.message, 'the model "granite4:3b" is not installed');
    assert.is(
      fault.hint,
      'Install it with `ollama pull granite4:3b`. Or choose one of the installed: qwen2.5-coder:7b, qwen3:8b, gpt-oss:20b.',
    );
  }));

test('a name that a shell would act on is in no command', () =>
  withOllama({}, async (server) => {
    const fault = await faultOf(openOn(server, { name: 'x; rm -rf ~' }));
    assert.is(fault.kind, 'model-missing');
    assert.is(fault.hint.startsWith('Check how its name is written. Or'), true);
  }));

test('an embedding model is refused before it is asked anything', () =>
  withOllama({}, async (server) => {
    const fault = await faultOf(openOn(server, { name: EMBEDDER.name }));
    assert.is(fault.kind, 'refused');
    assert.match(fault.message, 'cannot answer questions');
  }));

test('without a name the best of what is installed is chosen', () =>
  withOllama({}, async (server) => assert.is((await openOn(server, { name: null })).name, CODER.name)));

test('a candidate that turns out not to chat is passed over', () => {
  const untold = fakeModel('codellama:7b-vectors', { capabilities: ['embedding'] });
  return withOllama({ models: [untold, THINKER] }, async (server) => {
    assert.is((await openOn(server, { name: null })).name, THINKER.name);
  });
});

test('where nothing can answer, the model to install is named', () =>
  withOllama({ models: [EMBEDDER, CLOUD_STUB] }, async (server) => {
    const fault = await faultOf(openOn(server, { name: null }));
    assert.is(fault.kind, 'model-missing');
    assert.match(fault.hint, 'ollama pull qwen2.5-coder:7b');
  }));

test('a cloud name is refused before a single request', () =>
  withOllama({}, async (server) => {
    for (const name of [CLOUD_STUB.name, 'glm-4.6:cloud'])
      assert.is((await faultOf(openOn(server, { name }))).kind, 'remote-refused');
    assert.is(server.requests.length, 0);
  }));

const proxied = fakeModel('innocent:7b', { remoteHost: 'https://models.example.com:443' });

test('a local name that stands for a remote model is refused', () =>
  withOllama({ models: [proxied] }, async (server) => {
    const fault = await faultOf(openOn(server, { name: proxied.name }));
    assert.is(fault.kind, 'remote-refused');
    assert.match(fault.message, 'models.example.com');
    assert.is(server.questions().length + server.loads().length, 0);
  }));

test('a remote model is accepted where the user has agreed to its host, and to that host alone', () =>
  withOllama({ models: [proxied, CLOUD_STUB] }, async (server) => {
    const opened = await openOn(server, { name: proxied.name, allowRemote: ['models.example.com'] });
    assert.is(opened.name, proxied.name);
    assert.is(
      (await faultOf(openOn(server, { name: proxied.name, allowRemote: ['ollama.com'] }))).kind,
      'remote-refused',
    );
    assert.is((await openOn(server, { name: CLOUD_STUB.name, allowRemote: ['ollama.com'] })).name, CLOUD_STUB.name);
  }));

test('a remote host that cannot be read counts as the cloud', () => {
  const odd = fakeModel('odd:7b', { remoteHost: 'not a host' });
  const bare = fakeModel('bare:7b', { remoteHost: 'models.example.com' });
  return withOllama({ models: [odd, bare] }, async (server) => {
    const fault = await faultOf(openOn(server, { name: odd.name }));
    assert.is(fault.kind, 'remote-refused');
    assert.match(fault.message, 'ollama.com');
    assert.match((await faultOf(openOn(server, { name: bare.name }))).message, 'models.example.com');
  });
});

test('a release without schemas is too old', () =>
  withOllama({ version: '0.4.7' }, async (server) => {
    const fault = await faultOf(openOn(server));
    assert.is(fault.kind, 'too-old');
    assert.match(fault.message, '0.4.7');
    assert.not(fault.transport);
  }));

for (const version of ['0.5.0', '0.5.0-rc1', '0.11.0', '0.24.0', '0.33.0', '1.0.0', '0.0.0'])
  test(`version ${version} is accepted`, () =>
    withOllama({ version }, async (server) => assert.is((await openOn(server)).name, CODER.name)));

test('a version says more than the faults beside it', () =>
  withOllama(
    { version: '0.1.20', fault: ({ path }) => (path === '/api/ps' ? refuses(404, '404 page not found') : null) },
    async (server) => {
      assert.is((await faultOf(openOn(server))).kind, 'too-old');
    },
  ));

test('the window is the bucket within the limit and the trained length', () =>
  withOllama({ models: [CODER, fakeModel('short:7b', { trained: 6000 })] }, async (server) => {
    assert.is((await openOn(server, { context: 20_000 })).context, 16_384);
    assert.is((await openOn(server, { context: 20_000, name: 'short:7b' })).context, 4096);
  }));

test('a model in memory with a large enough window is used as it is', () =>
  withOllama({ loaded: { [CODER.name]: 32_768 } }, async (server) => {
    const model = await openOn(server);
    assert.is(model.loaded, true);
    assert.is(model.context, 8192);
    await model.load(never());
    assert.is(server.loads().length, 0);
  }));

test('a model in memory with too small a window is not called loaded', () =>
  withOllama({ loaded: { [CODER.name]: 4096 } }, async (server) => assert.is((await openOn(server)).loaded, false)));

test('a model that cannot stop thinking leaves less room for prompts', () =>
  withOllama({}, async (server) => {
    assert.is((await openOn(server, { name: GPT_OSS.name })).context, 8192 - 1024);
    assert.is((await openOn(server, { name: THINKER.name })).context, 8192);
  }));

test('OLLAMA_HOST is used where the settings name no host, and the settings come first', async () => {
  const [one, other] = [await startOllama(), await startOllama()];
  try {
    const settings = settingsFor(one, { host: null });
    await openOllama(settings, { OLLAMA_HOST: `"${one.host}"` }, never(), PATIENT);
    assert.is(one.requests.length, 4);
    await openOllama({ ...settings, host: one.host }, { OLLAMA_HOST: other.host }, never(), PATIENT);
    assert.equal([one.requests.length, other.requests.length], [8, 0]);
  } finally {
    await Promise.all([one.close(), other.close()]);
  }
});

test('a path in the host is kept', () =>
  withOllama({}, async (server) => {
    const fault = await faultOf(openOn(server, { host: `${server.host}/proxy/` }));
    assert.is(fault.kind, 'not-ollama');
    assert.is(server.requests[0]?.path.startsWith('/proxy/api/'), true);
  }));

test('a host that is no address is a fault of the configuration', async () => {
  const settings = settingsFor({ host: 'ftp://127.0.0.1' });
  const error = await openOllama(settings, {}, never(), PATIENT).catch((thrown: unknown) => thrown);
  assert.instance(error, ConfigError);
});

test('a host elsewhere is refused before a single request', async () => {
  assert.is(
    (await faultOf(openOllama(settingsFor({ host: '192.0.2.1' }), {}, never(), PATIENT))).kind,
    'remote-refused',
  );
});

test('a key is sent where the user set one, and none otherwise', () =>
  withOllama({}, async (server) => {
    await openOn(server, { apiKey: 'secret' });
    assert.equal(new Set(server.requests.map(({ headers }) => headers.authorization)), new Set(['Bearer secret']));
    await openOn(server);
    assert.is(server.requests.at(-1)?.headers.authorization, undefined);
  }));

test('an interrupted preflight closes its connections and says that it was interrupted', () =>
  withOllama({ fault: () => ({ fault: 'interrupts', act: () => abort.abort() }) }, async (server) => {
    assert.is((await faultOf(openOllama(settingsFor(server), {}, abort.signal, PATIENT))).kind, 'aborted');
    await server.idle();
  }));
const abort = new AbortController();

test.run();
