import type { Hit, RuleHeader } from '../types.ts';
import { domainFinder } from './detect-domain.ts';
import type { Found } from './detect-pattern.ts';
import type { Detectors, FileDetector } from './detect-prepare.ts';
import { openScan, type Scan, type ScanInput } from './detect-scan.ts';

export interface DetectInput extends ScanInput {
  /** Domains that hold for the file whatever it says, as the configuration or the Context Map has them. */
  readonly domains?: readonly string[];
}

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

function* foundBy(detectors: readonly FileDetector[], scan: Scan): Generator<Found> {
  for (const detector of detectors) yield* detector.run(scan);
}

const hitsOf = (rule: RuleHeader, detectors: readonly FileDetector[], scan: Scan): readonly Hit[] => {
  const hits = new Map<number, Hit>();
  const over = new Set<number>();
  for (const found of foundBy(detectors, scan)) {
    const line = firstAdded(scan, found);
    if (line === null || hits.has(line)) continue;
    if (hits.size < MOST_HITS) hits.set(line, hitOf(rule, scan, found, line));
    else over.add(line);
  }
  const sorted = [...hits.values()].sort((a, b) => a.line - b.line);
  return counted(sorted, hits.size + over.size);
};

const speaks = ({ languages }: FileDetector, language: string | null): boolean =>
  languages === null || (language !== null && languages.has(language));

/** Added characters from which it pays to look for a rule's domain before its patterns are tried. */
const DOMAIN_FIRST = 20_000;

/** The detectors that look at a file, rule by rule. */
export const fittingDetectors = (
  detectors: Detectors,
  scan: Scan,
  inDomain: (names: readonly string[]) => boolean,
): ReadonlyMap<RuleHeader, readonly FileDetector[]> => {
  const domainFirst = scan.candidates('text').text.length > DOMAIN_FIRST;
  const fits = (detector: FileDetector): boolean =>
    speaks(detector, scan.language) && detector.fits(scan) && (!domainFirst || inDomain(detector.rule.domains));
  const groups = new Map<RuleHeader, FileDetector[]>();
  for (const detector of detectors.files.filter(fits)) {
    const group = groups.get(detector.rule) ?? [];
    group.push(detector);
    groups.set(detector.rule, group);
  }
  return groups;
};

/**
 * Looks at a file as a whole and reports what is on its added lines, in order. A rule that names domains counts only in a
 * file that belongs to one. Secrets in quotes are made unreadable,
 * whichever rule quotes them. Pure; bounded in time by the length of the text.
 */
export const detectFile = (detectors: Detectors, input: DetectInput): Hit[] => {
  if (input.added !== 'all' && input.added.size === 0) return [];
  const scan = openScan(input);
  const inDomain = domainFinder({ ...input, language: scan.language }, input.domains);
  return [...fittingDetectors(detectors, scan, inDomain)]
    .flatMap(([rule, own]) => {
      const hits = hitsOf(rule, own, scan);
      return hits.length > 0 && inDomain(rule.domains) ? hits : [];
    })
    .map((hit) => ({ ...hit, quote: detectors.redact(hit.quote) }))
    .sort((a, b) => a.line - b.line || (a.rule < b.rule ? -1 : 1));
};
