import { faultOfSignal, ModelFault } from './models/errors.ts';
import type { Progress } from './progress.ts';
import type { Model, ModelUse, Question, Reply } from './types.ts';

/** How an answer is read, and what of it is kept on disk: what was read, never the answer as it came. */
export interface Reader<T> {
  readonly name: string;
  /** Null where it is no answer. */
  readonly read: (reply: Reply) => T | null;
  /** What was kept, null where that is not what it should be. */
  readonly revive: (kept: unknown) => T | null;
}

/** What a run has cost so far. */
export type Tally = { -readonly [K in keyof Omit<ModelUse, 'provider' | 'name' | 'digest'>]-?: number } & {
  /** Milliseconds until the model was in memory. */
  loadMs: number;
};

export const newTally = (): Tally => ({
  ...{ calls: 0, promptTokens: 0, cachedTokens: 0, outputTokens: 0 },
  ...{ ms: 0, remembered: 0, loadMs: 0 },
});

/** What asking needs from outside. */
export interface Means {
  readonly env: NodeJS.ProcessEnv;
  readonly progress: Progress;
  readonly signal: AbortSignal;
  /** Seconds for all answers together, from the moment the model is in memory. */
  readonly deadline: number;
  /** What is said after an answer that cannot be read, and how often. */
  readonly repair: { readonly text: string; readonly times: number };
  /** Called once, before the first prompt leaves. */
  readonly beforeFirst: () => void;
  /** Says again what the model is asked, after it was said that it is loaded. */
  readonly resume: () => void;
  /** Called after each answer of the server, readable or not. */
  readonly answered: () => void;
}

/** A signal that ends with the caller's, or when the time is over. The timer alone does not keep the process alive. */
const within = (seconds: number, outer: AbortSignal): AbortSignal => {
  const scope = new AbortController();
  const late = (): void =>
    scope.abort(
      new ModelFault(
        'timeout',
        `the ${seconds} s for the model ran out`,
        'Give it more with --deadline or `deadline:`.',
      ),
    );
  setTimeout(late, seconds * 1000).unref();
  outer.addEventListener('abort', () => scope.abort(faultOfSignal(outer)), { once: true });
  return scope.signal;
};

/** The name for people: some servers call a model by the path of its file. */
export const shortName = ({ name }: Model): string =>
  /^(?:\/|[A-Za-z]:\\)/.test(name) ? (name.split(/[\\/]/).at(-1) ?? name) : name;

/** Brings the model into memory under its own clock, once; the deadline of the review starts after that. */
const starter = (model: Model, means: Means, tally: Tally) => {
  const { progress, signal, deadline } = means;
  let started: AbortSignal | null = null;
  return async (): Promise<AbortSignal> => {
    if (started) return started;
    means.beforeFirst();
    const begun = performance.now();
    if (!model.loaded) {
      progress.stage(`loading model ${shortName(model)}`);
      await model.load(signal);
      means.resume();
    }
    tally.loadMs = Math.round(performance.now() - begun);
    started = within(deadline, signal);
    return started;
  };
};

const promptBytes = ({ messages }: Question): number =>
  messages.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);

/** Characters of an unreadable answer that the model is shown again. */
const SHOWN_AGAIN = 600;

const repaired = (question: Question, { text }: Reply, instruction: string): Question => ({
  ...question,
  messages: [
    ...question.messages,
    { role: 'assistant', content: text.slice(0, SHOWN_AGAIN).trim() || '(nothing)' },
    { role: 'user', content: instruction },
  ],
});

const count = (tally: Tally, reply: Reply): void => {
  tally.promptTokens += reply.promptTokens;
  tally.cachedTokens += reply.cachedTokens;
  tally.outputTokens += reply.outputTokens;
  tally.ms += reply.ms;
};

/** Sends a question and reads the answer; null where it cannot be read, also not when it is asked for again. Throws ModelError. */
export type Send = <T>(question: Question, reader: Reader<T>) => Promise<T | null>;

/** Sends questions one after the other. `ratios` takes the bytes of each prompt over the tokens that the server counted. */
export const openSending = (model: Model, means: Means, tally: Tally, ratios: number[]): Send => {
  const start = starter(model, means, tally);
  const once = async (question: Question): Promise<Reply> => {
    const signal = await start();
    tally.calls++;
    const reply = await model.ask(question, signal);
    count(tally, reply);
    ratios.push(promptBytes(question) / reply.promptTokens);
    means.answered();
    return reply;
  };
  return async (question, reader) => {
    let asked = question;
    for (let left = means.repair.times; ; left--) {
      const reply = await once(asked);
      const value = reader.read(reply);
      if (value !== null || left <= 0) return value;
      asked = repaired(question, reply, means.repair.text);
    }
  };
};
