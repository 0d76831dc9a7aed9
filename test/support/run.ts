import { spawn } from 'node:child_process';
import { join } from 'node:path';

export const BIN = join(import.meta.dirname, '..', '..', 'bin', 'lgtm.js');

export interface Ran {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Standard output is a terminal; what arrives there is not told from standard error. */
  readonly terminal?: boolean;
  /** Milliseconds after which it is killed; two minutes where this is not given. */
  readonly patience?: number;
  /** Called once the process runs; to send it a signal. */
  readonly started?: (pid: number) => void;
}

/** Runs a program and waits for its end, within its patience. */
export const run = (
  program: string,
  args: readonly string[],
  { cwd, env, patience = 120_000, started }: RunOptions,
): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    const timer = setTimeout(() => child.kill('SIGKILL'), patience);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ code, signal, stdout, stderr });
    });
    if (child.pid) started?.(child.pid);
  });

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Runs the real binary of this checkout, built. */
export const lgtm = (args: readonly string[], options: RunOptions): Promise<Ran> => {
  const call = [process.execPath, BIN, ...args];
  return options.terminal
    ? run('script', ['-qec', call.map(quoted).join(' '), '/dev/null'], options)
    : run(process.execPath, call.slice(1), options);
};
