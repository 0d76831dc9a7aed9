import type { Found } from '../detect-pattern.ts';
import type { Scan } from '../detect-scan.ts';
import { structureOf } from '../structure.ts';
import { mayCallOwn } from './bare-calls.ts';
import { floatingCalls } from './floating-call.ts';

const FUNCTIONS: readonly RegExp[] = [
  /\basync\s{1,4}function\s{0,4}\*?\s{0,4}(\w{1,60})\s{0,4}[(<]/g,
  /\b(?:const|let|var)\s{1,4}(\w{1,60})\s{0,4}(?::[^=\n]{1,120})?=\s{0,4}async\b/g,
  /\bfunction\s{1,4}(\w{1,60})\s{0,4}\([^()]{0,200}\)\s{0,4}:\s{0,4}Promise</g,
];

const METHODS: readonly RegExp[] = [
  /^\s{1,40}(?:(?:public|private|protected|static|override)\s{1,4}){0,4}async\s{1,4}(#?\w{1,60})\s{0,4}[(<]/gm,
];

const CALL = /^\s*(this\.)?(#?[\w$]+)\(/;

/** The call is not the whole statement: something is done with what it returns, or it begins on an earlier line. */
const HANDLED =
  /^\s*(?:await|return|void|yield|throw|if|for|while|switch|catch|function|async|new|super|export|const|let|var)\b/;
const FOLLOWED = /\.(?:then|catch|finally)\(|\)\s*:\s*[\w<]|=>\s*\{?\s*$|\)\s*\{\s*$/;
const CONTINUES = /[=(,?:&|+[.]\s*$|=>\s*$|\breturn\s*$|\bawait\s*$/;

const namesOf = (code: string, patterns: readonly RegExp[]): ReadonlySet<string> =>
  new Set(patterns.flatMap((pattern) => [...code.matchAll(pattern)].flatMap(([, name]) => (name ? [name] : []))));

const isStatement = (scan: Scan, line: number, code: string): boolean => {
  if (HANDLED.test(code) || FOLLOWED.test(code) || !/[;)]\s*$/.test(code)) return false;
  const before =
    line > 1
      ? scan
          .line('code', line - 1)
          .slice(0, 2000)
          .trimEnd()
      : '';
  const after = line < scan.count() ? scan.line('code', line + 1).trimStart() : '';
  return !CONTINUES.test(before) && !after.startsWith('.');
};

/** Added statements that only call something: what is called, and whether as a method of `this`. */
function* bareCalls(scan: Scan): Generator<{ line: number; name: string; own: boolean }> {
  const lines = scan.candidates('code');
  for (let index = 0; index < lines.count; index++) {
    const line = lines.number(index);
    const code = scan.line('code', line).slice(0, 2000);
    const [, own, name] = CALL.exec(code) ?? [];
    if (name && isStatement(scan, line, code)) yield { line, name, own: own !== undefined };
  }
}

function* byLines(scan: Scan): Generator<Found> {
  const calls = [...bareCalls(scan)];
  if (calls.length === 0) return;
  const source = scan.stream('code');
  const functions = namesOf(source, FUNCTIONS);
  const methods = namesOf(source, METHODS);
  for (const { line, name, own } of calls) if ((own ? methods : functions).has(name)) yield { line };
}

/** Without any of these in the file there is no promise of its own to drop. */
const PROMISES = /\basync\b|\bPromise</;

/** Finds statements that only call a function, or a method of `this`, which this file declares as async. */
export function* floatingPromise(scan: Scan): Generator<Found> {
  if (!scan.candidates('text').text.includes('(') || !PROMISES.test(scan.stream('text'))) return;
  if (!mayCallOwn(scan)) return;
  const root = structureOf(scan);
  yield* root ? floatingCalls(root) : byLines(scan);
}
