import { readdirSync, readFileSync } from 'node:fs';

/** The variable by which processes of one test are told from all others. */
export const MARK = 'LGTM_TEST_MARK';

/** Command lines of the processes that carry a mark in their environment; only Linux lets them be seen. */
export const marked = (mark: string): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const carries = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`${MARK}=${mark}`);
        return carries ? [readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()] : [];
      } catch {
        return [];
      }
    })
    // What has ended and was not waited for yet has no command line.
    .filter((line) => line !== '');

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until something holds; throws with `what` after twenty seconds. */
export const until = async (what: string, holds: () => boolean): Promise<void> => {
  for (let left = 400; left > 0; left--) {
    if (holds()) return;
    await pause(50);
  }
  throw new Error(`never came to pass: ${what}`);
};
