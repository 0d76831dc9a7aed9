import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Engine, Unavailable } from './install.ts';

/** A running server on the loopback interface. */
export interface Running {
  /** `127.0.0.1:port`. */
  readonly host: string;
  readonly get: (path: string) => Promise<unknown>;
  readonly stop: () => Promise<void>;
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

const TRIES = 600;

const untilReady = async (host: string, ended: () => boolean): Promise<void> => {
  for (let i = 0; i < TRIES && !ended(); i++) {
    const answer = await fetch(`http://${host}/health`).catch(() => null);
    if (answer?.ok) return;
    await delay(100);
  }
  throw new Unavailable('the server did not start');
};

/** Starts the server with one slot and a window of `context` tokens, and waits until it answers. Throws Unavailable. */
export const serve = async ({ server, model }: Engine, context: number): Promise<Running> => {
  const host = `127.0.0.1:${await freePort()}`;
  const port = host.split(':')[1] ?? '';
  // Without a name of its own a model would go by its path.
  const name = ['-m', model, '--alias', basename(model, '.gguf')];
  const args = [...name, '--host', '127.0.0.1', '--port', port, '-c', String(context), '-np', '1', '--slots'];
  const child = spawn(server, args, { stdio: 'ignore' });
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()));
  child.on('error', () => undefined);
  try {
    await untilReady(host, () => child.exitCode !== null);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  return {
    host,
    get: async (path) => (await fetch(`http://${host}${path}`)).json(),
    stop: () => {
      child.kill();
      return gone;
    },
  };
};
