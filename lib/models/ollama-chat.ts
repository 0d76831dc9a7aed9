import type { ChatRequest, ChatResponse, Ollama } from 'ollama/browser';
import type { Question, Reply, ToolCall } from '../types.ts';
import { ALTERNATIVES, alternativesOf } from './alternatives.ts';
import { ModelFault } from './errors.ts';
import { at, countOf, listOf, textOf } from './shape.ts';
import { callsIn, ollamaMessage, toolsOnWire } from './tool-calls.ts';

/** What all requests to one model share; equal bytes in every request keep the model loaded and its prefix cached. */
export interface Session {
  readonly name: string;
  readonly asked: number;
  readonly keepAlive: string | number;
  /** Sent only to models that list thinking: without it they think. */
  readonly think: boolean | 'low' | null;
  /** Tokens that a model which cannot stop thinking may spend on it, beyond the answer. */
  readonly allowance: number;
}

/** Longest answer that is collected, in characters. */
const TEXT_LIMIT = 1024 * 1024;

/** Fixed, as temperature 0 alone does not fix the sampling on every engine. */
const SEED = 42;

/** `keep_alive` of a number without unit is seconds and must not be sent as text, which Ollama reads as a Go duration. */
export const keepAliveOf = (written: string): string | number =>
  /^-?\d+(?:\.\d+)?$/.test(written.trim()) ? Number(written) : written.trim();

/** `truncate` is missing from the types of the package, which passes it on. */
export type Chat = ChatRequest & { readonly stream: true; readonly truncate: false };

/** The request for a question; without messages it loads the model and asks nothing. */
export const chatRequest = (session: Session, question: Question, format: string | object | null): Chat => ({
  model: session.name,
  messages: question.messages.map(ollamaMessage),
  ...(question.tools ? { tools: toolsOnWire(question.tools) } : {}),
  stream: true,
  truncate: false,
  keep_alive: session.keepAlive,
  ...(session.think === null ? {} : { think: session.think }),
  ...(format === null ? {} : { format }),
  ...(question.logprobs ? { logprobs: true, top_logprobs: ALTERNATIVES } : {}),
  options: {
    num_ctx: session.asked,
    num_predict: question.maxTokens + session.allowance,
    temperature: 0,
    top_p: 1,
    // Releases up to 0.24 default to 1.1, which distorts JSON and verbatim quotes.
    repeat_penalty: 1,
    seed: SEED,
  },
});

interface Collected {
  text: string;
  thought: boolean;
  first: Reply['first'];
  calls: ToolCall[];
  last: ChatResponse | null;
}

const take = (into: Collected, chunk: ChatResponse): void => {
  into.text += textOf(at(chunk, 'message', 'content'));
  into.thought ||= textOf(at(chunk, 'message', 'thinking')) !== '';
  into.calls.push(...callsIn(at(chunk, 'message', 'tool_calls')));
  into.first ??= alternativesOf(listOf(at(chunk, 'logprobs'))[0]);
  if (chunk.done) into.last = chunk;
  if (into.text.length > TEXT_LIMIT) throw new ModelFault('unusable', 'the answer of the model is longer than 1 MiB');
};

/** The tokens that the server says it read; null where it says nothing. */
interface RawReply extends Omit<Reply, 'promptTokens' | 'ms'> {
  readonly promptTokens: number | null;
}

const replyOf = ({ text, thought, calls, first, last }: Collected, model: string): RawReply => {
  if (text === '' && calls.length === 0 && thought)
    throw new ModelFault(
      'unusable',
      `the model "${model}" spent its whole answer on thinking`,
      'Choose a model that does not think, for instance qwen2.5-coder:7b.',
    );
  return {
    text,
    promptTokens: countOf(at(last, 'prompt_eval_count')) || null,
    // Reported by Ollama 0.34 and later, as a part of prompt_eval_count.
    cachedTokens: countOf(at(last, 'prompt_eval_cached_count')) ?? 0,
    outputTokens: countOf(at(last, 'eval_count')) ?? 0,
    cut: at(last, 'done_reason') === 'length',
    ...(first ? { first } : {}),
    ...(calls.length > 0 ? { calls } : {}),
  };
};

/** Sends one request and collects its answer. Throws what the client's fetch throws, and ModelFault `unusable`. */
export const chat = async (client: Ollama, request: Chat): Promise<RawReply> => {
  const collected: Collected = { text: '', thought: false, calls: [], first: undefined, last: null };
  for await (const chunk of await client.chat(request)) take(collected, chunk);
  return replyOf(collected, request.model);
};
