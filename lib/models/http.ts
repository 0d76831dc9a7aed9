import {
  Agent,
  type ClientRequest,
  type RequestOptions as HttpOptions,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http';
import type { LookupFunction } from 'node:net';
import { bodyOf } from './body.ts';
import { faultOfSignal, ModelFault } from './errors.ts';
import { type Answer, codeOf, type Exchange, TransportError } from './exchange.ts';

/**
 * One HTTP exchange with a model server. Written on node:http because the built-in fetch gives up after 300 s without
 * headers, which a cold model exceeds, follows redirects, refuses some ports and cannot be told to connect quickly.
 */

const LOOPBACK = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** `localhost` must not leave the machine whatever a resolver says about it. */
const lookupLocal: LookupFunction = (_name, options, found) =>
  options.all ? found(null, LOOPBACK) : found(null, '127.0.0.1', 4);

const optionsFor = (url: URL, exchange: Exchange): HttpOptions => ({
  method: exchange.body === null ? 'GET' : 'POST',
  hostname: url.hostname.replace(/^\[|\]$/g, ''),
  port: url.port || undefined,
  path: url.pathname + url.search,
  headers: {
    ...exchange.headers,
    'accept-encoding': 'identity',
    ...(exchange.body === null ? {} : { 'content-length': String(Buffer.byteLength(exchange.body)) }),
  },
  ...(url.hostname === 'localhost' ? { lookup: lookupLocal } : {}),
});

const open = async (url: URL, exchange: Exchange): Promise<ClientRequest> => {
  const options = optionsFor(url, exchange);
  // An agent of its own: the global one may be told by the environment to go through a proxy.
  if (url.protocol !== 'https:') return httpRequest({ ...options, agent: new Agent({ keepAlive: false }) });
  const https = await import('node:https');
  return https.request({ ...options, agent: new https.Agent({ keepAlive: false }) });
};

const headOf = (
  request: ClientRequest,
  secure: boolean,
  { body, clocks, signal }: Exchange,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    let phase: TransportError['phase'] = 'connect';
    const late = setTimeout(
      () => request.destroy(new TransportError('connect', 'ETIMEDOUT', `no connection within ${clocks.connect} ms`)),
      clocks.connect,
    );
    const connected = (): void => {
      clearTimeout(late);
      phase = 'head';
    };
    const stop = (): void => void request.destroy(faultOfSignal(signal));
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    request.once('socket', (socket) => socket.once(secure ? 'secureConnect' : 'connect', connected));
    request.once('response', resolve);
    request.on('error', (error) => {
      const known = error instanceof TransportError || error instanceof ModelFault;
      reject(
        signal.aborted
          ? faultOfSignal(signal)
          : known
            ? error
            : new TransportError(phase, codeOf(error), error.message),
      );
    });
    request.once('close', () => {
      clearTimeout(late);
      signal.removeEventListener('abort', stop);
    });
    request.end(body ?? undefined);
  });

const refuseHead = (url: URL, status: number, headers: IncomingMessage['headers']): ModelFault | null => {
  if (status >= 300 && status < 400)
    return new ModelFault(
      'not-ollama',
      `${url.host} answered with a redirect to ${headers.location ?? 'nowhere'}, which lgtm does not follow`,
      'Name the model server itself, not something that stands in front of it.',
    );
  const packed = headers['content-encoding'];
  return packed && packed !== 'identity'
    ? new ModelFault(
        'unusable',
        `${url.host} answered in ${packed}, which lgtm did not ask for`,
        'Reach the model server directly.',
      )
    : null;
};

/**
 * Sends one request and resolves with the head of the answer. Redirects are never followed, no proxy is used, compressed
 * answers are refused. Throws ModelFault, TransportError, or what the signal was ended with.
 */
export const send = async (url: URL, exchange: Exchange): Promise<Answer> => {
  if (exchange.signal.aborted) throw faultOfSignal(exchange.signal);
  const request = await open(url, exchange);
  const response = await headOf(request, url.protocol === 'https:', exchange);
  const status = response.statusCode ?? 0;
  const refused = refuseHead(url, status, response.headers);
  if (refused) {
    response.destroy();
    throw refused;
  }
  const type = (response.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  return { status, type, body: bodyOf(response, exchange) };
};
