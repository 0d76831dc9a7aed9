import type { FaultKind } from './errors.ts';

/** What Ollama refuses requests for, in its own words. */

/** What a refusal is about, for its message. */
export interface About {
  readonly host: string;
  readonly model: string;
}

interface Row {
  /** Statuses this row is for; empty for any, an error in the middle of an answer included. */
  readonly statuses: readonly number[];
  /** Words in lower case of which one must occur; empty for any text. */
  readonly words: readonly string[];
  readonly kind: FaultKind;
  readonly message: (about: About, said: string) => string;
  readonly hint: (about: About) => string;
}

/** Where the server says more. */
export const LOGS = 'The Ollama server log says more (journalctl -u ollama, or ~/.ollama/logs/server.log).';

/** A command to copy, only where the name holds nothing that a shell would act on. */
export const pullHint = (model: string): string =>
  /^[\w.:/-]+$/.test(model) ? `Install it with \`ollama pull ${model}\`.` : 'Check how its name is written.';

const row = (
  statuses: readonly number[],
  words: readonly string[],
  kind: FaultKind,
  message: Row['message'],
  hint: Row['hint'],
): Row => ({ statuses, words, kind, message, hint });

export const said: Row['message'] = ({ host }, text) => `Ollama at ${host} refused: ${text}`;
export const failed: Row['message'] = ({ host }, text) => `Ollama at ${host} failed: ${text}`;

/** First match wins. Releases word their errors differently, so words are looked for, never whole texts. */
const ROWS: readonly Row[] = [
  row(
    [],
    ['signin_url', 'cloud is disabled'],
    'refused',
    ({ model }, text) => `the cloud model "${model}" was refused: ${text}`,
    () => 'Choose a model that is installed on this machine.',
  ),
  row(
    [401],
    [],
    'refused',
    ({ host }) => `Ollama at ${host} wants a sign-in`,
    () => 'Run `ollama signin`, or choose a local model.',
  ),
  row(
    [403],
    [],
    'refused',
    ({ host }, text) => `${host} does not accept requests from here${text && `: ${text}`}`,
    () => 'Reach Ollama as 127.0.0.1:11434; it refuses host names that it does not know.',
  ),
  row(
    [404],
    ['model'],
    'model-missing',
    ({ model }) => `the model "${model}" is not installed`,
    ({ model }) => pullHint(model),
  ),
  row(
    [404, 405],
    [],
    'not-ollama',
    ({ host }) => `${host} is not an Ollama server: it does not know Ollama's paths`,
    () => 'Check OLLAMA_HOST and the path in it.',
  ),
  row(
    [429],
    [],
    'busy',
    ({ host }) => `Ollama at ${host} limits the rate of requests`,
    () => 'Try again later.',
  ),
  row(
    [503],
    [],
    'busy',
    ({ host }) => `Ollama at ${host} is busy`,
    () => 'Wait until its other requests are done.',
  ),
  row(
    [],
    ['server busy'],
    'busy',
    ({ host }) => `Ollama at ${host} is busy`,
    () => 'Wait until its other requests are done.',
  ),
  row(
    [],
    ['does not support chat', 'does not support completion', 'does not support generate'],
    'refused',
    ({ model }) => `the model "${model}" cannot answer questions`,
    () => 'Choose a chat model, for instance qwen2.5-coder:7b.',
  ),
  row(
    [],
    ['out-of-memory', 'out of memory', 'more system memory', 'unable to allocate', 'cudamalloc failed'],
    'failed',
    ({ model }, text) => `the model "${model}" does not fit into memory: ${text}`,
    () => 'Choose a smaller model, or a smaller context size in your own lgtm configuration.',
  ),
  row([], ['binary not found'], 'failed', failed, () => 'Install Ollama again; part of it is missing.'),
  row([], ['terminated', 'unexpectedly stopped', 'timed out waiting'], 'failed', failed, () => LOGS),
  row([499], [], 'failed', failed, () => LOGS),
];

const applies = (candidate: Row, status: number, text: string): boolean =>
  (candidate.statuses.length === 0 || candidate.statuses.includes(status)) &&
  (candidate.words.length === 0 || candidate.words.some((words) => text.includes(words)));

/** The row for a status and a text in lower case. */
export const rowFor = (status: number, text: string): Row | undefined =>
  ROWS.find((candidate) => applies(candidate, status, text));
