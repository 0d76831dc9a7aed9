/** Writes to standard output and waits until it is taken: the process must not end in the middle of a report. */
export const print = (text: string): Promise<void> =>
  new Promise((resolve) => {
    process.stdout.write(text, () => resolve());
  });

/** Writes one line to standard error. */
export const say = (text: string): void => {
  process.stderr.write(`${text}\n`);
};
