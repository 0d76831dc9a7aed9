import type { Hit, RuleHeader } from '../types.ts';
import { type DetectInput, findsIn, type InDomain, inDomainOf } from './detect-finds.ts';
import type { Found } from './detect-pattern.ts';
import type { Detectors } from './detect-prepare.ts';
import { openScan, type Scan } from './detect-scan.ts';

/** Hits of one rule in one file that are reported; what lies beyond is counted in the last one's note. */
export const MOST_HITS = 500;

/** Characters of a line that are quoted, and how many of them stand before the match in a longer line. */
const QUOTE = { length: 2000, before: 400 } as const;

const quoteOf = (line: string, column = 0): string => {
  if (line.length <= QUOTE.length) return line;
  const start = Math.max(0, column - QUOTE.before);
  return line.slice(start, start + QUOTE.length);
};

/** A find may reach over several lines; it counts where one of them is new, and is reported on the first of those. */
const firstAdded = (scan: Scan, { line, endLine = line }: Found): number | null => {
  for (let number = line; number <= endLine; number++) if (scan.isAdded(number)) return number;
  return null;
};

export const hitOf = (rule: RuleHeader, scan: Scan, found: Found, line: number): Hit => ({
  rule: rule.id,
  path: scan.path,
  line,
  endLine: Math.max(line, found.endLine ?? line),
  quote: quoteOf(scan.line('text', line), line === found.line ? found.column : 0),
  ...(found.note === undefined ? {} : { note: found.note }),
});

/** The hits of one rule, the last one saying how many more there are. */
export const counted = (hits: readonly Hit[], total: number): readonly Hit[] => {
  const last = hits.at(-1);
  if (!last || total <= hits.length) return hits;
  const more = `and ${total - hits.length} more in this file`;
  return [...hits.slice(0, -1), { ...last, note: last.note ? `${last.note}; ${more}` : more }];
};

/** Hits of one rule by line, and the lines beyond the most that are reported. */
interface Tally {
  readonly hits: Map<number, Hit>;
  readonly over: Set<number>;
}

const note = ({ hits, over }: Tally, line: number, make: () => Hit): void => {
  if (hits.has(line)) return;
  if (hits.size < MOST_HITS) hits.set(line, make());
  else over.add(line);
};

const tallied = (detectors: Detectors, scan: Scan, inDomain: InDomain): Iterable<Tally> => {
  const tallies = new Map<RuleHeader, Tally>();
  for (const { rule, found } of findsIn(detectors, scan, inDomain)) {
    const line = firstAdded(scan, found);
    if (line === null) continue;
    const tally = tallies.get(rule) ?? { hits: new Map<number, Hit>(), over: new Set<number>() };
    tallies.set(rule, tally);
    note(tally, line, () => hitOf(rule, scan, found, line));
  }
  return tallies.values();
};

const sorted = ({ hits, over }: Tally): readonly Hit[] =>
  counted(
    [...hits.values()].sort((a, b) => a.line - b.line),
    hits.size + over.size,
  );

/**
 * Looks at a file as a whole and reports what is on its added lines, in order. A rule that names domains counts only in a
 * file that belongs to one. Secrets in quotes are made unreadable,
 * whichever rule quotes them. Pure; bounded in time by the length of the text.
 */
export const detectFile = (detectors: Detectors, input: DetectInput): Hit[] => {
  if (input.added !== 'all' && input.added.size === 0) return [];
  const scan = openScan(input, { words: detectors.words });
  return [...tallied(detectors, scan, inDomainOf(input, scan))]
    .flatMap(sorted)
    .map((hit) => ({ ...hit, quote: detectors.redact(hit.quote) }))
    .sort((a, b) => a.line - b.line || (a.rule < b.rule ? -1 : 1));
};
