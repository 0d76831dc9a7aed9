import { schemaFaults } from './ollama-strict.ts';
import type { Fault, Recorded } from './ollama-types.ts';
import { tokensOf } from './ollama-wire.ts';

/** What each server that speaks OpenAI's API says of itself, and how it words an answer. */

export type Flavour = 'llama-server' | 'lm-studio' | 'vllm' | 'jan' | 'ollama';

export interface OpenAiAsked {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly schema: unknown;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface OpenAiOptions {
  readonly flavour?: Flavour;
  readonly model?: string;
  readonly context?: number;
  readonly answer?: (asked: OpenAiAsked, n: number) => string | Fault;
  readonly fault?: (recorded: Recorded, n: number) => Fault | null;
  /** How often `/props` and the chat say that the model is loading before it is ready. */
  readonly loadingLooks?: number;
  /** The model is loaded by its first use, as LM Studio does it. */
  readonly unloaded?: boolean;
  readonly apiKey?: string;
  readonly usage?: object | null;
  /** The server says that the model can call tools. */
  readonly callsTools?: boolean;
}

const OWNERS: Readonly<Record<Flavour, string>> = {
  'llama-server': 'llamacpp',
  'lm-studio': 'organization_owner',
  vllm: 'vllm',
  jan: 'user',
  ollama: 'library',
};

/** What llama-server says until the model is in memory. */
export const LOADING = { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } };

const KNOWN = new Set([
  ...['model', 'messages', 'stream', 'stream_options', 'max_tokens', 'temperature', 'top_p', 'seed'],
  ...['response_format', 'logprobs', 'top_logprobs', 'chat_template_kwargs', 'tools'],
]);

export const field = (value: unknown, ...path: readonly string[]): unknown => {
  let found = value;
  for (const key of path) found = (found as Record<string, unknown> | undefined)?.[key];
  return found;
};

/** What is wrong with a chat request by the rules that lgtm keeps. */
export const bodyFaults = ({ path, body, headers }: Recorded): string[] => {
  if (path !== '/v1/chat/completions') return [];
  const unknown = Object.keys(body ?? {}).filter((key) => !KNOWN.has(key));
  return [
    ...unknown.map((key) => `body: unknown field "${key}"`),
    ...(headers['content-type'] === 'application/json' ? [] : ['no JSON content type']),
    ...schemaFaults(field(body, 'response_format', 'json_schema', 'schema')),
  ];
};

export interface State {
  looks: number;
  ready: boolean;
}

/** One server: what it is, and how far its model is. */
export interface Site {
  readonly options: OpenAiOptions;
  readonly flavour: Flavour;
  readonly model: string;
  readonly context: number;
  readonly state: State;
}

/** True as often as the options say, then never again. */
export const loading = ({ state }: Site): boolean => {
  if (state.looks <= 0) return false;
  state.looks -= 1;
  return true;
};

let second = 1_760_000_000;

/** A time that is another in every listing, as with servers that stamp their answers. */
const nextSecond = (): number => {
  second += 1;
  return second;
};

const listing = ({ flavour, model, context }: Site): object => ({
  object: 'list',
  data: [
    {
      id: model,
      object: 'model',
      created: nextSecond(),
      owned_by: OWNERS[flavour],
      ...(flavour === 'llama-server'
        ? { meta: { n_vocab: 152_064, n_ctx_train: 32_768, n_params: 7_615_616_512, size: 4_677_120_000 } }
        : {}),
      ...(flavour === 'vllm' ? { max_model_len: context, root: model } : {}),
    },
    ...(flavour === 'lm-studio' ? [{ id: 'text-embedding-nomic', object: 'model', owned_by: OWNERS[flavour] }] : []),
  ],
});

const native = ({ model, context, state, options }: Site): object => ({
  object: 'list',
  data: [
    { id: 'text-embedding-nomic', type: 'embeddings', state: 'loaded', max_context_length: 2048 },
    {
      id: model,
      type: 'llm',
      state: state.ready ? 'loaded' : 'not-loaded',
      max_context_length: 32_768,
      ...(options.callsTools ? { capabilities: ['tool_use'] } : {}),
      ...(state.ready ? { loaded_context_length: context } : {}),
    },
  ],
});

const propsOf = ({ context, options }: Site): object => ({
  default_generation_settings: { n_ctx: context },
  total_slots: 1,
  ...(options.callsTools ? { chat_template_caps: { supports_tools: true, supports_tool_calls: true } } : {}),
});

/** The answer to a GET. */
export const answerPath = (site: Site, path: string): readonly [number, unknown] => {
  const { flavour } = site;
  if (path === '/v1/models') return [200, listing(site)];
  if (path === '/props' && flavour === 'llama-server') return loading(site) ? [503, LOADING] : [200, propsOf(site)];
  if (path === '/api/v0/models' && flavour === 'lm-studio') return [200, native(site)];
  if (path === '/api/version' && flavour === 'ollama') return [200, { version: '0.33.0' }];
  // LM Studio answers what it does not know with 200.
  if (flavour === 'lm-studio') return [200, { error: `Unexpected endpoint or method. (GET ${path})` }];
  return [404, { error: { code: 404, message: 'File Not Found', type: 'not_found_error' } }];
};

const chunk = (site: Site, delta: object, finish: string | null, more: object = {}): object => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1,
  model: site.model,
  choices: [{ index: 0, delta, finish_reason: finish, ...more }],
});

const logprobsFor = (asked: OpenAiAsked, token: string): object =>
  asked.body['logprobs']
    ? {
        logprobs: {
          content: [
            {
              token,
              logprob: -0.1,
              top_logprobs: [
                { token, logprob: -0.1 },
                { token: 'no', logprob: -2.4 },
              ],
            },
          ],
        },
      }
    : {};

const usageOf = (asked: OpenAiAsked, text: string): object => ({
  prompt_tokens: Math.ceil(asked.messages.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0) / 4) + 8,
  completion_tokens: Math.ceil(Buffer.byteLength(text) / 4),
  prompt_tokens_details: { cached_tokens: 5 },
});

/** An answer as server-sent events, each followed by the blank line that ends it. */
export const linesFor = (site: Site, asked: OpenAiAsked, text: string, final: object): string[] => {
  const limit = Number(asked.body['max_tokens']) * 4;
  const cut = Buffer.byteLength(text) > limit;
  const shown = cut ? text.slice(0, limit) : text;
  const usage = site.options.usage === undefined ? usageOf(asked, shown) : site.options.usage;
  const events = [
    chunk(site, { role: 'assistant', content: null }, null),
    ...tokensOf(shown).map((token) => chunk(site, { content: token }, null, logprobsFor(asked, token))),
    chunk(site, {}, cut ? 'length' : 'stop'),
    { ...chunk(site, {}, null), choices: [], ...(usage ? { usage } : {}), ...final },
  ].map((event) => `data: ${JSON.stringify(event)}\n`);
  return [...events, 'data: [DONE]\n'];
};
