import { setTimeout as delay } from 'node:timers/promises';
import type { ChatMessage, FakeModel } from './ollama-types.ts';

/** The models in memory, their context windows and prefix caches, and the one place where requests run one after the other. */

interface Runner {
  readonly model: FakeModel;
  readonly numCtx: number;
  expiresAt: number;
  /** What the cache holds: the prompt of the request before. */
  prefix: string;
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** Milliseconds of a `keep_alive`; Infinity where it is negative, null where Ollama would refuse it. */
export const keepAliveMs = (value: unknown): number | null => {
  if (value === undefined || value === null) return 300_000;
  if (typeof value === 'number') return value < 0 ? Number.POSITIVE_INFINITY : value * 1_000;
  const text = String(value);
  if (!/^-?(?:\d+(?:\.\d+)?(?:ms|s|m|h))+$/.test(text)) return null;
  const total = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)].reduce(
    (sum, [, number, unit = '']) => sum + Number(number) * (UNIT_MS[unit] ?? 0),
    0,
  );
  return text.startsWith('-') ? Number.POSITIVE_INFINITY : total;
};

export const render = (messages: readonly ChatMessage[]): string =>
  messages.map(({ role, content }) => `<|im_start|>${role}\n${content}<|im_end|>\n`).join('');

export const countTokens = (text: string, model: FakeModel): number =>
  Math.ceil(Buffer.byteLength(text) / model.bytesPerToken);

const sharedLength = (a: string, b: string): number => {
  let i = 0;
  while (i < a.length && a[i] === b[i]) i += 1;
  return i;
};

const createRunners = (now: () => number) => {
  const runners = new Map<string, Runner>();
  const alive = (): Runner[] => {
    for (const [name, runner] of runners) if (runner.expiresAt <= now()) runners.delete(name);
    return [...runners.values()];
  };
  return { runners, alive };
};

/** Work waits here for its turn; `full` where as much waits as the server accepts. */
const createQueue = (maxQueue: number) => {
  let tail: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return <T>(work: () => Promise<T>): Promise<T> | 'full' => {
    if (waiting > maxQueue) return 'full';
    waiting += 1;
    const turn = tail.then(work).finally(() => {
      waiting -= 1;
    });
    tail = turn.catch(() => undefined);
    return turn;
  };
};

interface EngineOptions {
  readonly maxQueue: number;
  readonly skew: number;
}

export const createEngine = ({ maxQueue, skew }: EngineOptions) => {
  const now = (): number => Date.now() + skew;
  const { runners, alive } = createRunners(now);
  const enqueue = createQueue(maxQueue);

  /** Has the model in memory with this context; false where the client went away meanwhile and the load is thrown away. */
  const load = async (model: FakeModel, numCtx: number, gone: () => boolean): Promise<{ loadMs: number } | null> => {
    const there = alive().find((runner) => runner.model.name === model.name);
    if (there?.numCtx === numCtx) return { loadMs: 0 };
    runners.delete(model.name);
    const until = performance.now() + model.loadMs;
    while (performance.now() < until && !gone()) await delay(Math.min(5, until - performance.now()));
    if (gone()) return null;
    runners.set(model.name, { model, numCtx, expiresAt: Number.POSITIVE_INFINITY, prefix: '' });
    return { loadMs: Math.max(model.loadMs, 1) };
  };

  /** Tokens of the prompt that the cache saves; the prompt becomes the cache. */
  const evaluate = (model: FakeModel, prompt: string): number => {
    const runner = runners.get(model.name);
    if (!runner) return 0;
    const shared = prompt.slice(0, sharedLength(runner.prefix, prompt));
    runner.prefix = prompt;
    const total = countTokens(prompt, model);
    return Math.min(Math.floor(Buffer.byteLength(shared) / model.bytesPerToken), Math.max(total - 1, 0));
  };

  const keep = (model: FakeModel, ms: number): void => {
    const runner = runners.get(model.name);
    if (!runner) return;
    if (ms === 0) runners.delete(model.name);
    else runner.expiresAt = now() + ms;
  };

  const seed = (model: FakeModel, numCtx: number): void =>
    void runners.set(model.name, { model, numCtx, expiresAt: now() + 300_000, prefix: '' });

  return { now, alive, enqueue, load, evaluate, keep, seed };
};

export type Engine = ReturnType<typeof createEngine>;
