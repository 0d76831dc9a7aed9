import type { Rule } from '../types.ts';
import { normaliseQuote } from './quote.ts';

/**
 * Which quality gives way where two rules ask for opposite things on one line: Correctness over Efficiency, Robustness over
 * Features, Transparency over Convenience. Features are what Evolvability adds to, Convenience what the structural
 * qualities save the author. The lower number goes first; equal ones are a tie.
 */
const ORDER: readonly (readonly string[])[] = [
  ['correctness', 'determinism', 'security'],
  ['robustness', 'resilience'],
  ['transparency', 'operability'],
  ['orthogonality', 'cohesion', 'parsimony', 'evolvability'],
  ['efficiency'],
];

const rankOf = (quality: string): number => {
  const rank = ORDER.findIndex((qualities) => qualities.includes(quality));
  return rank === -1 ? ORDER.length : rank;
};

/** A rule that was found broken on a line, and what the model would write instead. */
export interface Demand {
  readonly rule: Rule;
  readonly fix: string;
}

const meaningful = (line: string): boolean => /[A-Za-z_$]\w/.test(line);

const linesOf = (rule: Rule, kinds: readonly string[], only: (line: number, lines: readonly number[]) => boolean) =>
  rule.body.examples
    .filter(({ kind }) => kinds.includes(kind))
    .flatMap(({ text, lines }) => text.split('\n').filter((_, i) => only(i + 1, lines)))
    .filter(meaningful)
    .map(normaliseQuote);

/** Lines that a rule forbids by its examples. */
const forbidden = (rule: Rule): Set<string> => new Set(linesOf(rule, ['bad'], (line, lines) => lines.includes(line)));

/** Lines that a rule asks for: its good examples, and the fix that was proposed in its name. */
const wanted = ({ rule, fix }: Demand): string[] => [
  ...linesOf(rule, ['good'], () => true),
  ...fix.split('\n').filter(meaningful).map(normaliseQuote),
];

/** True where one rule asks for a line that the other forbids. */
export const contradict = (a: Demand, b: Demand): boolean => {
  const [noA, noB] = [forbidden(a.rule), forbidden(b.rule)];
  return wanted(a).some((line) => noB.has(line)) || wanted(b).some((line) => noA.has(line));
};

/** Which of two contradicting rules gives way: the first, the second, or neither. */
export const givesWay = (a: Rule, b: Rule): 'first' | 'second' | 'tie' => {
  const [one, two] = [rankOf(a.quality), rankOf(b.quality)];
  if (one === two) return 'tie';
  return one > two ? 'first' : 'second';
};
