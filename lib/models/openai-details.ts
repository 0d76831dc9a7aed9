import { at, countOf, isRecord, textOf, textsOf } from './shape.ts';

/** What servers that speak OpenAI's API say of their models, each in a place of its own. */

/** Which of the servers answers; they differ in what they accept and where they say how much a model holds. */
export type Kind = 'llama-server' | 'lm-studio' | 'vllm' | 'other';

/** What a server says of itself and of the model that will be asked. */
export interface Sight {
  readonly kind: Kind;
  readonly name: string;
  /** What the server says of the model, as text that changes when the model does. */
  readonly identity: string;
  /** Null where the server does not say. */
  readonly context: number | null;
  readonly state: 'ready' | 'loading' | 'unloaded';
  readonly callsTools: boolean;
}

const basename = (id: string): string => (id.split(/[\\/]/).at(-1) ?? id).toLowerCase().replace(/\.gguf$/, '');

export const idOf = (entry: unknown): string => textOf(at(entry, 'id'));

const findEntry = (entries: readonly unknown[], name: string): unknown =>
  entries.find((entry) => idOf(entry) === name) ?? entries.find((entry) => basename(idOf(entry)) === basename(name));

/** True where a listed model is for questions. */
export const answers = (entry: unknown): boolean =>
  !/embed/i.test(textOf(at(entry, 'type'))) && !/embed|rerank/i.test(idOf(entry));

/** The named model, or else the first that is loaded, or else the first that can answer. */
export const choose = (entries: readonly unknown[], native: readonly unknown[], wanted: string | null): unknown => {
  if (wanted !== null) return findEntry(entries, wanted);
  const loaded = native.find((entry) => at(entry, 'state') === 'loaded' && answers(entry));
  return (
    findEntry(entries, idOf(loaded)) ??
    entries.find((entry) => answers(entry) && answers(findEntry(native, idOf(entry))))
  );
};

export const kindOf = (props: unknown, native: readonly unknown[], entry: unknown): Kind => {
  if (isRecord(at(props, 'default_generation_settings')) || at(entry, 'owned_by') === 'llamacpp') return 'llama-server';
  if (native.length > 0) return 'lm-studio';
  return at(entry, 'owned_by') === 'vllm' ? 'vllm' : 'other';
};

/** Tokens that the model holds as it is loaded. */
export const contextOf = (props: unknown, native: unknown, entry: unknown): number | null => {
  const found = [
    at(props, 'default_generation_settings', 'n_ctx'),
    at(entry, 'meta', 'n_ctx'),
    at(native, 'loaded_context_length'),
    at(entry, 'max_model_len'),
  ];
  return found.map(countOf).find((count) => count !== null && count > 0) ?? null;
};

/** True where llama-server or LM Studio says that the model can call tools; the others do not say. */
export const callsToolsOf = (props: unknown, native: unknown): boolean =>
  at(props, 'chat_template_caps', 'supports_tools') === true ||
  at(props, 'chat_template_caps', 'supports_tool_calls') === true ||
  (textsOf(at(native, 'capabilities'))?.includes('tool_use') ?? false);

export const stateOf = (native: unknown, entry: unknown): Sight['state'] => {
  const said = textOf(at(native, 'state')) || textOf(at(entry, 'status', 'value'));
  if (said === 'loading') return 'loading';
  return said === 'not-loaded' || said === 'unloaded' ? 'unloaded' : 'ready';
};

/** Fields that change although the model does not. */
const VOLATILE = new Set(['created', 'permission', 'status', 'state', 'loaded_context_length']);

/** What is said of a model, without what changes while it stays the same. */
export const identityOf = (entry: unknown, native: unknown): string =>
  JSON.stringify([entry, native ?? null], (key, value) => (VOLATILE.has(key) ? undefined : value));
