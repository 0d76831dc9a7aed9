import type { Finding, Hit, RuleBody, Severity } from '../types.ts';
import type { ActiveRule, Pair } from './counsel.ts';

/** A finding before it has its fingerprint. */
export interface Draft extends Omit<Finding, 'id'> {
  /** The line as staged; its normalised form enters the fingerprint. */
  readonly text: string;
  /** How sure the model was when it was asked again, from 0 to 1, where that is known. */
  readonly p?: number;
}

const firstSentence = (text: string): string => {
  const plain = text.replace(/\s+/g, ' ').trim();
  return /^.{20,}?[.!?](?=\s|$)/.exec(plain)?.[0] ?? plain;
};

const firstItem = (text: string): string =>
  text
    .split('\n')
    .find((line) => line.trim() !== '')
    ?.replace(/^\s*[-*]\s+/, '')
    .replace(/\s+/g, ' ')
    .trim() ?? '';

/** Why a rule exists and what to do, in a sentence each, from its own text. */
export const adviceOf = (body: RuleBody | undefined): { message: string; fix: string } => ({
  message: body ? firstSentence(body.definition) : '',
  fix: body ? firstItem(body.requirements) : '',
});

/** A detector's hit as a finding; its severity is the one in force for the rule. */
export const draftOfHit = (hit: Hit, rule: ActiveRule, body: RuleBody | undefined): Draft => {
  const { message, fix } = adviceOf(body);
  return {
    rule: rule.id,
    title: rule.title,
    severity: rule.inForce,
    source: 'detector',
    path: hit.path,
    line: hit.line,
    endLine: hit.endLine,
    quote: hit.quote,
    text: hit.quote,
    message: [hit.note, message].filter(Boolean).join('. '),
    ...(fix ? { fix } : {}),
  };
};

/** What a model said about a line, proved. */
interface ProvedClaim {
  readonly pair: Pair;
  readonly line: number;
  readonly quote: string;
  readonly why: string;
  readonly fix: string;
  readonly severity: Severity;
  readonly verified: boolean;
  readonly p?: number;
  /** How the model did on this rule when it was measured, in words. */
  readonly measured?: string;
}

/** Characters of a model's own words that are shown, and of a line that is quoted. */
const SAID = 160;
const QUOTED = 2000;

/** G18: what the rule says comes first, the model's own words after it, cut to size. */
export const draftOfProved = (one: ProvedClaim, body: RuleBody | undefined): Draft => {
  const { pair, line, quote, severity, verified, p } = one;
  const { message, fix } = adviceOf(body);
  const [said, instead] = [one.why, one.fix].map((text) => text.replace(/\s+/g, ' ').trim().slice(0, SAID));
  return {
    rule: pair.rule.id,
    title: pair.rule.title,
    severity,
    source: 'model',
    path: pair.chunk.path,
    ...{ line, endLine: line },
    quote: quote.slice(0, QUOTED),
    text: quote,
    message: [message, said && `The model: ${said}`, one.measured && `Measured: ${one.measured}.`]
      .filter(Boolean)
      .join(' '),
    ...(instead || fix ? { fix: instead || fix } : {}),
    verified,
    ...(p === undefined ? {} : { p }),
  };
};
