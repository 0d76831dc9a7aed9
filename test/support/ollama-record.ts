import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { chatFaults } from './ollama-strict.ts';
import type { Call, Recorded } from './ollama-types.ts';

/** What arrives at the server: requests, and the connections that they come over. */

const parsed = (raw: string): Recorded['body'] => {
  try {
    const value: unknown = JSON.parse(raw);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Recorded['body']) : null;
  } catch {
    return null;
  }
};

const readRaw = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/** Reads a request whole and keeps what tests look at. */
export const record = async (request: IncomingMessage, response: ServerResponse, begun: number): Promise<Recorded> => {
  const bytes = await readRaw(request);
  const path = request.url ?? '/';
  // Bytes that are no JSON (a blob) stay recoverable.
  const raw = bytes.toString(path.startsWith('/api/blobs/') ? 'latin1' : 'utf8');
  const recorded: Recorded = {
    method: request.method ?? '',
    path,
    headers: request.headers,
    raw,
    body: parsed(raw),
    at: performance.now() - begun,
    aborted: false,
    faults: path === '/api/chat' ? chatFaults(parsed(raw)) : [],
  };
  response.once('close', () => {
    recorded.aborted = !response.writableFinished;
  });
  return recorded;
};

/** Answers with a status and a body at once. */
export const sender =
  (response: ServerResponse): Call['send'] =>
  (status, body, headers = {}) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const type = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8';
    response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(text), ...headers });
    response.end(text);
  };

/** The connections of a server, and who waits for the last of them to go. */
export const trackSockets = (server: Server) => {
  const sockets = new Set<Socket>();
  const waiting = new Set<() => void>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      if (sockets.size > 0) return;
      for (const resolve of waiting) resolve();
      waiting.clear();
    });
  });
  const idle = (): Promise<void> =>
    sockets.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.add(resolve));
  return { sockets, idle };
};
