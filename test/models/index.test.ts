import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ConfigError } from '../../lib/errors.ts';
import { openModel, PROVIDER_NAMES } from '../../lib/models/index.ts';
import { withOllama } from '../support/ollama.ts';
import { faultOf, never, settingsFor } from '../support/ollama-client.ts';
import { withOpenAi } from '../support/openai.ts';

const test = suite('opening a model');

test('an unknown provider is a fault of the configuration that lists the known ones', async () => {
  const error: unknown = await openModel(settingsFor({ host: '' }, { provider: 'olama' }), {}, never()).catch(
    (thrown: unknown) => thrown,
  );
  assert.instance(error, ConfigError);
  assert.ok(error instanceof ConfigError && error.message.includes('"olama"'));
  assert.is(error instanceof ConfigError && error.hint, `Known providers: ${PROVIDER_NAMES.join(', ')}.`);
});

test('names of the prototype are no providers', async () => {
  for (const provider of ['constructor', '__proto__', 'toString'])
    assert.instance(
      await openModel(settingsFor({ host: '' }, { provider }), {}, never()).catch((thrown: unknown) => thrown),
      ConfigError,
    );
});

test('ollama is asked by its own API', () =>
  withOllama({}, async (server) => {
    const model = await openModel(settingsFor(server), {}, never());
    assert.is(model.provider, 'ollama');
    assert.ok(server.requests.every(({ path }) => path.startsWith('/api/')));
  }));

test('every other provider speaks OpenAI’s API and keeps its name', () =>
  withOpenAi({}, async (server) => {
    for (const provider of PROVIDER_NAMES.filter((name) => name !== 'ollama')) {
      const model = await openModel(settingsFor(server, { provider, name: null }), {}, never());
      assert.is(model.provider, provider);
    }
  }));

test('OLLAMA_HOST says nothing about other servers', () =>
  withOllama({}, async (server) => {
    const settings = settingsFor(server, { provider: 'vllm', host: '127.0.0.1:1' });
    assert.is((await faultOf(openModel(settings, { OLLAMA_HOST: server.host }, never()))).kind, 'unreachable');
    assert.is(server.requests.length, 0);
  }));

test('an ended signal opens nothing', () =>
  withOllama({}, async (server) => {
    assert.is((await faultOf(openModel(settingsFor(server), {}, AbortSignal.abort()))).kind, 'aborted');
    assert.is(server.requests.length, 0);
  }));

test.run();
