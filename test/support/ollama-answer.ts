import { countTokens, keepAliveMs, render } from './ollama-engine.ts';
import { optionsOf } from './ollama-refusals.ts';
import type { State } from './ollama-state.ts';
import type { Asked, Body, Call, ChatMessage, Delivery, FakeModel, Kind } from './ollama-types.ts';
import { hasLogprobs, obeysTruncate, overflowBody, reportsCache, truncatedTo } from './ollama-versions.ts';
import { cutText, deliver, tokensOf } from './ollama-wire.ts';

/** The context window and the answer to one question, as the chosen release would give it. */

const THOUGHT = 'Let me look at the lines.';

export const stamp = (state: State): string => new Date(state.engine.now()).toISOString().replace('Z', '123456Z');

export const contextOf = (state: State, model: FakeModel, body: Body): number => {
  const asked = optionsOf(body).num_ctx;
  return Math.min(typeof asked === 'number' ? asked : state.defaultContext, model.trained ?? Number.POSITIVE_INFINITY);
};

export const contentField = (kind: Kind, content: string, thinking: string): object =>
  kind === 'chat'
    ? { message: { role: 'assistant', content, ...(thinking ? { thinking } : {}) } }
    : { response: content, ...(thinking ? { thinking } : {}) };

interface Prompt {
  readonly count: number;
  readonly cached: number;
}

/** Reads the prompt into the context window: all of it, a silent part of it, or a refusal. */
const readPrompt = (
  state: State,
  call: Call,
  model: FakeModel,
  body: Body,
  messages: readonly ChatMessage[],
): Prompt | null => {
  const rendered = render(messages);
  const total = countTokens(rendered, model);
  const context = contextOf(state, model, body);
  if (total <= context) return { count: total, cached: state.engine.evaluate(model, rendered) };
  if (body.truncate === false && obeysTruncate(state.version)) {
    call.send(400, overflowBody(state.version, total, context));
    return null;
  }
  state.engine.evaluate(model, rendered);
  return { count: truncatedTo(state.version, context), cached: 0 };
};

const logprobsOf = (state: State, body: Body, token: string): object => {
  if (!body.logprobs || !hasLogprobs(state.version)) return {};
  const top = Number(body.top_logprobs ?? 0);
  const others = [
    { token, logprob: -0.1 },
    { token: `${token}?`, logprob: -2.4 },
  ];
  return { logprobs: [{ token, logprob: -0.1, ...(top > 0 ? { top_logprobs: others.slice(0, top) } : {}) }] };
};

const thinks = (model: FakeModel, think: unknown): boolean =>
  Boolean(model.capabilities?.includes('thinking')) && (think !== false || model.family === 'gptoss');

const linesFor = (state: State, asked: Asked, kind: Kind, text: string, final: object): string[] => {
  const { model, body } = asked;
  const head = { model: model.name, created_at: stamp(state) };
  const thought = thinks(model, body.think) ? [{ ...head, ...contentField(kind, '', THOUGHT), done: false }] : [];
  const chunks = tokensOf(text).map((token) => ({
    ...head,
    ...contentField(kind, token, ''),
    done: false,
    ...logprobsOf(state, body, token),
  }));
  return [...thought, ...chunks, { ...head, ...contentField(kind, '', ''), done: true, ...final }].map((chunk) =>
    JSON.stringify(chunk),
  );
};

const MS = 1_000_000;

interface Length {
  readonly text: string;
  readonly reason: 'stop' | 'length';
  readonly tokens: number;
}

const limited = (text: string, model: FakeModel, body: Body): Length => {
  const limit = Number(optionsOf(body).num_predict ?? -1);
  const tokens = countTokens(text, model);
  if (limit < 0 || tokens <= limit) return { text, reason: 'stop', tokens };
  return { text: cutText(text, limit * model.bytesPerToken), reason: 'length', tokens: limit };
};

/** Answers a question with a text, as the chosen release would. */
export const answerWith = async (
  state: State,
  call: Call,
  asked: Asked,
  kind: Kind,
  given: { readonly text: string; readonly delivery?: Delivery; readonly final?: object },
): Promise<void> => {
  const { model, body, messages } = asked;
  const loaded = await state.engine.load(model, contextOf(state, model, body), () => call.response.destroyed);
  if (!loaded) return;
  const prompt = readPrompt(state, call, model, body, messages);
  if (!prompt) return;
  const { text, reason, tokens } = limited(given.text, model, body);
  const final = {
    done_reason: reason,
    total_duration: (loaded.loadMs + prompt.count + tokens) * MS,
    ...(loaded.loadMs ? { load_duration: loaded.loadMs * MS } : {}),
    prompt_eval_count: prompt.count,
    ...(reportsCache(state.version) ? { prompt_eval_cached_count: prompt.cached } : {}),
    prompt_eval_duration: Math.max(prompt.count - prompt.cached, 1) * MS,
    eval_count: tokens,
    eval_duration: tokens * MS,
    ...given.final,
  };
  if (body.stream === false)
    call.send(200, {
      model: model.name,
      created_at: stamp(state),
      ...contentField(kind, text, ''),
      done: true,
      ...final,
    });
  else await deliver(call.response, linesFor(state, asked, kind, text, final), given.delivery);
  state.engine.keep(model, keepAliveMs(body.keep_alive) ?? 0);
};
