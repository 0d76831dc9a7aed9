import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bar, median, ms, say } from './measure.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const dist = (path: string): string => JSON.stringify(pathToFileURL(join(ROOT, 'dist', path)).href);

/** What runs in a Node of its own, so that loading is paid as a commit pays it; prints seconds. */
const PROGRAM = `
import { readFileSync } from 'node:fs';
const text = readFileSync(0, 'utf8');
const lines = text.split('\\n').length - 1;
const start = process.hrtime.bigint();
const { builtInRules } = await import(${dist('specs/library.js')});
const { prepareDetectors, detectFile } = await import(${dist('pass/detect.js')});
const detectors = await prepareDetectors(builtInRules().map((rule) => ({ ...rule, inForce: rule.severity })));
const added = new Set(Array.from({ length: lines }, (_, i) => i + 1));
detectFile(detectors, { path: 'src/all.ts', language: 'ts', text, added });
process.stdout.write(String(Number(process.hrtime.bigint() - start) / 1e9));
`;

const once = (text: string): number =>
  Number(execFileSync(process.execPath, ['--input-type=module', '-e', PROGRAM], { input: text }).toString());

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

/** Loading all built-in rules and running every detector over added lines of TypeScript, in a fresh process. */
export const benchDetectors = (): boolean => {
  say('Detectors: loading all rules and looking at added lines, in a fresh process');
  return BARS.map(({ lines, seconds, rounds }) => {
    const text = sourceLines(lines);
    const took = median(Array.from({ length: rounds }, () => once(text)));
    return bar(`${lines} added lines, at most ${ms(seconds)}`, ms(took), took <= seconds);
  }).every(Boolean);
};
