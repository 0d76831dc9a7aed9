import { UsageError } from '../errors.ts';

/** The value of `--deadline` in seconds; undefined where it is not given. Throws UsageError. */
export const secondsOf = (value: unknown, command: string): number | undefined => {
  if (value === undefined) return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds) && seconds >= 1 && seconds <= 3600) return seconds;
  throw new UsageError(
    `--deadline takes 1 to 3600 seconds, not "${String(value)}"`,
    `\`lgtm ${command} --help\` lists the options.`,
  );
};
