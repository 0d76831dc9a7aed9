import type { Question } from '../types.ts';
import { ModelFault, OverflowFault } from './errors.ts';
import { estimateTokens, fewestTokens } from './tokens.ts';

/** What a server reports about one answer, as far as it tells whether the whole prompt was read. */
export interface Read {
  /** Null where the server does not say. */
  readonly promptTokens: number | null;
  readonly cachedTokens: number;
  readonly outputTokens: number;
}

const textOfPrompt = ({ messages }: Question): string => messages.map(({ content }) => content).join('\n');

/** A prompt in tokens, estimated on the safe side. */
export const promptEstimate = (question: Question): number => estimateTokens(Buffer.byteLength(textOfPrompt(question)));

/** For servers that cut a long prompt without saying so: throws OverflowFault before anything is sent that might not fit. */
export const checkRoom = (question: Question, context: number): void => {
  const estimate = promptEstimate(question);
  if (estimate + question.maxTokens > context)
    throw new OverflowFault(
      `the prompt may be longer than the context of the model (about ${estimate} tokens)`,
      estimate,
      context,
    );
};

/**
 * Throws OverflowFault where the numbers show that the model did not have the whole prompt before it while it answered:
 * prompt and answer are more than the context holds, or fewer tokens were read than the text can possibly be. Where
 * `silent` servers report nothing, ModelFault `unusable`: an answer about an unknown part of the change is no answer.
 */
export const checkWhole = (question: Question, read: Read, context: number | null, silent: boolean): void => {
  const { promptTokens, cachedTokens, outputTokens } = read;
  if (promptTokens === null) {
    if (!silent) return;
    throw new ModelFault(
      'unusable',
      'the model server does not say how much of the prompt it read',
      'Update Ollama to 0.12.6 or later.',
    );
  }
  if (context !== null && promptTokens + outputTokens > context)
    throw new OverflowFault(
      'prompt and answer together are longer than the context of the model',
      promptTokens,
      context,
    );
  const fewest = fewestTokens(textOfPrompt(question));
  // Both numbers, as a server that counts what it evaluated leaves out what its cache held.
  if (promptTokens + cachedTokens < fewest)
    throw new OverflowFault(
      `the model server read ${promptTokens} tokens of a prompt of at least ${fewest}: it dropped the rest`,
      fewest,
      context,
    );
};
