import { join } from 'node:path';
import { stateFolder } from './folders.ts';
import { memoKey } from './memo.ts';
import { type Kind, keepSealed, recallSealed } from './sealed.ts';

/**
 * How many bytes of prompt a token of one model stands for, learnt from what the server counts. Without it three: on real
 * diffs the lower quartile was 3.2 characters a token (docs/model-stage.md).
 */
const DEFAULT = 3;

/** A ratio beyond these comes from a server that counts otherwise, not from a vocabulary. */
const PLAUSIBLE = { least: 1.2, most: 8 } as const;

/** Prompts that are remembered, and of how many one must know before they count. */
const SAMPLES = { most: 64, least: 8 } as const;

const RATIOS: Kind = { name: 'calibration', version: 1 };

const pathOf = (env: NodeJS.ProcessEnv, model: string): string =>
  join(stateFolder(env), 'calibration', memoKey(model).slice(0, 32));

const isRatio = (value: unknown): value is number =>
  typeof value === 'number' && value >= PLAUSIBLE.least && value <= PLAUSIBLE.most;

const read = (env: NodeJS.ProcessEnv, model: string): number[] => {
  const value = recallSealed(stateFolder(env), pathOf(env, model), RATIOS);
  return Array.isArray(value) ? value.filter(isRatio) : [];
};

/**
 * Bytes of prompt for one token of a model, on the safe side: the tenth of the prompts that was densest, rounded down to a
 * quarter so that estimates, and with them prompts, stay the same from run to run.
 */
export const bytesPerToken = (env: NodeJS.ProcessEnv, model: string): number => {
  const ratios = read(env, model).sort((a, b) => a - b);
  const dense = ratios[Math.floor(ratios.length / 10)];
  return dense === undefined || ratios.length < SAMPLES.least ? DEFAULT : Math.floor(dense * 4) / 4;
};

/** Adds what a run has seen: bytes of prompt over tokens that the server counted, prompt by prompt. */
export const noteRatios = (env: NodeJS.ProcessEnv, model: string, ratios: readonly number[]): void => {
  const seen = ratios.filter(isRatio);
  if (seen.length === 0) return;
  const kept = [...read(env, model), ...seen].slice(-SAMPLES.most).map((ratio) => Math.round(ratio * 1000) / 1000);
  keepSealed(stateFolder(env), pathOf(env, model), RATIOS, kept);
};
