import dns from 'node:dns';
import { getEventListeners } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcp, type Socket } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ANSWER_BYTES } from '../../lib/models/body.ts';
import { bounded } from '../../lib/models/bounded.ts';
import { ModelFault } from '../../lib/models/errors.ts';
import { type Clocks, type Exchange, TransportError } from '../../lib/models/exchange.ts';
import { send } from '../../lib/models/http.ts';
import { faultOf, never, PATIENT } from '../support/ollama-client.ts';

const test = suite('one exchange over HTTP');

interface Local {
  readonly url: URL;
  readonly sockets: Set<Socket>;
  readonly empty: () => Promise<void>;
}

const portOf = (server: { address(): unknown }): number => (server.address() as AddressInfo).port;

const track = (server: { on(event: 'connection', listener: (socket: Socket) => void): unknown }) => {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  });
  const empty = async (): Promise<void> => {
    for (const socket of sockets) await new Promise((resolve) => socket.once('close', resolve));
  };
  return { sockets, empty };
};

const withServer = async (listener: RequestListener, work: (local: Local) => Promise<void>): Promise<void> => {
  const server = createServer(listener);
  const { sockets, empty } = track(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await work({ url: new URL(`http://127.0.0.1:${portOf(server)}/x?y=1`), sockets, empty });
  } finally {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
};

/** A server below HTTP: it is handed the raw socket. */
const withTcp = async (onSocket: (socket: Socket) => void, work: (port: number) => Promise<void>): Promise<void> => {
  const server = createTcp(onSocket);
  const { sockets } = track(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await work(portOf(server));
  } finally {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
};

const exchange = (over: Partial<Exchange> = {}, clocks: Partial<Clocks> = {}): Exchange => ({
  headers: { accept: 'application/json' },
  body: null,
  signal: never(),
  clocks: { ...PATIENT, ...clocks },
  ...over,
});

const textOf = async (body: AsyncIterable<Buffer>): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

const transportOf = async (work: Promise<unknown>): Promise<TransportError> => {
  const error: unknown = await work.then(
    () => 'it succeeded',
    (thrown: unknown) => thrown,
  );
  if (error instanceof TransportError) return error;
  throw new Error(`expected a TransportError: ${String(error)}`);
};

test('a body is posted with its length, nothing is asked for compressed, and the answer arrives', () =>
  withServer(
    (request, response) => {
      request.resume().on('end', () => {
        response.writeHead(201, { 'content-type': 'Application/JSON; charset=utf-8' });
        const { method, url, headers } = request;
        response.end(
          JSON.stringify([method, url, headers['content-length'], headers['accept-encoding'], headers.connection]),
        );
      });
    },
    async ({ url }) => {
      const answer = await send(url, exchange({ body: '{"ä":1}' }));
      assert.is(answer.status, 201);
      assert.is(answer.type, 'application/json');
      assert.equal(JSON.parse(await textOf(answer.body)), ['POST', '/x?y=1', '8', 'identity', 'close']);
    },
  ));

test('a port that browsers refuse is no obstacle', async () => {
  const error = await transportOf(send(new URL('http://127.0.0.1:1/'), exchange()));
  assert.is(error.phase, 'connect');
  assert.is(error.code, 'ECONNREFUSED');
});

test('localhost is this machine, without asking a resolver', () =>
  withServer(
    (_request, response) => response.end('here'),
    async ({ url }) => {
      const { lookup } = dns;
      Object.assign(dns, { lookup: () => assert.unreachable('a resolver was asked') });
      try {
        const answer = await send(new URL(`http://localhost:${url.port}/`), exchange());
        assert.is(await textOf(answer.body), 'here');
      } finally {
        Object.assign(dns, { lookup });
      }
    },
  ));

test('an exchange that is over no longer listens to its signal', () =>
  withServer(
    (_request, response) => response.end('done'),
    async ({ url, empty }) => {
      const { signal } = new AbortController();
      const answer = await send(url, exchange({ signal }));
      assert.is(await textOf(answer.body), 'done');
      await empty();
      const listeners = (): number => getEventListeners(signal, 'abort').length;
      for (let turn = 0; turn < 1000 && listeners() > 0; turn += 1) await new Promise(setImmediate);
      assert.is(listeners(), 0);
    },
  ));

test('a connection that does not get ready ends when the connect clock runs out', () =>
  withTcp(
    () => undefined,
    async (port) => {
      const error = await transportOf(send(new URL(`https://127.0.0.1:${port}/`), exchange({}, { connect: 50 })));
      assert.is(error.phase, 'connect');
      assert.is(error.code, 'ETIMEDOUT');
    },
  ));

test('the connect clock does not run once the connection stands', () =>
  withServer(
    (_request, response) => response.end('here'),
    async ({ url }) => {
      const answer = await send(url, exchange({}, { connect: 60_000 }));
      assert.not(process.getActiveResourcesInfo().includes('Timeout'));
      assert.is(await textOf(answer.body), 'here');
    },
  ));

test('a peer that closes without an answer is told apart from one that breaks off', () =>
  withServer(
    (request, response) => {
      if (request.url === '/head') request.socket.resetAndDestroy();
      else response.write('begun', () => request.socket.resetAndDestroy());
    },
    async ({ url }) => {
      const head = await transportOf(send(new URL('/head', url), exchange()));
      assert.equal([head.phase, head.code], ['head', 'ECONNRESET']);
      const answer = await send(new URL('/body', url), exchange());
      const body = await transportOf(textOf(answer.body));
      assert.equal([body.phase, body.code], ['body', 'ECONNRESET']);
    },
  ));

test('silence in the middle of an answer ends when the idle clock runs out', () =>
  withServer(
    (_request, response) => void response.write('begun'),
    async ({ url, empty }) => {
      const answer = await send(url, exchange({}, { idle: 50 }));
      const error = await transportOf(textOf(answer.body));
      assert.equal([error.phase, error.code], ['body', 'ETIMEDOUT']);
      await empty();
    },
  ));

test('a drip faster than the idle clock is no silence', () =>
  withServer(
    async (_request, response) => {
      for (let i = 0; i < 6; i += 1) {
        response.write('x');
        await new Promise((resolve) => setTimeout(resolve, 120));
      }
      response.end();
    },
    async ({ url }) => {
      const answer = await send(url, exchange({}, { idle: 600 }));
      assert.is(await textOf(answer.body), 'xxxxxx');
    },
  ));

test('what does not speak HTTP is an error of the answer', () =>
  withTcp(
    (socket) => void socket.end('SSH-2.0-OpenSSH_9.2\r\n'),
    async (port) => {
      const error = await transportOf(send(new URL(`http://127.0.0.1:${port}/`), exchange()));
      assert.is(error.phase, 'head');
      assert.match(error.code, /^HPE_/);
    },
  ));

for (const status of [301, 302, 303, 307, 308])
  test(`a redirect with ${status} is an error, and its target receives nothing`, async () => {
    let visits = 0;
    await withServer(
      (_request, response) => {
        visits += 1;
        response.end();
      },
      async ({ url: target, sockets }) => {
        await withServer(
          (_request, response) => response.writeHead(status, { location: target.href }).end(),
          async ({ url }) => {
            const fault = await faultOf(send(url, exchange({ body: '{}' })));
            assert.is(fault.kind, 'not-ollama');
            assert.ok(fault.message.includes(target.href));
          },
        );
        assert.is(sockets.size, 0);
      },
    );
    assert.is(visits, 0);
  });

test('a compressed answer is refused unread', () =>
  withServer(
    (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
    async ({ url, empty }) => {
      assert.is((await faultOf(send(url, exchange()))).kind, 'unusable');
      await empty();
    },
  ));

test('an answer beyond the limit is given up', () =>
  withServer(
    (_request, response) => response.end(Buffer.alloc(ANSWER_BYTES + 1)),
    async ({ url, empty }) => {
      const answer = await send(url, exchange());
      assert.is((await faultOf(textOf(answer.body))).kind, 'unusable');
      await empty();
    },
  ));

test('an answer of exactly the limit is read', () =>
  withServer(
    (_request, response) => response.end(Buffer.alloc(ANSWER_BYTES)),
    async ({ url }) => {
      const answer = await send(url, exchange());
      assert.is((await textOf(answer.body)).length, ANSWER_BYTES);
    },
  ));

test('a signal that has ended already lets nothing out', () =>
  withServer(
    () => assert.unreachable('a request arrived'),
    async ({ url }) => {
      const reason = new ModelFault('timeout', 'too late');
      assert.is(await faultOf(send(url, exchange({ signal: AbortSignal.abort(reason) }))), reason);
    },
  ));

test('an abort before the first byte closes the connection and throws its reason', () =>
  withServer(
    () => controller.abort(reason),
    async ({ url, empty }) => {
      assert.is(await faultOf(send(url, exchange({ signal: controller.signal }))), reason);
      await empty();
    },
  ));
const reason = new ModelFault('timeout', 'enough');
const controller = new AbortController();

test('an abort in the middle of an answer closes the connection and throws its reason', () =>
  withServer(
    (_request, response) => void response.write('begun'),
    async ({ url, empty }) => {
      const abort = new AbortController();
      const answer = await send(url, exchange({ signal: abort.signal }));
      const rest = textOf(answer.body);
      abort.abort(reason);
      assert.is(await faultOf(rest), reason);
      await empty();
    },
  ));

test('an interruption without a reason of its own is told from a time-out', () =>
  withServer(
    () => undefined,
    async ({ url }) => {
      const abort = new AbortController();
      const interrupted = send(url, exchange({ signal: abort.signal }));
      abort.abort();
      assert.is((await faultOf(interrupted)).kind, 'aborted');
      assert.is((await faultOf(send(url, exchange({ signal: AbortSignal.timeout(20) })))).kind, 'timeout');
    },
  ));

test('work that ends early leaves no connection, no timer and no listener behind', () =>
  withServer(
    (_request, response) => void response.write('begun'),
    async ({ url, empty }) => {
      const outer = new AbortController();
      const status = await bounded(outer.signal, { ms: 60_000, late: () => reason }, async (signal) => {
        const answer = await send(url, exchange({ signal }));
        await answer.body.next();
        return answer.status;
      });
      assert.is(status, 200);
      await empty();
      assert.not(process.getActiveResourcesInfo().includes('Timeout'));
      assert.is(getEventListeners(outer.signal, 'abort').length, 0);
    },
  ));

test('a clock of its own ends the work with the fault it was given', () =>
  withServer(
    () => undefined,
    async ({ url, empty }) => {
      const work = bounded(never(), { ms: 30, late: () => reason }, (signal) => send(url, exchange({ signal })));
      assert.is(await faultOf(work), reason);
      await empty();
    },
  ));

test('proxies named in the environment are not used', () =>
  withServer(
    () => assert.unreachable('the proxy was asked'),
    ({ url: proxy }) =>
      withServer(
        (_request, response) => response.end('direct'),
        async ({ url }) => {
          const before = { ...process.env };
          Object.assign(process.env, { HTTP_PROXY: proxy.origin, http_proxy: proxy.origin, ALL_PROXY: proxy.origin });
          try {
            const answer = await send(url, exchange());
            assert.is(await textOf(answer.body), 'direct');
          } finally {
            process.env = before;
          }
        },
      ),
  ));

test.run();
