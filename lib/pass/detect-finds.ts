import { once } from '../text/once.ts';
import type { RuleHeader } from '../types.ts';
import { domainFinder } from './detect-domain.ts';
import type { Found } from './detect-pattern.ts';
import type { Detectors } from './detect-prepare.ts';
import { type FileDetector, ready } from './detect-ready.ts';
import type { Scan, ScanInput } from './detect-scan.ts';

export interface DetectInput extends ScanInput {
  /** Domains that hold for the file whatever it says, as the configuration or the Context Map has them. */
  readonly domains?: readonly string[];
}

/** Whether a detector looks at files of a language at all. */
export const speaks = ({ languages }: FileDetector, language: string | null): boolean =>
  languages === null || (language !== null && languages.includes(language));

const mayFind = (detector: FileDetector, scan: Scan): boolean => {
  if (!speaks(detector, scan.language)) return false;
  const { named, needs } = ready(detector);
  return named(scan) && needs.every(({ of, needles }) => scan.holds(of, needles));
};

export type InDomain = (names: readonly string[]) => boolean;

/** Tells whether a file belongs to one of some domains; most files are never asked about. */
export const inDomainOf = (input: DetectInput, scan: Scan): InDomain => {
  const finder = once(() => domainFinder({ ...input, language: scan.language }, input.domains));
  return (names) => names.length === 0 || finder()(names);
};

/** Characters, of a text and of its added lines, from which it pays to ask where a rule holds before its patterns are tried. */
const ASKED_FIRST = 20_000;

/** What is asked before anything is looked for: whether a rule holds at the place, and in the domain. */
interface Asked {
  readonly place: boolean;
  readonly domain: boolean;
}

/** What a detector finds, and nothing where its rule does not hold: asked first, or of the first find. */
function* findsOf(detector: FileDetector, scan: Scan, inDomain: InDomain, first: Asked): Generator<Found> {
  const { fits, run } = ready(detector);
  const isHere = once(() => fits(scan));
  const isOfDomain = once(() => inDomain(detector.rule.domains));
  if ((first.place && !isHere()) || (first.domain && !isOfDomain())) return;
  for (const found of run(scan)) {
    if (!isHere() || !isOfDomain()) return;
    yield found;
  }
}

/** Everything that the detectors find in a file, on new lines or not, rule by rule. */
export function* findsIn(
  { files }: Detectors,
  scan: Scan,
  inDomain: InDomain,
): Generator<{ readonly rule: RuleHeader; readonly found: Found }> {
  const place = scan.length > ASKED_FIRST;
  const first: Asked = { place, domain: place && scan.candidates('text').text.length > ASKED_FIRST };
  for (const detector of files) {
    if (!mayFind(detector, scan)) continue;
    for (const found of findsOf(detector, scan, inDomain, first)) yield { rule: detector.rule, found };
  }
}
