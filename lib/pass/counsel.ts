import { isTestPath } from '../text/language.ts';
import type { Hit, RuleHeader, SelectedRule, Severity, StagedFile, Tier0 } from '../types.ts';
import type { Chunk } from './chunks.ts';
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

export interface Scope {
  /** Domains that hold for a path: those found in the file and those that the configuration forces. */
  readonly domains: (path: string) => readonly string[];
  /** The severity in force for a path, where the configuration refines it. */
  readonly level?: (rule: RuleHeader, path: string) => Severity | 'off';
}

/** Whether a rule can apply to a path at all; null where it can, else why not. */
export const outOfScope = (
  rule: RuleHeader,
  file: { path: string; language: string | null },
  scope: Scope,
): string | null => {
  const languages = rule.languages.filter((name) => name !== '*');
  if (languages.length > 0 && !(file.language && languages.includes(file.language)))
    return `language is ${file.language ?? 'unknown'}`;
  if (rule.pathPattern !== undefined && !new RegExp(rule.pathPattern).test(file.path))
    return `path is outside ${rule.paths.join(', ')}`;
  if (rule.domains.length > 0 && !rule.domains.some((domain) => scope.domains(file.path).includes(domain)))
    return `domain ${rule.domains.join(', ')} was not found`;
  return scope.level?.(rule, file.path) === 'off' ? 'switched off for this path' : null;
};

const SEVERITY: Readonly<Record<Severity, number>> = { block: 3, warn: 2, info: 1 };

/**
 * An H rule needs its detector, an M rule one of its signs, or where it has none something that speaks for it; tests are no
 * subject of the built-in M rules.
 */
const isCalledFor = (rule: ActiveRule, chunk: Chunk, score: number, gated: boolean): boolean => {
  if (rule.class === 'H') return gated;
  if (rule.origin === 'built-in' && isTestPath(chunk.path)) return false;
  return rule.detect.length > 0 ? gated : score >= 1;
};

/** A rule with the severity that it has for a path, where that differs. */
const atPath = (rule: ActiveRule, path: string, { level }: Scope): ActiveRule => {
  const inForce = level?.(rule, path) ?? rule.inForce;
  return inForce === 'off' || inForce === rule.inForce ? rule : { ...rule, inForce };
};

const candidatesFor = (
  rules: readonly ActiveRule[],
  chunk: Chunk,
  gates: readonly Hit[],
  scope: Scope,
  tier0: Tier0,
): Pair[] =>
  rules
    .filter((rule) => rule.class !== 'D' && outOfScope(rule, chunk, scope) === null)
    .map((rule) => atPath(rule, chunk.path, scope))
    .flatMap((rule) => {
      const { score, gated, reasons } = scoreRule(rule, chunk, gates, scope.domains, tier0);
      const why = [chunk.language ?? 'any language', ...reasons].join('; ');
      return isCalledFor(rule, chunk, score, gated) ? [{ rule, chunk, score, why }] : [];
    });

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
): Pair[] =>
  chunks.flatMap((chunk) => {
    const sorted = candidatesFor(rules, chunk, gates, scope, tier0).sort(byWeight);
    const kept = sorted.filter(isMandatory);
    return [...kept, ...sorted.filter((pair) => !isMandatory(pair)).slice(0, perChunk)];
  });

/** The rules that apply to a change, once each, with the reason: what the report lists. */
export const selectedRules = (
  rules: readonly ActiveRule[],
  files: readonly StagedFile[],
  pairs: readonly Pair[],
  scope: Scope,
): SelectedRule[] =>
  rules.flatMap((rule) => {
    const asked = pairs.find((pair) => pair.rule.id === rule.id);
    if (asked) return [{ id: rule.id, why: asked.why }];
    if (rule.class !== 'D') return [];
    const file = files.find((one) => one.kind === 'file' && outOfScope(rule, one, scope) === null);
    return file
      ? [
          {
            id: rule.id,
            why: rule.languages.length > 0 && file.language ? `language ${file.language}` : 'every change',
          },
        ]
      : [];
  });
