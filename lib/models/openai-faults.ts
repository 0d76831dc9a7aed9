import { GrammarFault, ModelFault, OverflowFault } from './errors.ts';
import { isGrammarRefusal, isPage, overflowOf, refusalText, shown } from './refusal.ts';
import { pageFault, type Server } from './transport.ts';

/** A server that speaks OpenAI's API, and the model that was asked for. */
export interface Peer extends Server {
  readonly model: string;
}

/** Words of a refusal because of `response_format`, whose support differs from server to server. */
const FORMAT_WORDS = ['response_format', 'json_schema', 'json_object', 'structured output', 'grammar'];

const MISSING_WORDS = ['does not exist', 'no models loaded', 'not loaded', 'not found', 'failed to load'];

const MEMORY_WORDS = ['out of memory', 'out-of-memory', 'insufficient memory', 'failed to allocate'];

const hasAny = (text: string, words: readonly string[]): boolean => words.some((word) => text.includes(word));

const isFormatRefusal = (status: number, text: string): boolean =>
  isGrammarRefusal(text) || ([400, 422, 501].includes(status) && hasAny(text, FORMAT_WORDS));

/** True while llama-server reads the model from disk. */
export const isLoading = (status: number, body: string): boolean =>
  status === 503 && refusalText(body).toLowerCase().includes('loading');

type Make = (peer: Peer, said: string) => ModelFault;

const byStatus: Readonly<Record<number, Make>> = {
  401: ({ title, host }) =>
    new ModelFault('refused', `${title} at ${host} wants a key`, 'Put it as apiKey into your own lgtm configuration.'),
  403: ({ title, host }, said) =>
    new ModelFault(
      'refused',
      `${title} at ${host} does not accept requests from here${said && `: ${said}`}`,
      'Check apiKey and host.',
    ),
  404: ({ title, host }) =>
    new ModelFault(
      'not-ollama',
      `${title} at ${host} does not know the paths of OpenAI's API`,
      'Check the host and the path in it.',
    ),
  405: ({ title, host }) =>
    new ModelFault(
      'not-ollama',
      `${title} at ${host} does not know the paths of OpenAI's API`,
      'Check the host and the path in it.',
    ),
  429: ({ title, host }) =>
    new ModelFault('busy', `${title} at ${host} limits the rate of requests`, 'Try again later.'),
  503: ({ title, host }, said) =>
    new ModelFault('busy', `${title} at ${host} is busy: ${said || 'status 503'}`, 'Wait until it is ready.'),
};

const otherwise = (status: number, { title, host }: Peer, said: string): ModelFault =>
  status >= 400 && status < 500
    ? new ModelFault('refused', `${title} at ${host} refused: ${said || `status ${status}`}`, 'Its log says more.')
    : new ModelFault('failed', `${title} at ${host} failed: ${said || `status ${status}`}`, 'Its log says more.');

/**
 * The fault that a refusal stands for: an HTTP status of 400 or more, or an error event in the middle of an answer
 * (status 200). `body` is what the server sent, JSON or not.
 */
export const compatibleRefusal = (status: number, type: string, body: string, peer: Peer): ModelFault => {
  if (isPage(type, body)) return pageFault(status, peer);
  const text = refusalText(body);
  const lower = text.toLowerCase();
  const overflow = overflowOf(`${body}\n${text}`);
  if (overflow)
    return new OverflowFault(
      'the prompt does not fit into the context of the model',
      overflow.prompt,
      overflow.context,
    );
  if (isFormatRefusal(status, lower)) return new GrammarFault(`${peer.title} at ${peer.host} refused: ${shown(text)}`);
  if (lower.includes('model') && hasAny(lower, MISSING_WORDS))
    return new ModelFault(
      'model-missing',
      `${peer.title} at ${peer.host} has no model "${peer.model}" ready: ${shown(text)}`,
      'Load it there first.',
    );
  if (hasAny(lower, MEMORY_WORDS))
    return new ModelFault(
      'failed',
      `the model "${peer.model}" does not fit into memory: ${shown(text)}`,
      'Choose a smaller model.',
    );
  return byStatus[status]?.(peer, shown(text)) ?? otherwise(status, peer, shown(text));
};
