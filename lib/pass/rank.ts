import { isTestPath } from '../text/language.ts';
import type { Risk, Severity } from '../types.ts';
import type { Chunk } from './chunks.ts';
import { isMandatory, type Pair } from './counsel.ts';

/** Which questions are asked first, and which are left where the budget does not reach: by risk, then by what speaks for the rule. */

const SEVERITY: Readonly<Record<Severity, number>> = { block: 3, warn: 2, info: 1 };

/** Kinds of risk in the Context Map that say that a mistake would be dear. */
const DEAR = new Set(['authentication', 'money', 'migration', 'public-interface', 'ci']);

/** Languages of prose and data, where there is less to break. */
const PROSE = new Set(['md', 'txt', 'rst', 'json', 'yaml', 'toml', 'html', 'css']);

const kindWeight = ({ path, language }: Chunk): number => {
  if (isTestPath(path)) return 0;
  return language === null || PROSE.has(language) ? 1 : 2;
};

/** How dear a mistake in a chunk would be: source before tests and prose, and more where a risk of the map names its file. */
export const riskOf = (chunk: Chunk, risks: readonly Risk[]): number =>
  kindWeight(chunk) + (risks.some(({ kind, paths }) => DEAR.has(kind) && paths.includes(chunk.path)) ? 2 : 0);

const compareText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

const firstLine = ({ tags }: Chunk): number => tags.values().next().value?.line ?? 0;

/** A total order, so that the same change is asked about in the same way. */
const compare =
  (risks: readonly Risk[]) =>
  (a: Pair, b: Pair): number =>
    Number(isMandatory(b)) - Number(isMandatory(a)) ||
    SEVERITY[b.rule.inForce] - SEVERITY[a.rule.inForce] ||
    riskOf(b.chunk, risks) - riskOf(a.chunk, risks) ||
    b.score - a.score ||
    compareText(a.chunk.path, b.chunk.path) ||
    firstLine(a.chunk) - firstLine(b.chunk) ||
    compareText(a.rule.id, b.rule.id);

/**
 * The questions that the budget allows, the weightiest first but those about one chunk together, since they share what the
 * server has read; and those that are left, to be listed.
 */
export const withinBudget = (
  pairs: readonly Pair[],
  calls: number,
  risks: readonly Risk[],
): { asked: Pair[]; left: Pair[] } => {
  const ranked = [...pairs].sort(compare(risks));
  const asked = ranked.slice(0, calls);
  const chunks = [...new Set(asked.map(({ chunk }) => chunk))];
  return {
    asked: chunks.flatMap((chunk) => asked.filter((pair) => pair.chunk === chunk)),
    left: ranked.slice(calls),
  };
};
