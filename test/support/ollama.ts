import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createHandler, isQuestion } from './ollama-handler.ts';
import { fakeModel, MODELS } from './ollama-models.ts';
import { trackSockets } from './ollama-record.ts';
import { createState } from './ollama-state.ts';
import type { Controls, FakeOllama, FakeOptions, Recorded } from './ollama-types.ts';

/**
 * A server that speaks Ollama's HTTP API on the loopback interface and does what a release of it would: real sockets, real
 * chunks, no model. Started by hand it answers every question with nothing to report:
 * `npx tsx test/support/ollama.ts --port 11435`.
 */

const listenOn = async (server: Server, port: number): Promise<number> => {
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

/** Starts a server on a free port (or the given one). Close it when the test is over. */
export const startOllama = async (options: FakeOptions = {}): Promise<FakeOllama> => {
  const state = createState(options);
  const requests: Recorded[] = [];
  const server = createServer();
  const { sockets, idle } = trackSockets(server);
  const controls: Controls = {
    die: () => {
      server.close();
      for (const socket of sockets) socket.resetAndDestroy();
    },
    setVersion: (version) => {
      state.version = version;
    },
  };
  const handle = createHandler(state, options, controls, requests, performance.now());
  server.on('request', (request, response) => {
    // A client that left in the middle of its request is recorded by its socket, not by a crash of the test.
    handle(request, response).catch(() => response.destroy());
  });
  const port = await listenOn(server, options.port ?? 0);
  const close = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
    await idle();
  };
  if (options.listen === false) await close();
  const questions = () => requests.filter(isQuestion);
  return {
    ...controls,
    host: `127.0.0.1:${port}`,
    port,
    requests,
    questions,
    loads: () => requests.filter((one) => one.path === '/api/chat' && !isQuestion(one)),
    faults: () => requests.flatMap(({ faults }) => faults),
    idle,
    close,
  };
};

/** Runs `work` against a server and closes it whatever happens. */
export const withOllama = async <T>(options: FakeOptions, work: (server: FakeOllama) => Promise<T>): Promise<T> => {
  const server = await startOllama(options);
  try {
    return await work(server);
  } finally {
    await server.close();
  }
};

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: { port: { type: 'string' }, version: { type: 'string' }, model: { type: 'string' } },
  });
  const server = await startOllama({
    port: Number(values.port ?? 11434),
    version: values.version ?? '0.33.0',
    models: values.model ? [fakeModel(values.model)] : MODELS,
  });
  process.stdout.write(`OLLAMA_HOST=${server.host}\n`);
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
