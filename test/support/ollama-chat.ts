import { contentField, contextOf, stamp } from './ollama-answer.ts';
import { keepAliveMs } from './ollama-engine.ts';
import { findModel } from './ollama-models.ts';
import { refusalOf } from './ollama-refusals.ts';
import type { State } from './ollama-state.ts';
import type { Asked, Body, Call, ChatMessage, FakeModel, Kind } from './ollama-types.ts';
import { deliver } from './ollama-wire.ts';

/** `/api/chat` and `/api/generate`: refusals, loading and unloading, and the queue before the model. */

export const messagesOf = (body: Body, kind: Kind): ChatMessage[] => {
  if (kind === 'chat') return (Array.isArray(body.messages) ? body.messages : []) as ChatMessage[];
  return body.prompt ? [{ role: 'user', content: String(body.prompt) }] : [];
};

const loadOnly = async (state: State, call: Call, body: Body, model: FakeModel, kind: Kind): Promise<void> => {
  const ms = keepAliveMs(body.keep_alive) ?? 0;
  const unload = body.keep_alive === 0 || ms === 0;
  if (!unload && !(await state.engine.load(model, contextOf(state, model, body), () => call.response.destroyed)))
    return;
  state.engine.keep(model, ms);
  const line = {
    model: model.name,
    created_at: stamp(state),
    ...contentField(kind, '', ''),
    done: true,
    done_reason: unload ? 'unload' : 'load',
  };
  if (body.stream === false) call.send(200, line);
  else await deliver(call.response, [JSON.stringify(line)]);
};

/** Loads or unloads where there is no message; otherwise hands the question to `onQuestion`. */
export const serveChat = async (
  state: State,
  call: Call,
  kind: Kind,
  onQuestion: (asked: Asked) => Promise<void>,
): Promise<void> => {
  const body = call.recorded.body;
  if (!body) return call.send(400, { error: call.recorded.raw === '' ? 'missing request body' : 'invalid character' });
  const refusal = refusalOf(state, body, kind);
  if (refusal) return call.send(...refusal);
  const model = findModel(state.models, String(body.model));
  if (!model) return;
  const messages = messagesOf(body, kind);
  const work = () =>
    messages.length === 0
      ? loadOnly(state, call, body, model, kind)
      : onQuestion({ model, messages, format: body.format, body });
  const turn = state.engine.enqueue(work);
  if (turn === 'full') call.send(503, { error: 'server busy, please try again.  maximum pending requests exceeded' });
  else await turn;
};
