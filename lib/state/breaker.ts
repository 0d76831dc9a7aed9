import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { discard } from './disk.ts';
import { stateFolder } from './folders.ts';
import { type Kind, keepSealed, recallSealed } from './sealed.ts';

/**
 * The circuit breaker of one model at one host: after three failures in a row the model is not asked for ten minutes, so
 * that every commit in between is told at once instead of waiting. After that one short try decides.
 */
export type Breaker =
  | { readonly state: 'closed' }
  | { readonly state: 'half-open' }
  | { readonly state: 'open'; readonly kind: string; readonly failures: number; readonly minutesLeft: number };

/** Failures in a row that open it; how long it stays open, and how long the try after that may take, in milliseconds. */
export const BREAKER = { failures: 3, cool: 600_000, probe: 2_000 } as const;

interface Trace {
  readonly failures: number;
  /** When it opened, in milliseconds since 1970; null where it never did. */
  readonly openedAt: number | null;
  /** What the last failure was. */
  readonly kind: string;
}

const TRACE: Kind = { name: 'breaker', version: 1 };

const pathOf = (env: NodeJS.ProcessEnv, place: string): string =>
  join(stateFolder(env), 'breakers', createHash('sha256').update(place).digest('hex').slice(0, 32));

const isTrace = (value: unknown): value is Trace => {
  const trace = value as Partial<Trace> | null | undefined;
  return (
    typeof trace?.failures === 'number' &&
    (trace.openedAt === null || typeof trace.openedAt === 'number') &&
    typeof trace.kind === 'string'
  );
};

const read = (env: NodeJS.ProcessEnv, place: string): Trace | null => {
  const value = recallSealed(stateFolder(env), pathOf(env, place), TRACE);
  return isTrace(value) ? value : null;
};

/** Reads the breaker of a place (provider, host and model in one text). A state from the future is none: the clock was set back. */
export const readBreaker = (env: NodeJS.ProcessEnv, place: string, now = Date.now()): Breaker => {
  const trace = read(env, place);
  if (!trace || trace.openedAt === null || now < trace.openedAt) return { state: 'closed' };
  const left = BREAKER.cool - (now - trace.openedAt);
  if (left <= 0) return { state: 'half-open' };
  return { state: 'open', kind: trace.kind, failures: trace.failures, minutesLeft: Math.ceil(left / 60_000) };
};

/** Counts a failure. True where it opens the breaker, or opens it again. */
export const noteFailure = (env: NodeJS.ProcessEnv, place: string, kind: string, now = Date.now()): boolean => {
  const failures = (read(env, place)?.failures ?? 0) + 1;
  const opens = failures >= BREAKER.failures;
  keepSealed(stateFolder(env), pathOf(env, place), TRACE, { failures, openedAt: opens ? now : null, kind });
  return opens;
};

/** An answer came: whatever was counted is forgotten. True where there was something. */
export const noteSuccess = (env: NodeJS.ProcessEnv, place: string): boolean => discard(pathOf(env, place));
