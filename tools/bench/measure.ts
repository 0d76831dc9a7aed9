/**
 * Timing of whole commands. Machines differ and are never quiet, so every figure is the median of interleaved runs and is
 * read as a ratio to another figure of the same run.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
export const BIN = join(ROOT, 'bin', 'lgtm.js');

export interface Command {
  readonly name: string;
  readonly args: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Fed to standard input. */
  readonly input?: Buffer;
  /** Exit codes that mean it did its work; 0 alone by default. */
  readonly accept?: readonly number[];
}

const OUTPUT_LIMIT = 2 ** 31 - 1;

/** Runs a command once, gives its seconds, and throws where it failed: a figure of a failure is none. */
const runOnce = ({ name, args: [file, ...args], cwd, env, input, accept = [0] }: Command): number => {
  const start = process.hrtime.bigint();
  const ran = spawnSync(file, args, { cwd, env, input, maxBuffer: OUTPUT_LIMIT, stdio: ['pipe', 'pipe', 'pipe'] });
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  if (ran.error) throw ran.error;
  if (!accept.includes(ran.status ?? -1))
    throw new Error(`${name}: exit ${ran.status}\n${String(ran.stderr).slice(-1000)}`);
  return seconds;
};

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

/** Median seconds of each command by its name, over rounds in which every command runs once. */
export const medians = (commands: readonly Command[], rounds: number): ReadonlyMap<string, number> => {
  const times = new Map<string, number[]>(commands.map(({ name }) => [name, []]));
  for (const command of commands) runOnce(command);
  for (let round = 0; round < rounds; round++)
    for (const command of commands) times.get(command.name)?.push(runOnce(command));
  return new Map([...times].map(([name, values]) => [name, median(values)]));
};

export interface Peak {
  readonly seconds: number;
  /** Largest resident set of the process itself, in mebibytes; git's own processes are not in it. */
  readonly mebibytes: number;
}

/** Runs a command of lgtm once and tells its seconds and its peak memory, which it writes down as it ends. */
export const runWithPeak = (command: Command): Peak => {
  const folder = mkdtempSync(join(tmpdir(), 'lgtm-peak-'));
  const file = join(folder, 'peak');
  const write = `import{writeFileSync as w}from'node:fs';process.on('exit',()=>w(${JSON.stringify(file)},String(process.resourceUsage().maxRSS)))`;
  const env = { ...command.env, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(write)}` };
  try {
    const seconds = runOnce({ ...command, env });
    return { seconds, mebibytes: Number(readFileSync(file, 'utf8')) / 1024 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

const WIDTH = 12;

/** A row of a table: the first cell to the left, the rest to the right. */
export const row = ([first = '', ...rest]: readonly string[], width = 34): string =>
  `  ${first.padEnd(width)}${rest.map((cell) => cell.padStart(WIDTH)).join('')}`;

export const ms = (seconds: number): string => `${(seconds * 1000).toFixed(0)} ms`;
export const times = (ratio: number): string => `${ratio.toFixed(2)} x`;

/** Says whether a bar holds, and gives it back. */
export const bar = (what: string, value: string, holds: boolean): boolean => {
  say(`  ${holds ? 'holds' : 'FAILS'}  ${what}: ${value}`);
  return holds;
};
