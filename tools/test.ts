/**
 * Runs every test file in a process of its own and ends with "N passed, N failed". uvu is green on nothing: a file that
 * ran no test, that holds `.only`, or that ended without its summary fails here.
 *
 *   node --import tsx tools/test.ts [PATTERN ...]
 */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const LIMIT_MS = 600_000;
const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

interface Result {
  readonly file: string;
  readonly passed: number;
  readonly failed: number;
  readonly output: string;
}

const patterns = process.argv.slice(2);
const files = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .filter((file) => patterns.length === 0 || patterns.some((pattern) => file.includes(pattern)))
  .map((file) => join(ROOT, 'test', file))
  .sort();

/** Git variables of a surrounding hook must not reach the tests' own repositories. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(?:GIT_|LGTM|OLLAMA|CI$|NO_COLOR$|FORCE_COLOR$|XDG_|GITHUB_ACTIONS$)/.test(name),
  ),
);

const judge = (file: string, code: number | null, output: string): Result => {
  const total = Number(/^ {2}Total:\s+(\d+)/m.exec(output)?.[1] ?? 0);
  const passed = Number(/^ {2}Passed:\s+(\d+)/m.exec(output)?.[1] ?? 0);
  const skipped = Number(/^ {2}Skipped:\s+(\d+)/m.exec(output)?.[1] ?? 0);
  const only = /\b(?:test|suite|\w+)\.only\(/.test(readFileSync(file, 'utf8'));
  const fault = code !== 0 || total === 0 || skipped > 0 || only || passed < total;
  return {
    file,
    passed,
    failed: fault ? Math.max(1, total - passed) : 0,
    output: fault ? `${output}\n(exit ${code}, ${total} tests, ${skipped} skipped)` : '',
  };
};

/** Seconds a file took, for whoever wants to know why a run is slow; nothing depends on it. */
const since = (start: number): string => `${((Date.now() - start) / 1000).toFixed(1)} s`;

const runFile = (file: string): Promise<Result> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, ['--import', 'tsx', file], {
      cwd: ROOT,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS);
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve(judge(file, code, output.replace(COLOURS, '')));
    });
  });

const results: Result[] = [];
const queue = [...files];
const worker = async (): Promise<void> => {
  for (let file = queue.shift(); file; file = queue.shift()) {
    const start = Date.now();
    const result = await runFile(file);
    results.push(result);
    const name = relative(ROOT, file);
    process.stdout.write(
      result.failed === 0
        ? `ok   ${name} (${result.passed}, ${since(start)})\n`
        : `FAIL ${name}\n${result.output.trimEnd()}\n`,
    );
  }
};

await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, worker));
const passed = results.reduce((sum, result) => sum + result.passed, 0);
const failed = results.reduce((sum, result) => sum + result.failed, files.length === 0 ? 1 : 0);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
