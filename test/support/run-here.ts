import { join } from 'node:path';
import type { Ran, RunOptions } from './run.ts';

type Main = (args: readonly string[], setting: RunOptions) => Promise<number>;

const PROGRAM = join(import.meta.dirname, '..', '..', 'dist', 'start.cjs');

/** Takes what is written to a stream until `release` is called. */
const capture = (stream: NodeJS.WriteStream) => {
  const write = stream.write;
  let text = '';
  stream.write = (chunk: string | Uint8Array, ...others: unknown[]): boolean => {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    const done = others.find((one) => typeof one === 'function');
    if (done) queueMicrotask(done as () => void);
    return true;
  };
  return {
    release: (): string => {
      stream.write = write;
      return text;
    },
  };
};

/**
 * Runs the built program in this process, one call after the other: where a hundred runs differ in what a server answers,
 * starting a hundred processes would tell nothing more and take minutes. What it leaves open stays open.
 */
export const lgtmHere = async (args: readonly string[], { cwd, env }: RunOptions): Promise<Ran> => {
  const { main } = (await import(PROGRAM)) as { main: Main };
  // Every run listens for signals and for the end, as the only one of its process.
  for (const emitter of [process, process.stdout, process.stderr]) emitter.setMaxListeners(0);
  const [out, err] = [capture(process.stdout), capture(process.stderr)];
  try {
    const code = await main(args, { cwd, env });
    return { code, signal: null, stdout: out.release(), stderr: err.release() };
  } finally {
    out.release();
    err.release();
  }
};
