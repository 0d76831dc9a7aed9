import { createHash } from 'node:crypto';
import type { Hit, RuleHeader } from '../types.ts';
import { counted, hitOf, MOST_HITS } from './detect-file.ts';
import type { Found } from './detect-pattern.ts';
import type { Scan } from './detect-scan.ts';
import { WINDOW } from './detect-window.ts';
import { normaliseLine } from './fingerprint.ts';

/** Characters on both sides of a match that stand for its line where the line is too long. */
const AROUND = 80;

/** Where a rule found something in a piece of a file. */
export interface Place {
  readonly rule: RuleHeader;
  readonly scan: Scan;
  readonly found: Found;
  /** Line of the file on which the piece begins. */
  readonly base: number;
}

/** Stands for a place by its rule and normalised line, so that it is known again where lines were moved. */
export const keyOf = ({ rule, scan, found }: Place): string => {
  const line = scan.line('text', found.line);
  const column = found.column ?? 0;
  const shown = line.length <= WINDOW ? normaliseLine(line) : line.slice(Math.max(0, column - AROUND), column + AROUND);
  return createHash('sha256').update(`${rule.id}\0${shown}`).digest('base64').slice(0, 12);
};

/** Hits of one file: one a rule and line, capped, the rest counted. */
export const collector = () => {
  const byRule = new Map<string, { hits: Map<number, Hit>; over: number }>();
  const add = ({ rule, scan, found, base }: Place): void => {
    const own = byRule.get(rule.id) ?? { hits: new Map<number, Hit>(), over: 0 };
    byRule.set(rule.id, own);
    const hit = hitOf(rule, scan, found, found.line);
    const line = hit.line + base;
    if (own.hits.has(line)) return;
    if (own.hits.size < MOST_HITS) own.hits.set(line, { ...hit, line, endLine: hit.endLine + base });
    else own.over++;
  };
  const hits = (): Hit[] =>
    [...byRule.values()].flatMap((own) => counted([...own.hits.values()], own.hits.size + own.over));
  return { add, hits };
};
