import type { Dropped, Finding, Severity } from '../types.ts';
import type { Draft } from './drafts.ts';
import { identifier, type Ordinal } from './fingerprint.ts';

/** A finding that knows how sure the model was; reports leave that out. */
export type Weighed = Finding & Pick<Draft, 'p'>;

const RANK: Readonly<Record<Severity, number>> = { block: 0, warn: 1, info: 2 };

/** Gives each draft its fingerprint; equal lines of a file are told apart by their order, in the file where it is known. */
export const identify = (drafts: readonly Draft[], ordinal: Ordinal = () => null): Weighed[] => {
  const identityOf = identifier(ordinal);
  const ordered = [...drafts].sort((a, b) =>
    a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line || (a.rule < b.rule ? -1 : 1),
  );
  return ordered.map(({ text, ...finding }) => ({ id: identityOf({ ...finding, text }), ...finding }));
};

const identifiers = (text: string): Set<string> => new Set(text.match(/[A-Za-z_$][\w$]{2,}/g) ?? []);

const isNear = (a: Finding, b: Finding): boolean => {
  if (a.rule !== b.rule || a.path !== b.path || Math.abs(a.line - b.line) > 5) return false;
  const words = identifiers(a.quote);
  return a.line === b.line || [...identifiers(b.quote)].filter((word) => words.has(word)).length >= 2;
};

/** The most severe first, then what the model was surest of. */
const byWeight = (a: Weighed, b: Weighed): number => RANK[a.severity] - RANK[b.severity] || (b.p ?? 0) - (a.p ?? 0);

interface Settled {
  readonly findings: Finding[];
  readonly dropped: Dropped[];
}

/**
 * Filters G13, G14 and G16 over model findings: what a detector says stays the detector's, neighbours that say the same
 * merge, and at most so many of one rule in one file and in all are shown. What goes is counted.
 */
export const settle = (
  detected: readonly Finding[],
  modelled: readonly Weighed[],
  caps: { perRuleAndFile: number; shown: number },
): Settled => {
  const findings: Finding[] = [];
  const dropped: Dropped[] = [];
  for (const one of [...modelled].sort(byWeight)) {
    const { rule, path, line, quote } = one;
    const drop = (reason: string): number => dropped.push({ reason, rule, path, line, quote: quote.slice(0, 200) });
    if (detected.some((other) => other.rule === rule && other.path === path && other.line === line))
      drop('detector_has_it');
    else if (findings.some((other) => isNear(other, one))) drop('merged');
    else if (findings.filter((other) => other.rule === rule && other.path === path).length >= caps.perRuleAndFile)
      drop('over_cap');
    else if (findings.length >= caps.shown) drop('over_cap');
    else findings.push(one);
  }
  return { findings, dropped };
};
