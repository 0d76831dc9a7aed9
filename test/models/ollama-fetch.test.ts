import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ollamaFetch } from '../../lib/models/ollama-fetch.ts';
import { startOllama, withOllama } from '../support/ollama.ts';
import { faultOf, never, PATIENT } from '../support/ollama-client.ts';
import { html, refuses } from '../support/ollama-faults.ts';
import type { FakeOllama } from '../support/ollama-types.ts';

const test = suite('fetch for the ollama package');

const fetchOn = ({ host }: FakeOllama, apiKey: string | null = null): typeof fetch =>
  ollamaFetch({ base: `http://${host}`, apiKey, clocks: PATIENT, about: { host, model: 'm' } }, never());

test('only the host that was proved is ever asked', async () => {
  const other = await startOllama();
  try {
    await withOllama({}, async (server) => {
      const fault = await faultOf(fetchOn(server)(`http://${other.host}/api/version`));
      assert.is(fault.kind, 'remote-refused');
    });
    assert.is(other.requests.length, 0);
  } finally {
    await other.close();
  }
});

test('a key that the package adds is not sent, the one of the settings is', () =>
  withOllama({}, async (server) => {
    const headers = { Authorization: 'Bearer out of the environment', Accept: 'application/json' };
    await fetchOn(server)(`http://${server.host}/api/version`, { headers });
    await fetchOn(server, 'own')(`http://${server.host}/api/version`, { headers });
    assert.equal(
      server.requests.map((one) => [one.headers.authorization, one.headers.accept]),
      [
        [undefined, 'application/json'],
        ['Bearer own', 'application/json'],
      ],
    );
  }));

test('an answer is JSON when it gets to the package', () =>
  withOllama({}, async (server) => {
    const response = await fetchOn(server)(`http://${server.host}/api/version`);
    assert.ok(response.ok);
    assert.equal(await response.json(), { version: '0.33.0' });
  }));

test('a refusal, a page and a list never get there', async () => {
  for (const [fault, kind] of [
    [refuses(500, 'plain'), 'failed'],
    [refuses(204, ''), 'failed'],
    [html(200), 'not-ollama'],
    [refuses(200, [1]), 'unusable'],
  ] as const)
    await withOllama({ fault: () => fault }, async (server) => {
      assert.is((await faultOf(fetchOn(server)(`http://${server.host}/api/version`))).kind, kind);
    });
});

test('a page of a proxy is named as one, and its text is not repeated', async () => {
  for (const status of [403, 502])
    await withOllama({ fault: () => html(status) }, async (server) => {
      const fault = await faultOf(fetchOn(server)(`http://${server.host}/api/version`));
      assert.match(fault.message, 'web page');
      assert.not(fault.message.includes('<'));
    });
});

test.run();
