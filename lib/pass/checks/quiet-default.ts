import type { Found } from '../detect-pattern.ts';
import type { Scan } from '../detect-scan.ts';
import { linesOf, type SyntaxNode, structureOf } from '../structure.ts';

const CLOSED = /\b(?:kind|type|status|state|tag|variant)\s{0,3}\)/;
const SWITCH = new RegExp(`\\bswitch\\s{0,3}\\([^()\\n]{0,80}${CLOSED.source}`);
const DEFAULT = /^\s{0,80}default\s{0,3}:/;

/** What a default does that does not go on quietly. */
const LOUD = /\b(?:never|assertNever|unreachable|exhaustive\w{0,10}|throw|satisfies)\b/;

/** Lines in which the head of the switch, and the end of its default, are looked for without a syntax tree. */
const AROUND = { before: 40, after: 3 } as const;

const codeOf = (scan: Scan, from: number, to: number): string[] => {
  const [first, last] = [Math.max(1, from), Math.min(scan.count(), to)];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => scan.line('code', first + i).slice(0, 2000));
};

function* byTree(scan: Scan, root: SyntaxNode): Generator<Found> {
  for (const branch of root.findAll({ rule: { kind: 'switch_default' } })) {
    const head = branch.parent()?.parent()?.field('value')?.text() ?? '';
    const { line, endLine } = linesOf(branch);
    if (CLOSED.test(head) && !codeOf(scan, line, endLine).some((code) => LOUD.test(code))) yield { line };
  }
}

function* byLines(scan: Scan): Generator<Found> {
  const lines = scan.candidates('code');
  for (let index = 0; index < lines.count; index++) {
    const line = lines.number(index);
    if (!DEFAULT.test(scan.line('code', line).slice(0, 2000))) continue;
    const before = codeOf(scan, line - AROUND.before, line);
    if (!before.some((code) => SWITCH.test(code))) continue;
    if (!codeOf(scan, line, line + AROUND.after).some((code) => LOUD.test(code))) yield { line };
  }
}

/** Finds the default of a switch over a closed set of kinds that goes on quietly. */
export function* quietDefault(scan: Scan): Generator<Found> {
  const isThere = (name: 'text' | 'code'): boolean => /\bdefault\s{0,3}:/.test(scan.candidates(name).text);
  // Without such a head no default counts, and no syntax tree needs to be made.
  if (!isThere('text') || !isThere('code') || !CLOSED.test(scan.stream('text'))) return;
  const root = structureOf(scan);
  yield* root ? byTree(scan, root) : byLines(scan);
}
