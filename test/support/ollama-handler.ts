import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerWith } from './ollama-answer.ts';
import { messagesOf, serveChat } from './ollama-chat.ts';
import { record, sender } from './ollama-record.ts';
import { ROUTES } from './ollama-routes.ts';
import type { State } from './ollama-state.ts';
import type { Asked, Call, Controls, FakeOptions, Fault, Kind, Recorded } from './ollama-types.ts';
import { cannedText } from './ollama-wire.ts';

/** From a request to the route, the model or the scripted fault that answers it. */

const CHATS: Readonly<Record<string, Kind>> = { '/api/chat': 'chat', '/api/generate': 'generate' };

/** True for a chat request that asks the model something. */
export const isQuestion = ({ path, body }: Recorded): boolean =>
  path === '/api/chat' && body !== null && messagesOf(body, 'chat').length > 0;

const routeFor = (path: string) => {
  const prefix = Object.keys(ROUTES).find((key) => key.endsWith('*') && path.startsWith(key.slice(0, -1)));
  return ROUTES[path] ?? (prefix ? ROUTES[prefix] : undefined);
};

const serveRoute = async (state: State, call: Call): Promise<void> => {
  const { method, path } = call.recorded;
  const route = routeFor(path);
  const handler = route?.[method];
  if (handler) await handler(state, call);
  else if (route || CHATS[path]) call.send(405, '405 method not allowed');
  else call.send(404, '404 page not found');
};

/** Counts how often each key was seen before. */
const counter = () => {
  const seen = new Map<string, number>();
  return (key: string): number => {
    const n = seen.get(key) ?? 0;
    seen.set(key, n + 1);
    return n;
  };
};

export const createHandler = (
  state: State,
  options: FakeOptions,
  controls: Controls,
  requests: Recorded[],
  begun: number,
) => {
  const count = counter();

  const serveQuestions = async (call: Call, kind: Kind, fault: Fault | null): Promise<void> => {
    const onQuestion = async (asked: Asked): Promise<void> => {
      const answer: Call['answer'] = (text, delivery, final) =>
        answerWith(state, call, asked, kind, { text, ...(delivery ? { delivery } : {}), ...(final ? { final } : {}) });
      const scripted = fault ?? options.answer?.(asked, count('question')) ?? cannedText(asked.format);
      if (typeof scripted === 'string') await answer(scripted);
      else await scripted.act({ ...call, answer });
    };
    await serveChat(state, call, kind, onQuestion);
  };

  const dispatch = async (call: Call, fault: Fault | null): Promise<void> => {
    const kind = call.recorded.method === 'POST' ? CHATS[call.recorded.path] : undefined;
    // A scripted question is answered in its turn, everything else at once.
    if (kind && (!fault || isQuestion(call.recorded))) await serveQuestions(call, kind, fault);
    else if (fault) await fault.act(call);
    else await serveRoute(state, call);
  };

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const recorded = await record(request, response, begun);
    requests.push(recorded);
    const noAnswer = () => Promise.reject(new Error(`${recorded.path} is no question`));
    const call: Call = { request, response, recorded, server: controls, send: sender(response), answer: noAnswer };
    await dispatch(call, options.fault?.(recorded, count(recorded.path)) ?? null);
  };
};
