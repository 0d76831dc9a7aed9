import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { at } from '../../lib/models/shape.ts';
import { withOllama } from '../support/ollama.ts';
import { askOn, faultOf, never, openOn, QUESTION } from '../support/ollama-client.ts';
import { neverAnswers, refuses } from '../support/ollama-faults.ts';
import { CODER } from '../support/ollama-models.ts';

const test = suite('loading an Ollama model');

test('it is loaded once, with the window of the questions that follow', () =>
  withOllama({}, async (server) => {
    const model = await openOn(server);
    assert.is(model.loaded, false);
    await model.load(never());
    assert.is(model.loaded, true);
    await model.load(never());
    await model.ask(QUESTION, never());
    assert.is(server.loads().length, 1);
    assert.equal(
      [server.loads()[0], server.questions()[0]].map((one) => at(one?.body, 'options', 'num_ctx')),
      [8192, 8192],
    );
    assert.equal(server.faults(), []);
  }));

test('a question after it does not load again', () =>
  withOllama({ models: [{ ...CODER, loadMs: 20 }] }, async (server) => {
    await askOn(server);
    const again = await openOn(server);
    assert.is(again.loaded, true);
  }));

test('it ends under its own clock, and the connection with it', () =>
  withOllama({ fault: ({ path }) => (path === '/api/chat' ? neverAnswers : null) }, async (server) => {
    const model = await openOn(server, { loadTimeout: 0.4 });
    const fault = await faultOf(model.load(never()));
    assert.is(fault.kind, 'timeout');
    assert.match(fault.message, 'took longer than 0.4 s');
    await server.idle();
    assert.ok(server.loads()[0]?.aborted);
    assert.is(model.loaded, false);
  }));

test('a load that the caller gives up is thrown away by the server', () =>
  withOllama({ models: [{ ...CODER, loadMs: 5_000 }] }, async (server) => {
    const model = await openOn(server);
    const fault = await faultOf(model.load(AbortSignal.timeout(40)));
    assert.is(fault.kind, 'timeout');
    await server.idle();
    assert.is((await openOn(server)).loaded, false);
  }));

test('a model that does not fit is said to be too large', () =>
  withOllama(
    {
      fault: ({ path }) =>
        path === '/api/chat'
          ? refuses(500, { error: 'model requires more system memory (9.1 GiB) than is available (3.2 GiB)' })
          : null,
    },
    async (server) => {
      const fault = await faultOf((await openOn(server)).load(never()));
      assert.is(fault.kind, 'failed');
      assert.match(fault.message, /does not fit into memory: .*9\.1 GiB/);
      assert.match(fault.hint, 'smaller model');
    },
  ));

test('a busy server is asked to load once more', () =>
  withOllama(
    { fault: ({ path }, n) => (path === '/api/chat' && n === 0 ? refuses(503, { error: 'server busy' }) : null) },
    async (server) => {
      const model = await openOn(server);
      await model.load(never());
      assert.is(server.loads().length, 2);
    },
  ));

test.run();
