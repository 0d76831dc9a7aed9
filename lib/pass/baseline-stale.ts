import { languageOf } from '../text/language.ts';
import { splitLines } from '../text/lines.ts';
import type { RuleHeader } from '../types.ts';
import type { BaselineEntry } from './baseline.ts';
import { CHANGE_CHECKS } from './checks/index.ts';
import { type Detectors, detectFile } from './detect.ts';
import { MOST_HITS } from './detect-file.ts';
import { fingerprint, identifier, type Ordinal, ordinalsOf } from './fingerprint.ts';

/** A file that was looked at: its whole text, or null where it is gone. */
export interface LookedAt {
  readonly path: string;
  readonly text: string | null;
  /** The name under which the entries know it; its own where it was not renamed. */
  readonly knownAs: string;
}

/** The rules by which entries are judged: those that exist, and those in force. */
export interface Judges {
  readonly known: ReadonlySet<string>;
  readonly active: readonly RuleHeader[];
  readonly detectors: Detectors;
  /** Fields of work that are assumed for a path, whatever its file says. */
  readonly domains?: (path: string) => readonly string[];
}

/** How a rule can be asked whether it would still say something of a file as a whole. */
type Way = 'detector' | 'lines' | 'none';

const wayOf = (rule: RuleHeader | undefined): Way => {
  if (!rule) return 'none';
  if (rule.class !== 'D') return 'lines';
  return rule.detect.some((one) => 'check' in one && one.check in CHANGE_CHECKS) ? 'none' : 'detector';
};

interface File {
  readonly path: string;
  readonly knownAs: string;
  readonly text: string;
}

/** Fingerprints of what the detectors find in a whole file, under the name that its entries know, rule by rule. */
const detected = (
  { detectors, domains = () => [] }: Judges,
  { path, knownAs, text }: File,
  ordinal: Ordinal,
): ReadonlyMap<string, ReadonlySet<string>> => {
  const ids = new Map<string, Set<string>>();
  const identityOf = identifier(ordinal);
  const input = { path, text, language: languageOf(path), added: 'all', domains: domains(path) } as const;
  for (const { rule, line, quote } of detectFile(detectors, input)) {
    const id = identityOf({ rule, path: knownAs, line, text: quote });
    ids.set(rule, (ids.get(rule) ?? new Set()).add(id));
  }
  return ids;
};

/** Fingerprints that a finding of a rule could have on any line of a file, its secrets unreadable or not. */
const onLines = (rule: string, { knownAs, text }: File, ordinal: Ordinal, { redact }: Detectors): ReadonlySet<string> =>
  new Set(
    splitLines(text).flatMap((line, i) =>
      [...new Set([line, redact(line)])].map((one) => fingerprint(rule, knownAs, one, ordinal(knownAs, i + 1) ?? 0)),
    ),
  );

/** The fingerprints that may still occur in one file, rule by rule; null where that cannot be told. */
const liveIn = (
  judges: Judges,
  { path, knownAs, text }: LookedAt,
): ((rule: string, way: Way) => ReadonlySet<string> | null) => {
  const file = { path, knownAs, text: text ?? '' };
  const ordinal = ordinalsOf([{ path: knownAs, text: file.text, addedLines: [] }]);
  let found: ReadonlyMap<string, ReadonlySet<string>> | null = null;
  const lines = new Map<string, ReadonlySet<string>>();
  return (rule, way) => {
    if (way === 'none') return null;
    if (way === 'lines') {
      const ids = lines.get(rule) ?? onLines(rule, file, ordinal, judges.detectors);
      lines.set(rule, ids);
      return ids;
    }
    found ??= detected(judges, file, ordinal);
    const ids = found.get(rule) ?? new Set();
    return ids.size >= MOST_HITS ? null : ids;
  };
};

/**
 * The entries of a baseline that match nothing any more: their file was looked at as a whole and what they name is not in
 * it, their file is gone, or their rule does not exist. What cannot be judged is not stale.
 */
export const staleEntries = (
  entries: readonly BaselineEntry[],
  looked: readonly LookedAt[],
  judges: Judges,
): BaselineEntry[] => {
  const { known, active } = judges;
  const rules = new Map(active.map((rule) => [rule.id, rule]));
  const files = new Map(looked.map((file) => [file.knownAs, { file, live: liveIn(judges, file) }]));
  return entries.filter((entry) => {
    const at = files.get(entry.path);
    if (!at) return false;
    if (at.file.text === null || !known.has(entry.rule)) return true;
    const ids = at.live(entry.rule, wayOf(rules.get(entry.rule)));
    return ids !== null && !ids.has(entry.id);
  });
};
