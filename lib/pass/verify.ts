import type { RoleSpec } from '../specs/agents.ts';
import type { Mode } from '../specs/mode.ts';
import type { Message, Question, Reply, Rule } from '../types.ts';
import { type Chunk, dataBlock, plainRow, rowsOf } from './chunks.ts';
import { hydrate } from './hydrate.ts';
import { packet } from './packet.ts';
import { compose } from './prompt.ts';

const YES = 'Yes, it does what the rule forbids.';
const NO = 'No, it does not, or the rule allows it.';

/** Answer length, in tokens: one letter, and room for a model that prefixes a quote or a bracket. */
const LETTER_TOKENS = 4;

/** The chunk with one line marked; the other added lines lose their tags, as nothing may be said about them. */
const marked = (chunk: Chunk, line: number): string =>
  dataBlock(
    chunk,
    rowsOf(chunk.view, (one) => {
      if (one.kind !== 'add') return plainRow(one);
      return one.line === line ? `>> ${one.shown}` : `+  ${one.shown}`;
    }),
  ).text;

const letterOf = (text: string): 'A' | 'B' | null => {
  const letter = /^[\s"'`({[*]*(?:answer\s*:\s*)?([AB])\b/i.exec(text)?.[1]?.toUpperCase();
  return letter === 'A' || letter === 'B' ? letter : null;
};

/** One reported line, and what is needed to ask about it. */
export interface Doubt {
  readonly spec: RoleSpec;
  readonly mode: Mode;
  readonly rule: Rule;
  readonly chunk: Chunk;
  readonly line: number;
}

const messagesOf = ({ spec, mode, rule, chunk, line }: Doubt, yesFirst: boolean): Message[] => {
  const options = yesFirst ? { first: YES, second: NO } : { first: NO, second: YES };
  const own = { injected_rules: hydrate(mode.roles['verifier']?.rules, rule, chunk.language), ...options };
  return compose(spec, packet(mode, 'verifier', { tier2: { change: marked(chunk, line) } }, own));
};

/** The yes/no question about a line, with "yes" as the first option or as the second; one letter is asked for. */
export const verification = (doubt: Doubt, yesFirst: boolean): Question => ({
  messages: messagesOf(doubt, yesFirst),
  schema: null,
  maxTokens: LETTER_TOKENS,
  logprobs: true,
});

/** The answer to one order of the question; `p` is the probability of "yes" where the server gives log-probabilities. */
export interface Vote {
  readonly yes: boolean;
  readonly p: number | null;
}

/** The weight of each letter among the alternatives for the first token; null where neither letter is among them. */
const probabilityOfA = (first: Reply['first']): number | null => {
  const weights = { A: 0, B: 0 };
  for (const { token, logprob } of first ?? []) {
    const letter = letterOf(token);
    if (letter) weights[letter] += Math.exp(logprob);
  }
  const sum = weights.A + weights.B;
  return sum > 0 ? weights.A / sum : null;
};

/** Reads the letter of an answer; null where there is none. */
export const readVote = ({ text, first }: Reply, yesFirst: boolean): Vote | null => {
  const letter = letterOf(text);
  if (letter === null) return null;
  const a = probabilityOfA(first);
  return { yes: (letter === 'A') === yesFirst, p: a === null ? null : yesFirst ? a : 1 - a };
};

/** What both orders together say: `split` where they disagree, `grey` where they agree but not surely, `unread` where one is no answer. */
export interface Opinion {
  readonly kind: 'yes' | 'no' | 'grey' | 'split' | 'unread';
  /** The mean probability of "yes", null where the server does not tell. */
  readonly p: number | null;
}

/** The least probability of a "yes", and how near to it nothing is certain. */
const THRESHOLD = 0.7;
const GREY = 0.15;

/** Rounding must not decide at the edges of the grey zone. */
const EPSILON = 1e-9;

const meanOf = (one: Vote, two: Vote): number | null => (one.p === null || two.p === null ? null : (one.p + two.p) / 2);

/** What two orders that agree on "yes" come to: near the threshold nothing is certain. */
const strength = (p: number, threshold: number): Opinion['kind'] => {
  if (Math.abs(p - threshold) < GREY - EPSILON) return 'grey';
  return p >= threshold ? 'yes' : 'no';
};

/** Weighs the two orders. Without probabilities both must say the same. */
export const opinionOf = (one: Vote | null, two: Vote | null, threshold = THRESHOLD): Opinion => {
  if (!one || !two) return { kind: 'unread', p: null };
  const p = meanOf(one, two);
  if (one.yes !== two.yes) return { kind: 'split', p };
  if (!one.yes) return { kind: 'no', p };
  return { kind: p === null ? 'yes' : strength(p, threshold), p };
};

/** True where a finding may be called verified: both orders say yes, and their mean is at the threshold or above. */
export const isAgreed = ({ kind, p }: Opinion, threshold = THRESHOLD): boolean =>
  kind === 'yes' || (kind === 'grey' && p !== null && p >= threshold);
