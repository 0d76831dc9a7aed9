import type { FaultKind } from '../../lib/models/errors.ts';

/** What Ollama answers where it does not do what it was asked, release by release, and what lgtm makes of it. */

interface StatusCase {
  readonly name: string;
  readonly status: number;
  /** A string goes out as plain text, an object as JSON. */
  readonly body: unknown;
  readonly kind: FaultKind;
}

const nested = (message: string, more: object = {}): { error: string } => ({
  error: JSON.stringify({ error: { code: 400, message, ...more } }),
});

const error = (text: string): { error: string } => ({ error: text });

export const STATUSES: readonly StatusCase[] = [
  { name: 'empty body', status: 400, body: error('missing request body'), kind: 'refused' },
  {
    name: 'malformed JSON',
    status: 400,
    body: error("invalid character 'x' looking for beginning of value"),
    kind: 'refused',
  },
  { name: 'no model', status: 400, body: error('model is required'), kind: 'refused' },
  { name: 'wrong option type', status: 500, body: error('option "num_ctx" must be of type integer'), kind: 'failed' },
  { name: 'unknown model, single quotes', status: 404, body: error("model 'x' not found"), kind: 'model-missing' },
  {
    name: 'unknown model, double quotes',
    status: 404,
    body: error('model "x" not found, try pulling it first'),
    kind: 'model-missing',
  },
  { name: 'no thinking', status: 400, body: error('"m" does not support thinking'), kind: 'refused' },
  { name: 'no chat', status: 400, body: error('"m" does not support chat'), kind: 'refused' },
  {
    name: 'no tools',
    status: 400,
    body: error('registry.ollama.ai/library/m does not support tools'),
    kind: 'refused',
  },
  { name: 'bad format, built-in engine', status: 500, body: error('invalid JSON schema in format'), kind: 'refused' },
  {
    name: 'bad format, llama-server',
    status: 400,
    body: error('invalid format: "x"; expected "json" or a valid JSON Schema object'),
    kind: 'refused',
  },
  {
    name: 'grammar',
    status: 400,
    body: nested('Failed to initialize samplers: failed to parse grammar'),
    kind: 'refused',
  },
  {
    name: 'overflow, llama-server',
    status: 400,
    body: nested('request (5000 tokens) exceeds the available context size (4096 tokens), try increasing it', {
      type: 'exceed_context_size_error',
      n_prompt_tokens: 5000,
      n_ctx: 4096,
    }),
    kind: 'overflow',
  },
  {
    name: 'overflow, built-in engine',
    status: 400,
    body: error('the input length exceeds the context length'),
    kind: 'overflow',
  },
  {
    name: 'queue full',
    status: 503,
    body: error('server busy, please try again.  maximum pending requests exceeded'),
    kind: 'busy',
  },
  { name: 'client gone', status: 499, body: error('request canceled'), kind: 'failed' },
  {
    name: 'out of memory, llama-server',
    status: 500,
    body: error('llama-server reported out-of-memory during startup: cudaMalloc failed'),
    kind: 'failed',
  },
  {
    name: 'engine terminated',
    status: 500,
    body: error('llama-server process has terminated: exit status 2'),
    kind: 'failed',
  },
  {
    name: 'engine slow to start',
    status: 500,
    body: error('timed out waiting for llama-server to start - '),
    kind: 'failed',
  },
  {
    name: 'engine missing',
    status: 500,
    body: error('llama-server binary not found in any of: /usr/lib/ollama'),
    kind: 'failed',
  },
  {
    name: 'out of memory, built-in engine',
    status: 500,
    body: error('model requires more system memory (9.1 GiB) than is available (3.2 GiB)'),
    kind: 'failed',
  },
  {
    name: 'runner terminated',
    status: 500,
    body: error('llama runner process has terminated: signal: killed'),
    kind: 'failed',
  },
  {
    name: 'crash while answering',
    status: 500,
    body: error('model runner has unexpectedly stopped, this may be due to resource limitations or an internal error'),
    kind: 'failed',
  },
  { name: 'no user query', status: 500, body: error('no user query found in messages'), kind: 'failed' },
  { name: 'wrong path', status: 404, body: '404 page not found', kind: 'not-ollama' },
  { name: 'wrong method', status: 405, body: '405 method not allowed', kind: 'not-ollama' },
  { name: 'host header not allowed', status: 403, body: '', kind: 'refused' },
  {
    name: 'cloud disabled',
    status: 403,
    body: error('ollama cloud is disabled: remote model unavailable'),
    kind: 'refused',
  },
  {
    name: 'cloud without sign-in',
    status: 401,
    body: { error: 'unauthorized', signin_url: 'https://ollama.com/connect' },
    kind: 'refused',
  },
  { name: 'cloud unreachable', status: 502, body: error('dial tcp: lookup ollama.com: no such host'), kind: 'failed' },
  { name: 'cloud rate limit', status: 429, body: error('you have reached your hourly usage limit'), kind: 'busy' },
];
