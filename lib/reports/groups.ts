import { visible } from '../text/visible.ts';
import type { Dropped, NotReviewed, Suppressed } from '../types.ts';
import { oneLine, placeOf } from './words.ts';

/** Items that a terminal lists for one reason; the rest is counted. */
const LISTED = 5;

/** Nothing of these was there to be read, so a terminal does not speak of them; the JSON report does. */
const NOTHING_TO_READ: ReadonlySet<string> = new Set(['deleted', 'mode-only', 'empty', 'same-as-parent']);

/** How many model answers fell for each reason, in order of appearance. */
export const countBy = (dropped: readonly Dropped[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const { reason, count = 1 } of dropped) counts.set(reason, (counts.get(reason) ?? 0) + count);
  return counts;
};

const groupBy = <T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> => {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
};

const firstOf = (items: readonly string[], most: number): string => {
  const shown = items.slice(0, most).join(', ');
  return items.length > most ? `${shown} and ${items.length - most} more` : shown;
};

const pathWith = (path: string, entries: readonly NotReviewed[]): string => {
  const rules = new Set(entries.flatMap(({ rule }) => (rule === undefined ? [] : [rule])));
  const [only = ''] = rules;
  const suffix = rules.size > 1 ? ` (${rules.size} rules)` : only && ` (${visible(only)})`;
  return `${visible(path) || 'the whole change'}${suffix}`;
};

interface LeftOut {
  readonly paths: number;
  readonly reasons: readonly string[];
}

/** "lock-file: package-lock.json", a line a reason, and how many paths that is; what there was nothing to read of is not told. */
export const leftOut = (notReviewed: readonly NotReviewed[]): LeftOut => {
  const told = notReviewed.filter(({ reason }) => !NOTHING_TO_READ.has(reason));
  const reasons = [...groupBy(told, ({ reason }) => reason)].map(([reason, entries]) => {
    const paths = [...groupBy(entries, ({ path }) => path)].map(([path, ofPath]) => pathWith(path, ofPath));
    return `${oneLine(reason)}: ${firstOf(paths, LISTED)}`;
  });
  const rest = reasons.length - LISTED;
  const shown = rest > 0 ? [...reasons.slice(0, LISTED), `and ${rest} more reasons`] : reasons;
  return { paths: new Set(told.map(({ path }) => path)).size, reasons: shown };
};

/** "3 quote not found, 1 merged". */
export const fallen = (dropped: readonly Dropped[]): string =>
  firstOf(
    [...countBy(dropped)].map(([reason, count]) => `${count} ${oneLine(reason.replaceAll('_', ' '))}`),
    LISTED,
  );

const BY: Readonly<Record<Suppressed['by'], string>> = {
  waiver: 'waived',
  baseline: 'in the baseline',
  dismissed: 'dismissed',
};

const means = ({ by, added }: Suppressed): string => (added ? `${BY[by]} by this commit` : BY[by]);

const suppression = (one: Suppressed): string => {
  const { finding } = one;
  return `${means(one)}: ${placeOf(finding)} ${visible(finding.rule)}: ${oneLine(one.reason) || 'no reason given'}`;
};

/** "waived: src/a.js:3 RULE: REASON", a line a finding; what this commit suppresses itself comes first. */
export const suppressions = (suppressed: readonly Suppressed[]): readonly string[] => {
  const sorted = [...suppressed].sort((a, b) => Number(b.added) - Number(a.added));
  return [...groupBy(sorted, means)].flatMap(([how, group]) => {
    const rest = group.length - LISTED;
    const items = group.slice(0, LISTED).map(suppression);
    return rest > 0 ? [...items, `and ${rest} more ${how}`] : items;
  });
};
