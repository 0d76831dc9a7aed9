import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { record, sender, trackSockets } from './ollama-record.ts';
import type { Call, Delivery, Fault, Recorded } from './ollama-types.ts';
import { cannedText, deliver } from './ollama-wire.ts';
import {
  answerPath,
  bodyFaults,
  field,
  LOADING,
  linesFor,
  loading,
  type OpenAiAsked,
  type OpenAiOptions,
  type Site,
} from './openai-site.ts';

/** Servers that speak OpenAI's chat API, on the loopback interface, with the habits by which they differ. */

export interface FakeOpenAi {
  readonly host: string;
  readonly requests: readonly Recorded[];
  questions(): readonly Recorded[];
  faults(): readonly string[];
  idle(): Promise<void>;
  close(): Promise<void>;
}

const isQuestion = ({ path }: Recorded): boolean => path === '/v1/chat/completions';

const createHandler = (site: Site, requests: Recorded[]) => {
  const seen = new Map<string, number>();
  const count = (key: string): number => {
    const n = seen.get(key) ?? 0;
    seen.set(key, n + 1);
    return n;
  };

  const chat = async (call: Call): Promise<void> => {
    if (loading(site)) return call.send(503, LOADING);
    site.state.ready = true;
    const body = (call.recorded.body ?? {}) as Record<string, unknown>;
    const schema = field(body, 'response_format', 'json_schema', 'schema');
    const asked: OpenAiAsked = { messages: (body['messages'] ?? []) as OpenAiAsked['messages'], schema, body };
    const answer = (text: string, delivery: Delivery = {}, final: object = {}): Promise<void> =>
      deliver(call.response, linesFor(site, asked, text, final), { type: 'text/event-stream', ...delivery });
    const scripted = site.options.answer?.(asked, count('question')) ?? cannedText(schema);
    if (typeof scripted === 'string') await answer(scripted);
    else await scripted.act({ ...call, answer });
  };

  const dispatch = async (call: Call, fault: Fault | null): Promise<void> => {
    const { recorded } = call;
    const { apiKey } = site.options;
    if (apiKey && recorded.headers.authorization !== `Bearer ${apiKey}`)
      return call.send(401, { error: { message: 'Invalid API Key', type: 'authentication_error', code: 401 } });
    if (fault) return fault.act(call);
    if (isQuestion(recorded)) return chat(call);
    call.send(...answerPath(site, recorded.path));
  };

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const recorded = await record(request, response, 0);
    recorded.faults.push(...bodyFaults(recorded));
    requests.push(recorded);
    const server = { die: () => response.socket?.resetAndDestroy(), setVersion: () => undefined };
    const answer = () => Promise.reject(new Error(`${recorded.path} is no question`));
    const call: Call = { request, response, recorded, server, send: sender(response), answer };
    await dispatch(call, site.options.fault?.(recorded, count(recorded.path)) ?? null);
  };
};

/** Runs `work` against a server of the given flavour and closes it whatever happens. */
export const withOpenAi = async <T>(options: OpenAiOptions, work: (server: FakeOpenAi) => Promise<T>): Promise<T> => {
  const requests: Recorded[] = [];
  const server = createServer();
  const { idle } = trackSockets(server);
  const handle = createHandler(
    {
      options,
      flavour: options.flavour ?? 'llama-server',
      model: options.model ?? 'qwen2.5-coder-7b',
      context: options.context ?? 8192,
      state: { looks: options.loadingLooks ?? 0, ready: !options.unloaded },
    },
    requests,
  );
  server.on('request', (request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
    await idle();
  };
  try {
    return await work({
      host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
      requests,
      questions: () => requests.filter(isQuestion),
      faults: () => requests.flatMap(({ faults }) => faults),
      idle,
      close,
    });
  } finally {
    await close();
  }
};
