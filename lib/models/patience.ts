import { pause } from './bounded.ts';
import { GrammarFault, ModelFault } from './errors.ts';
import { type Clocks, TransportError } from './exchange.ts';

/** Codes of a peer that closed before it answered. */
const CLOSED = ['ECONNRESET', 'EPIPE', 'ECONNABORTED'];

/** True where the same request may well succeed a moment later, and has certainly produced nothing yet. */
const passes = (error: unknown): boolean =>
  error instanceof TransportError
    ? error.phase === 'head' && CLOSED.includes(error.code)
    : error instanceof ModelFault && error.kind === 'busy';

/** Does the work, and once more after a pause where the server was busy or closed before the first byte. Never after a time-out. */
export const withRetry = async <T>(work: () => Promise<T>, signal: AbortSignal, clocks: Clocks): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!passes(error)) throw error;
  }
  await pause(clocks.pause, signal);
  return work();
};

/** How far down the list of formats each schema has been taken; kept for as long as a model is open. */
export type Descents = Map<string, number>;

/**
 * Does the work with the first format that the server accepts, from strong to weak. A refusal is remembered, so that the
 * next question with this schema starts where this one ended. Throws what the work throws, at the last format also GrammarFault.
 */
export const descend = async <F, T>(
  formats: readonly F[],
  schema: object | null,
  descents: Descents,
  work: (format: F) => Promise<T>,
): Promise<T> => {
  const key = JSON.stringify(schema);
  const left = formats.slice(descents.get(key) ?? 0);
  for (const [i, format] of left.entries()) {
    try {
      return await work(format);
    } catch (error) {
      if (!(error instanceof GrammarFault) || i === left.length - 1) throw error;
      descents.set(key, formats.length - left.length + i + 1);
    }
  }
  throw new GrammarFault('no format of the answer is left to try');
};
