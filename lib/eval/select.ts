import type { Case, Split } from './types.ts';

/** Which of the cases a run is made of. */
export interface Selection {
  readonly split: Split | 'all';
  /** Only cases that say something about one of these rules; all where null. */
  readonly rules: ReadonlySet<string> | null;
  /** Rules that can be found at all in this run: without a model those that need none. */
  readonly measured: ReadonlySet<string>;
  /** No variants, and few clean changes: minutes instead of hours. */
  readonly quick: boolean;
  /** At most so many cases, spread evenly; all where null. */
  readonly limit: number | null;
}

/** Clean changes of a quick run: enough to see a model that cries wolf, at a sixth of the time. */
const QUICK_CLEAN = 24;

const speaksOf =
  (rules: ReadonlySet<string>) =>
  (one: Case): boolean => {
    if (one.only !== undefined) return rules.has(one.only);
    return one.labels.length === 0 || one.labels.some(({ rule }) => rules.has(rule));
  };

/** `most` of a list, evenly spread over it; the list where it is no longer. */
const spread = <T>(list: readonly T[], most: number): T[] => {
  if (list.length <= most) return [...list];
  return Array.from({ length: most }, (_, i) => list[Math.floor((i * list.length) / most)]).filter(
    (one) => one !== undefined,
  );
};

const isClean = (one: Case): boolean => one.labels.length === 0 && one.only === undefined;

const quickly = (cases: readonly Case[]): Case[] => {
  const written = cases.filter(({ made }) => made !== 'varied');
  const clean = new Set(spread(written.filter(isClean), QUICK_CLEAN));
  return written.filter((one) => !isClean(one) || clean.has(one));
};

/** A lured case is worth nothing without its twin, which is added where it is missing. */
const withTwins = (chosen: readonly Case[], all: readonly Case[]): Case[] => {
  const ids = new Set(chosen.map(({ id }) => id));
  const missing = new Set(chosen.flatMap(({ twin }) => (twin !== undefined && !ids.has(twin) ? [twin] : [])));
  return [...chosen, ...all.filter(({ id }) => missing.has(id))];
};

/** The cases of a run, in the order of the corpus. */
export const selectCases = (cases: readonly Case[], wanted: Selection): Case[] => {
  const { split, rules, measured, quick, limit } = wanted;
  const own = new Set([...measured].filter((id) => rules?.has(id) ?? true));
  const fitting = cases.filter((one) => split === 'all' || one.split === split).filter(speaksOf(own));
  const chosen = quick ? quickly(fitting) : fitting;
  return withTwins(limit === null ? chosen : spread(chosen, limit), cases);
};
