import { ModelFault } from './models/errors.ts';
import { type Means, newTally, openSending, type Reader, type Tally } from './sending.ts';
import { bytesPerToken, noteRatios } from './state/calibration.ts';
import { type Memo, memoKey, openMemo } from './state/memo.ts';
import type { Model, Question } from './types.ts';

/** The one way to ask a model in a run: from disk where the answer is known, else one request after the other. */
export interface Asking {
  readonly model: Model;
  readonly tally: Readonly<Tally>;
  /** Bytes of prompt that a token stands for, on the safe side. */
  readonly bytesPerToken: number;
  /** Digest of the question that was asked last. */
  readonly last: () => string | null;
  /** True where the answer is on disk. */
  knows<T>(question: Question, reader: Reader<T>): boolean;
  /** Null where the answer cannot be read, also not when it is asked for again; `role` is who is asked. Throws ModelError. */
  ask<T>(question: Question, reader: Reader<T>, role?: string): Promise<T | null>;
  /** Keeps what was learnt about sizes, and bounds what is on disk. */
  close(): void;
}

/**
 * Everything that decides an answer. The host counts where the server does not name the very weights: two servers may
 * have different models under one name.
 */
const keyOf = (model: Model, question: Question, reader: string): string => {
  const place = model.provider === 'ollama' ? '' : model.host;
  return memoKey('answer', model.provider, place, model.name, model.digest, reader, question);
};

const recalled = <T>(memo: Memo, key: string, reader: Reader<T>): T | null => {
  const kept = memo.recall(key);
  return kept === undefined ? null : reader.revive(kept);
};

/** Opens the way to a model that passed its preflight. Nothing is sent, and nothing loaded, before there is a question to send. */
export const openAsking = (model: Model, means: Means): Asking => {
  const memo = openMemo(means.env);
  const tally = newTally();
  const ratios: number[] = [];
  const send = openSending(model, means, tally, ratios);
  let last: string | null = null;
  return {
    model,
    tally,
    bytesPerToken: bytesPerToken(means.env, model.digest),
    last: () => last,
    knows: (question, reader) => recalled(memo, keyOf(model, question, reader.name), reader) !== null,
    ask: async (question, reader) => {
      if (means.signal.aborted) throw new ModelFault('aborted', 'the model was interrupted', 'Commit again.');
      last = keyOf(model, question, reader.name);
      const known = recalled(memo, last, reader);
      if (known !== null) tally.remembered++;
      const value = known ?? (await send(question, reader));
      if (known === null && value !== null) memo.keep(last, value);
      return value;
    },
    close: () => {
      memo.close();
      noteRatios(means.env, model.digest, ratios);
    },
  };
};
