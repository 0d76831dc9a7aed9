import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PACKAGE_URL } from '../root.ts';

/** The program under test, run as a user would run it. */

/** Folder of this package. */
export const PACKAGE = fileURLToPath(PACKAGE_URL);

const BIN = join(PACKAGE, 'bin', 'lgtm.js');

/** What tells one build of the program, and of its rules and prompts, from another. */
export const programDigest = (): string => {
  const hash = createHash('sha256');
  for (const folder of ['dist', 'specs'].map((name) => join(PACKAGE, name)))
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
      if (/\.(?:c?js|json|md)$/.test(name)) hash.update(name).update(readFileSync(join(folder, name)));
  return hash.digest('hex');
};

/** Most bytes of a report that are read. */
const MOST = 64 * 1024 * 1024;

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Milliseconds from start to end. */
  readonly ms: number;
}

/** Runs the built program and waits for its end; after `limit` seconds it is ended, and `code` is null. */
export const runLgtm = (
  args: readonly string[],
  { cwd, env, limit }: { cwd: string; env: NodeJS.ProcessEnv; limit: number },
): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const begun = performance.now();
    const child = spawn(process.execPath, [BIN, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const out: Buffer[] = [];
    let [size, stderr] = [0, ''];
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MOST) out.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      stderr = (stderr + chunk.toString()).slice(-4000);
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), limit * 1000);
    const stop = (): boolean => child.kill('SIGTERM');
    process.once('exit', stop);
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      process.off('exit', stop);
      resolve({ code, stdout: Buffer.concat(out).toString(), stderr, ms: Math.round(performance.now() - begun) });
    });
  });
