import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a scripted model is asked: the user's message, as it was sent. */
export type Script = (prompt: string) => string;

/** A server on the loopback interface that answers as Ollama does, by a script instead of a model. */
export interface ScriptedServer {
  /** `127.0.0.1:port`, as OLLAMA_HOST takes it. */
  readonly host: string;
  readonly close: () => Promise<void>;
}

/** Name of the one model that is installed there. */
export const SCRIPTED = 'scripted:latest';

const DETAILS = { format: 'gguf', family: 'scripted', parameter_size: '7B', quantization_level: 'F16' };

const LISTED = { name: SCRIPTED, model: SCRIPTED, digest: '5c'.repeat(32), size: 1, details: DETAILS };

/** Large enough that no prompt is cut into parts. */
const CONTEXT = 32_768;

const LOADED = { ...LISTED, context_length: CONTEXT, expires_at: '2999-01-01T00:00:00Z' };

const ANSWERS: Readonly<Record<string, object>> = {
  '/api/version': { version: '0.33.0' },
  '/api/tags': { models: [LISTED] },
  '/api/ps': { models: [LOADED] },
  '/api/show': {
    capabilities: ['completion'],
    details: DETAILS,
    model_info: { 'general.architecture': 'scripted', 'scripted.context_length': CONTEXT },
  },
};

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
};

interface Chat {
  readonly messages?: readonly { readonly role: string; readonly content: string }[];
}

/** The first message of the user holds the question; after an answer that could not be read there is a second. */
const promptOf = (body: string): string | null => {
  const { messages = [] } = JSON.parse(body) as Chat;
  return messages.find(({ role }) => role === 'user')?.content ?? null;
};

/** Bytes that stand for one token; only the counts that a server reports depend on it. */
const PER_TOKEN = 4;

const chat = (body: string, script: Script): string => {
  const prompt = promptOf(body);
  const content = prompt === null ? '' : script(prompt);
  const counts = {
    prompt_eval_count: Math.max(1, Math.ceil(body.length / PER_TOKEN)),
    eval_count: Math.ceil(content.length / PER_TOKEN),
  };
  const message = { role: 'assistant', content };
  return `${JSON.stringify({ model: SCRIPTED, message, done: false })}\n${JSON.stringify({ model: SCRIPTED, message: { role: 'assistant', content: '' }, done: true, done_reason: 'stop', ...counts })}\n`;
};

const answer = async (request: IncomingMessage, response: ServerResponse, script: Script): Promise<void> => {
  const body = await bodyOf(request);
  const path = request.url ?? '';
  const known = ANSWERS[path];
  if (path === '/api/chat') response.writeHead(200, { 'content-type': 'application/x-ndjson' }).end(chat(body, script));
  else if (known) response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(known));
  else response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"not found"}');
};

/** Starts a server whose answers are the script's; the script is looked up for each question. */
export const startScripted = async (script: () => Script): Promise<ScriptedServer> => {
  const server = createServer((request, response) => {
    answer(request, response, script()).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
