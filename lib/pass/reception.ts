import { createHash } from 'node:crypto';
import type { Feedback, Open, Reception } from '../state/feedback.ts';
import { normaliseLine } from './fingerprint.ts';

/** Digest of a line, by which it is known again without being kept. */
export const lineDigest = (line: string): string =>
  createHash('sha256').update(normaliseLine(line)).digest('hex').slice(0, 16);

/** What a later run sees of a place. */
export interface Sight {
  /** Findings that are shown now. */
  readonly shown: readonly Open[];
  /** Findings that are set aside now, whoever did it. */
  readonly dismissed: ReadonlySet<string>;
  /** Digests of the lines of a file as it is staged; null where it is gone, undefined where it was not looked at. */
  readonly lines: (path: string) => ReadonlySet<string> | null | undefined;
  /** Whether the change under review touches a path; what it does not touch was committed. */
  readonly touches: (path: string) => boolean;
}

type Fate = 'open' | 'changed' | 'dismissed' | 'stood';

const fateOf = (one: Open, sight: Sight, shown: ReadonlySet<string>): Fate => {
  if (shown.has(one.id)) return 'open';
  if (sight.dismissed.has(one.id)) return 'dismissed';
  const lines = sight.lines(one.path);
  if (lines === undefined) return 'open';
  if (!lines?.has(one.text)) return 'changed';
  // Still there and not reported: perhaps no model could be asked this time. Only what was committed is decided.
  return sight.touches(one.path) ? 'open' : 'stood';
};

const NOTHING: Reception = { shown: 0, changed: 0, dismissed: 0, stood: 0 };

/** Counts what became of the findings of earlier runs, and takes up those that are new. */
export const received = (before: Feedback, sight: Sight): Feedback => {
  const rules = new Map(Object.entries(before.rules));
  const count = (rule: string, what: keyof Reception): void => {
    const sofar = rules.get(rule) ?? NOTHING;
    rules.set(rule, { ...sofar, [what]: sofar[what] + 1 });
  };
  const shown = new Set(sight.shown.map(({ id }) => id));
  const open: Open[] = [];
  for (const one of before.open) {
    const fate = fateOf(one, sight, shown);
    if (fate === 'open') open.push(one);
    else count(one.rule, fate);
  }
  const known = new Set(open.map(({ id }) => id));
  for (const one of sight.shown.filter(({ id }) => !known.has(id))) {
    open.push(one);
    count(one.rule, 'shown');
  }
  return { open, rules: Object.fromEntries(rules) };
};
