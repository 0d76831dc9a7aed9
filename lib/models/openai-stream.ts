import type { Reply } from '../types.ts';
import { alternativesOf } from './alternatives.ts';
import { ModelFault } from './errors.ts';
import type { Answer } from './exchange.ts';
import { beginningOf, linesOf } from './lines.ts';
import { compatibleRefusal, type Peer } from './openai-faults.ts';
import { isPage, shown } from './refusal.ts';
import { at, countOf, isRecord, listOf, parseJson, textOf } from './shape.ts';
import { callsOfPieces, type Pieces, takePieces } from './tool-calls.ts';
import { pageFault } from './transport.ts';
import type { Read } from './whole.ts';

/** An answer as far as the server reports it. */
export type CompatibleReply = Read & Pick<Reply, 'text' | 'cut' | 'first' | 'calls'>;

/** Longest answer that is collected, in characters. */
const TEXT_LIMIT = 1024 * 1024;

/** Bytes of an answer that comes as one object although a stream was asked for. */
const OBJECT_BYTES = 4 * 1024 * 1024;

/**
 * The data of server-sent events up to `[DONE]`, one event a value: several `data:` lines of an event are one text, and
 * comments (which some servers send to keep the connection open), event names and ids are skipped.
 */
async function* eventsOf(body: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let data: string[] = [];
  for await (const line of linesOf(body)) {
    if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
    if (line !== '' || data.length === 0) continue;
    const text = data.join('\n');
    data = [];
    if (text.trim() === '[DONE]') return;
    yield text;
  }
  if (data.length > 0 && data.join('').trim() !== '[DONE]') yield data.join('\n');
}

interface Collected {
  text: string;
  thought: boolean;
  finish: string;
  readonly calls: Map<number, Pieces>;
  first: Reply['first'];
  usage: unknown;
  timings: unknown;
}

/** Adds one chunk, or the whole answer where it was not streamed. */
const take = (into: Collected, chunk: unknown): void => {
  const [choice] = listOf(at(chunk, 'choices'));
  for (const part of [at(choice, 'delta'), at(choice, 'message')]) {
    into.text += textOf(at(part, 'content'));
    takePieces(into.calls, at(part, 'tool_calls'));
    into.thought ||= textOf(at(part, 'reasoning_content')) !== '' || textOf(at(part, 'reasoning')) !== '';
  }
  into.finish = textOf(at(choice, 'finish_reason')) || into.finish;
  into.first ??= alternativesOf(listOf(at(choice, 'logprobs', 'content'))[0]);
  into.usage = at(chunk, 'usage') ?? into.usage;
  into.timings = at(chunk, 'timings') ?? into.timings;
  if (into.text.length > TEXT_LIMIT) throw new ModelFault('unusable', 'the answer of the model is longer than 1 MiB');
};

const promptTokensOf = ({ usage, timings }: Collected, cached: number): number | null => {
  const evaluated = countOf(at(timings, 'prompt_n'));
  return countOf(at(usage, 'prompt_tokens')) || (evaluated === null ? null : evaluated + cached) || null;
};

const replyOf = (collected: Collected, { title, host, model }: Peer): CompatibleReply => {
  const { text, thought, finish, first, usage, timings } = collected;
  const calls = callsOfPieces(collected.calls);
  if (finish === '')
    throw new ModelFault('unusable', `${title} at ${host} broke off its answer without saying that it is done`);
  if (text === '' && calls.length === 0 && thought)
    throw new ModelFault(
      'unusable',
      `the model "${model}" spent its whole answer on thinking`,
      'Choose a model that does not think, for instance Qwen2.5-Coder 7B.',
    );
  const reported = countOf(at(usage, 'prompt_tokens_details', 'cached_tokens')) ?? countOf(at(timings, 'cache_n')) ?? 0;
  const promptTokens = promptTokensOf(collected, reported);
  return {
    text,
    promptTokens,
    cachedTokens: reported,
    outputTokens: countOf(at(usage, 'completion_tokens')) ?? countOf(at(timings, 'predicted_n')) ?? 0,
    cut: finish === 'length',
    ...(first ? { first } : {}),
    ...(calls.length > 0 ? { calls } : {}),
  };
};

const chunkOf = (text: string, type: string, peer: Peer): unknown => {
  const value = parseJson(text);
  if (!isRecord(value)) {
    if (isPage(type, text)) throw pageFault(200, peer);
    throw new ModelFault(
      'unusable',
      `${peer.title} at ${peer.host} sent something that is not JSON: ${shown(text.slice(0, 80))}`,
    );
  }
  if (at(value, 'error') !== undefined && at(value, 'error') !== null) throw compatibleRefusal(200, '', text, peer);
  return value;
};

/** Reads an answer to its end, streamed or not. Throws ModelFault, and what the body throws. */
export const readReply = async ({ type, body }: Answer, peer: Peer): Promise<CompatibleReply> => {
  const collected: Collected = {
    text: '',
    thought: false,
    finish: '',
    calls: new Map(),
    first: undefined,
    usage: undefined,
    timings: undefined,
  };
  if (type === 'text/event-stream') for await (const text of eventsOf(body)) take(collected, chunkOf(text, type, peer));
  else take(collected, chunkOf(await beginningOf(body, OBJECT_BYTES), type, peer));
  return replyOf(collected, peer);
};
