import { canonical, type Listed } from './ollama-names.ts';
import { at, countOf, listOf, textOf, textsOf } from './shape.ts';

/** What `/api/show` and `/api/ps` say about one model. */

/** Whether a model thinks before it answers, and can be told not to. */
export type Thinking = 'none' | 'switchable' | 'always';

/** False where a model says that it does anything but answer. */
export const canChat = (details: unknown): boolean =>
  textsOf(at(details, 'capabilities'))?.includes('completion') ?? true;

/** True where a model lists tool calling; where it lists nothing, nothing is assumed. */
export const callsToolsOf = (details: unknown, { capabilities }: Pick<Listed, 'capabilities'>): boolean =>
  (textsOf(at(details, 'capabilities')) ?? capabilities)?.includes('tools') ?? false;

/** Context length that the model was trained on, in tokens; null where unknown. */
export const trainedOf = (details: unknown): number | null => {
  const architecture = textOf(at(details, 'model_info', 'general.architecture'));
  return countOf(at(details, 'model_info', `${architecture}.context_length`));
};

/** Only what a model lists counts: told how to think without knowing how, a server refuses. gpt-oss has levels alone. */
export const thinkingOf = (details: unknown, model: Listed): Thinking => {
  const capabilities = textsOf(at(details, 'capabilities')) ?? model.capabilities;
  if (!capabilities?.includes('thinking')) return 'none';
  return /^gpt-?oss/.test(model.family) || /(?:^|\/)gpt-oss/.test(canonical(model.name)) ? 'always' : 'switchable';
};

/** Context window of the model in memory, in tokens; null where it is not loaded or the server does not say. */
export const loadedOf = (running: unknown, { name, digest }: Listed): number | null => {
  const entry = listOf(at(running, 'models')).find(
    (one) => canonical(textOf(at(one, 'name'))) === canonical(name) && textOf(at(one, 'digest')) === digest,
  );
  return countOf(at(entry, 'context_length')) || null;
};
