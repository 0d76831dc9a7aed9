import type { Hit, Line, Rule, Severity } from '../types.ts';
import type { Chunk } from './chunks.ts';
import type { Claim } from './findings.ts';
import { normaliseLine } from './fingerprint.ts';
import { anchor, normaliseQuote } from './quote.ts';
import { foreignSymbols, isHedged } from './wording.ts';

/** What a claim is measured against: the chunk and rule of the call, and what else is known of the file. */
export interface Ground {
  readonly chunk: Chunk;
  readonly rule: Rule;
  readonly severity: Severity;
  /** Lines of the file on which the rule's own detector fired. */
  readonly gates: readonly Hit[];
  /** The line with comments and strings blanked. */
  readonly code: (line: number) => string;
  /** The statement around a line, as it stands in the staged file. */
  readonly statement: (line: number) => string;
  readonly exempt: ((text: string) => boolean) | null;
  /** Normalised lines that this commit removes anywhere: a line among them was moved, not written. */
  readonly removed: ReadonlySet<string>;
  /** Nothing but the line is proved; to measure what the filters are worth. */
  readonly believing?: boolean;
}

export type Grounding =
  | {
      readonly kind: 'kept';
      readonly line: Line;
      readonly severity: Severity;
      readonly relocated: boolean;
      readonly claim: Claim;
    }
  | { readonly kind: 'dropped'; readonly reason: string; readonly line?: number };

/** Within so many lines of a detector's hit a claim about an H rule is about that hit. */
const GATE_DISTANCE = 3;

const lower: Readonly<Record<Severity, Severity>> = { block: 'warn', warn: 'info', info: 'info' };

const isEcho = (quote: string, { rule, chunk }: Ground): boolean => {
  const q = normaliseQuote(quote);
  const inRule = rule.body.examples.some(({ text }) => text.split('\n').some((line) => normaliseQuote(line) === q));
  return inRule && ![...chunk.tags.values()].some(({ text }) => normaliseQuote(text) === q);
};

const looksAtComments = (rule: Rule): boolean =>
  rule.detect.some((detect) => 'match' in detect && detect.in !== 'code');

const isNoop = (claim: Claim): boolean =>
  claim.fix.trim() !== '' && normaliseQuote(claim.fix) === normaliseQuote(claim.quote);

/** Reasons to drop a claim whose line is proved, in the order of the filters. */
const faultOf = (claim: Claim, line: Line, ground: Ground): string | null => {
  const { rule, gates } = ground;
  if (!looksAtComments(rule) && /^[\s{}()[\];,]*$/.test(ground.code(line.line))) return 'no_code';
  if (rule.class === 'H' && !gates.some((hit) => Math.abs(hit.line - line.line) <= GATE_DISTANCE)) return 'no_gate';
  if (ground.exempt?.(line.text) || ground.exempt?.(ground.statement(line.line))) return 'exempt';
  if (foreignSymbols(claim.why, ground.chunk.text, rule)) return 'foreign_symbol';
  if (isHedged(claim.why) && ground.severity === 'block') return 'hedged';
  return isNoop(claim) ? 'noop_fix' : null;
};

const severityOf = (claim: Claim, line: Line, ground: Ground): Severity => {
  const text = normaliseLine(line.text);
  if (text !== '' && ground.removed.has(text)) return 'info';
  return isHedged(claim.why) ? lower[ground.severity] : ground.severity;
};

/**
 * Filters G3 to G12: proves a claim against the staged text, or says why it is dropped. The severity is the rule's, lowered
 * where the wording hedges (G10) or the line was only moved (G12). Sources of the filters: docs/grounding.md.
 */
export const groundClaim = (claim: Claim, ground: Ground): Grounding => {
  const added = ground.chunk.view.filter(({ kind }) => kind === 'add');
  const tagged = ground.chunk.tags.get(claim.line.trim().replace(/\+$/, ''));
  const claimed = added.find(({ line }) => line === tagged?.line);
  if (!claimed) return { kind: 'dropped', reason: 'not_added' };
  if (ground.believing) return { kind: 'kept', line: claimed, severity: ground.severity, relocated: false, claim };
  const found = anchor(claim.quote, claimed, added);
  if (found.kind === 'lost') {
    const reason = isEcho(claim.quote, ground) ? 'example_echo' : found.reason;
    return { kind: 'dropped', reason, line: claimed.line };
  }
  const reason = faultOf(claim, found.line, ground);
  if (reason) return { kind: 'dropped', reason, line: found.line.line };
  const severity = severityOf(claim, found.line, ground);
  return { kind: 'kept', line: found.line, severity, relocated: found.kind === 'relocated', claim };
};
