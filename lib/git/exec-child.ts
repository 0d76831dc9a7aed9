import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { Readable } from 'node:stream';

/** No call takes longer by far; a git that hangs (a dead network file system) must not hold the hook for ever. */
const LIMIT_MS = 600_000;

/** Bytes of standard error that are kept. */
const COMPLAINT = 8192;

const live = new Set<ChildProcess>();

/** Ends every git that is still running. */
const stopAll = (): void => {
  for (const child of live) child.kill('SIGKILL');
};

process.on('exit', stopAll);

/** What is written to the child's standard input; nothing where it is undefined. */
export type Input = string | Iterable<string | Buffer>;

const feed = ({ stdin }: ChildProcessWithoutNullStreams, input: Input = ''): void => {
  // A git that stops reading closes the pipe; its exit code tells the story.
  stdin.on('error', () => undefined);
  if (typeof input === 'string') stdin.end(input);
  else Readable.from(input).pipe(stdin);
};

/** Exit code, or the signal that ended it. */
export type Ended = number | NodeJS.Signals;

export interface Child {
  readonly stdout: AsyncIterable<Buffer>;
  onData(listener: (chunk: Buffer) => void): void;
  /** Rejects where the program could not be started. */
  readonly ended: Promise<Ended>;
  /** What it wrote to standard error so far, cut at 8 KiB. */
  complaint(): string;
  kill(): void;
}

/** Starts a program without a shell. It is ended with this process, whatever ends it, and after ten minutes. */
export const startChild = (
  program: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly input?: Input | undefined },
): Child => {
  const { cwd, env, input } = options;
  const child = spawn(program, args, { cwd, env, stdio: 'pipe', windowsHide: true });
  live.add(child);
  const kill = (): void => void child.kill('SIGKILL');
  const timer = setTimeout(kill, LIMIT_MS).unref();
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    if (complaint.length < COMPLAINT) complaint += chunk.toString('utf8');
  });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(code ?? signal ?? 1));
  }).finally(() => {
    clearTimeout(timer);
    live.delete(child);
  });
  // Whoever reads the output awaits `ended`; a failed start must not be an unhandled rejection meanwhile.
  ended.catch(() => undefined);
  feed(child, input);
  const onData = (listener: (chunk: Buffer) => void): void => void child.stdout.on('data', listener);
  return { stdout: child.stdout, onData, ended, complaint: () => complaint, kill };
};
