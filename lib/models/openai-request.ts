import type { Question } from '../types.ts';
import { ALTERNATIVES } from './alternatives.ts';
import type { Kind, Sight } from './openai-details.ts';
import { compatibleMessages, toolsOnWire } from './tool-calls.ts';

/** What is sent to servers that speak OpenAI's chat API. */

const SEED = 42;

/** Asked of a server that loads a model only when it is used. */
export const WARM_UP: Question = { messages: [{ role: 'user', content: 'Say ok.' }], schema: null, maxTokens: 1 };

/** How an answer is bound to its schema, from what most servers know to nothing. */
export const formatsFor = (schema: object | null): readonly (object | null)[] =>
  schema === null
    ? [null]
    : [
        { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } },
        { type: 'json_object', schema },
        null,
      ];

/** Servers that pass this on to the template of the model; others may refuse the whole request for it. */
const TEMPLATE_KINDS: ReadonlySet<Kind> = new Set(['llama-server', 'vllm']);

/** The body of a chat request; equal for equal questions, so that the server can use its prefix cache. */
export const requestBody = ({ name, kind }: Sight, question: Question, format: object | null): string =>
  JSON.stringify({
    model: name,
    messages: compatibleMessages(question.messages),
    ...(question.tools ? { tools: toolsOnWire(question.tools) } : {}),
    stream: true,
    stream_options: { include_usage: true },
    max_tokens: question.maxTokens,
    temperature: 0,
    top_p: 1,
    seed: SEED,
    ...(TEMPLATE_KINDS.has(kind) ? { chat_template_kwargs: { enable_thinking: false } } : {}),
    ...(format === null ? {} : { response_format: format }),
    ...(question.logprobs ? { logprobs: true, top_logprobs: ALTERNATIVES } : {}),
  });
