import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stagedRepo } from './changes.ts';
import { BIN, bar, median, ms, say } from './measure.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** Seconds that loading the program took, and those of the detectors: their code, the rules, making them ready, the text. */
interface Took {
  readonly program: number;
  readonly detectors: number;
}

const once = (text: string, env: NodeJS.ProcessEnv): Took => {
  const program = join(import.meta.dirname, 'detectors-once.cjs');
  return JSON.parse(execFileSync(process.execPath, [program], { input: text, env }).toString()) as Took;
};

/** Lines of this project's own sources, one file after another. */
const sourceLines = (count: number): string => {
  const folder = join(ROOT, 'lib');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const lines = files.sort().flatMap((file) => readFileSync(join(folder, file), 'utf8').trimEnd().split('\n'));
  return `${lines.slice(0, count).join('\n')}\n`;
};

/** The median commit of public repositories adds 29 lines; a large one ten thousand. Seconds each may take. */
const BARS = [
  { lines: 29, seconds: 0.04, rounds: 11 },
  { lines: 10_000, seconds: 1.5, rounds: 5 },
] as const;

/**
 * Loading all built-in rules and running every detector over added lines of TypeScript, in a fresh process. The program itself
 * is loaded first, as a review before has left it: every command pays for that, and it is told apart.
 */
export const benchDetectors = (): boolean => {
  say('Detectors: loading all rules and looking at added lines, in a fresh process');
  const repo = stagedRepo(1);
  try {
    execFileSync(process.execPath, [BIN, 'check', '--no-model'], { cwd: repo.root, env: repo.env, stdio: 'ignore' });
    return BARS.map(({ lines, seconds, rounds }) => {
      const text = sourceLines(lines);
      const all = Array.from({ length: rounds }, () => once(text, repo.env));
      const took = median(all.map(({ detectors }) => detectors));
      const program = ms(median(all.map((one) => one.program)));
      const value = `${ms(took)}, after ${program} for the program`;
      return bar(`${lines} added lines, at most ${ms(seconds)}`, value, took <= seconds);
    }).every(Boolean);
  } finally {
    repo.remove();
  }
};
