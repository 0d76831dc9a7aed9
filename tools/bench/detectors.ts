import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stagedRepo } from './changes.ts';
import { BIN, bar, median, ms, say } from './measure.ts';

const ROOT = join(import.meta.dirname, '..', '..');

const once = (text: string, env: NodeJS.ProcessEnv): number => {
  const program = join(import.meta.dirname, 'detectors-once.cjs');
  return Number(execFileSync(process.execPath, [program], { input: text, env }).toString());
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
 * Loading all built-in rules and running every detector over added lines of TypeScript, in a fresh process that finds the
 * program as the review before has left it.
 */
export const benchDetectors = (): boolean => {
  say('Detectors: loading all rules and looking at added lines, in a fresh process');
  const repo = stagedRepo(1);
  try {
    execFileSync(process.execPath, [BIN, 'check', '--no-model'], { cwd: repo.root, env: repo.env, stdio: 'ignore' });
    return BARS.map(({ lines, seconds, rounds }) => {
      const text = sourceLines(lines);
      const took = median(Array.from({ length: rounds }, () => once(text, repo.env)));
      return bar(`${lines} added lines, at most ${ms(seconds)}`, ms(took), took <= seconds);
    }).every(Boolean);
  } finally {
    repo.remove();
  }
};
