import type { Hit, RuleHeader, Severity, Tier0 } from '../types.ts';
import type { Chunk } from './chunks.ts';
import { type Place, type Scope, scopeTest } from './scope.ts';
import { scoreRule } from './score.ts';

/** A rule with the severity that is in force for this review. */
export interface ActiveRule extends RuleHeader {
  readonly inForce: Severity;
}

/** One closed question: one rule about one chunk. */
export interface Pair {
  readonly rule: ActiveRule;
  readonly chunk: Chunk;
  readonly score: number;
  readonly why: string;
}

const SEVERITY: Readonly<Record<Severity, number>> = { block: 3, warn: 2, info: 1 };

/** An H rule needs its detector, an M rule one of its signs, or where it has none something that speaks for it. */
const isCalledFor = (rule: ActiveRule, score: number, gated: boolean): boolean =>
  rule.class === 'H' || rule.detect.length > 0 ? gated : score >= 1;

/** A rule with the severity that it has for a path, where that differs. */
const atPath = (rule: ActiveRule, path: string, { level }: Scope): ActiveRule => {
  const inForce = level?.(rule, path) ?? rule.inForce;
  return inForce === 'off' || inForce === rule.inForce ? rule : { ...rule, inForce };
};

/** A rule that a model may be asked about, made ready for many chunks. */
interface Askable {
  readonly rule: ActiveRule;
  readonly outOfScope: (file: Place) => string | null;
  /** Nothing but a hit of its own detectors calls for it. */
  readonly needsHit: boolean;
}

const askable = (rules: readonly ActiveRule[], scope: Scope): Askable[] =>
  rules
    .filter((rule) => rule.class !== 'D')
    .map((rule) => ({
      rule,
      outOfScope: scopeTest(rule, scope),
      needsHit: rule.class === 'H' || rule.detect.length > 0,
    }));

/** `gates` are the hits in the chunk's file. */
const candidatesFor = (
  rules: readonly Askable[],
  chunk: Chunk,
  gates: readonly Hit[],
  scope: Scope,
  tier0: Tier0,
): Pair[] => {
  const hit = new Set(gates.map(({ rule }) => rule));
  return rules
    .filter(({ rule, needsHit, outOfScope }) => (!needsHit || hit.has(rule.id)) && outOfScope(chunk) === null)
    .map(({ rule }) => atPath(rule, chunk.path, scope))
    .flatMap((rule) => {
      const { score, gated, reasons } = scoreRule(rule, chunk, gates, scope.domains, tier0);
      const why = [chunk.language ?? 'any language', ...reasons].join('; ');
      return isCalledFor(rule, score, gated) ? [{ rule, chunk, score, why }] : [];
    });
};

const hitsByPath = (hits: readonly Hit[]): ReadonlyMap<string, readonly Hit[]> => {
  const byPath = new Map<string, Hit[]>();
  for (const hit of hits) {
    const own = byPath.get(hit.path);
    if (own) own.push(hit);
    else byPath.set(hit.path, [hit]);
  }
  return byPath;
};

const byWeight = (a: Pair, b: Pair): number =>
  SEVERITY[b.rule.inForce] - SEVERITY[a.rule.inForce] || b.score - a.score || (a.rule.id < b.rule.id ? -1 : 1);

/** Rules that stay whatever the budget or a model says: gated ones, the repository's own, and those that block. */
export const isMandatory = ({ rule }: Pair): boolean =>
  rule.class === 'H' || rule.origin === 'local' || rule.inForce === 'block';

/**
 * Counsel: which rules are asked about which chunk, with the reason for each. Sees headers only, never a rule's text.
 * At most `perChunk` M rules a chunk beside the mandatory ones; strongest first within a chunk.
 */
export const choosePairs = (
  rules: readonly ActiveRule[],
  chunks: readonly Chunk[],
  gates: readonly Hit[],
  scope: Scope,
  tier0: Tier0,
  perChunk: number,
): Pair[] => {
  const ready = askable(rules, scope);
  const hits = hitsByPath(gates);
  return chunks.flatMap((chunk) => {
    const sorted = candidatesFor(ready, chunk, hits.get(chunk.path) ?? [], scope, tier0).sort(byWeight);
    const kept = sorted.filter(isMandatory);
    return [...kept, ...sorted.filter((pair) => !isMandatory(pair)).slice(0, perChunk)];
  });
};
