import { faultOfSignal, type ModelFault } from './errors.ts';

/**
 * Runs one piece of work under the caller's signal and a clock of its own; `late` is what it fails with when that runs
 * out. Whatever the work has left open (a socket whose answer was not read to its end) is closed when it is over.
 */
export const bounded = async <T>(
  signal: AbortSignal,
  clock: { readonly ms: number; readonly late: () => ModelFault } | null,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  if (signal.aborted) throw faultOfSignal(signal);
  const scope = new AbortController();
  const timer = clock ? setTimeout(() => scope.abort(clock.late()), clock.ms) : undefined;
  const outer = (): void => scope.abort(signal.reason);
  signal.addEventListener('abort', outer, { once: true });
  try {
    return await work(scope.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', outer);
    scope.abort();
  }
};

/** Resolves after `ms` milliseconds; throws what the signal was ended with as soon as it is. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(faultOfSignal(signal));
      return;
    }
    const stop = (): void => {
      clearTimeout(timer);
      reject(faultOfSignal(signal));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
