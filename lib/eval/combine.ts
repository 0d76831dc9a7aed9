import type { Blob, Case } from './types.ts';

/** Larger cases out of small ones: changes of one project that touch different files, staged together. */

const isSame = (a: Blob, b: Blob | undefined): boolean =>
  b !== undefined && a.mode === b.mode && a.content.equals(b.content);

const byPath = (files: readonly Blob[]): Map<string, Blob> => new Map(files.map((blob) => [blob.path, blob]));

/** What a case does to each path: the new file, or null where it goes. */
const changesOf = ({ base, staged }: Case): Map<string, Blob | null> => {
  const [before, after] = [byPath(base), byPath(staged)];
  const gone = base.filter(({ path }) => !after.has(path)).map(({ path }) => [path, null] as const);
  const made = staged.filter((blob) => !isSame(blob, before.get(blob.path))).map((blob) => [blob.path, blob] as const);
  return new Map<string, Blob | null>([...gone, ...made]);
};

const isDisjoint = (a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>): boolean =>
  [...b.keys()].every((path) => !a.has(path));

/** What only the sum of changes makes of them: it is large, and its tests are elsewhere. */
const OF_SUMS = ['evo/code-without-test', 'git/oversized-change', 'git/mixed-reformat'];

const unique = <T>(list: readonly T[]): T[] => [...new Set(list)];

const merge = (parts: readonly Case[], id: string, stratum: Case['stratum']): Case | null => {
  const [first] = parts;
  if (!first) return null;
  const changes = new Map(parts.flatMap((one) => [...changesOf(one)]));
  const kept = first.base.filter(({ path }) => !changes.has(path));
  return {
    ...first,
    id,
    stratum,
    staged: [...kept, ...[...changes.values()].filter((blob) => blob !== null)],
    labels: parts.flatMap(({ labels }) => labels),
    neutral: parts.flatMap(({ neutral }) => neutral),
    allowed: unique([...parts.flatMap(({ allowed }) => allowed), ...OF_SUMS]),
    added: parts.reduce((sum, { added }) => sum + added, 0),
    made: 'varied',
  };
};

/** Added lines from which on a change counts as large. */
const LARGE = 150;

/** Parts that one change is made of at most. */
const MOST_PARTS = 40;

/** Takes parts in their order, as long as they touch other files, until `enough` says so. */
const gather = (start: Case, others: readonly Case[], enough: (parts: readonly Case[]) => boolean): Case[] => {
  const parts = [start];
  let touched = changesOf(start);
  for (const one of others) {
    if (enough(parts) || parts.length >= MOST_PARTS) break;
    const changes = changesOf(one);
    if (!isDisjoint(touched, changes)) continue;
    parts.push(one);
    touched = new Map([...touched, ...changes]);
  }
  return parts;
};

const linesIn = (parts: readonly Case[]): number => parts.reduce((sum, { added }) => sum + added, 0);

const rotated = <T>(list: readonly T[], by: number): T[] => [...list.slice(by), ...list.slice(0, by)];

/** Clean changes together, each with the next ones that fit: two, and four. */
const groupsOf = (clean: readonly Case[], size: number): Case[] =>
  clean.flatMap((one, i) => {
    const parts = gather(one, rotated(clean, i + size - 1).slice(0, -1), ({ length }) => length >= size);
    const whole = parts.length === size ? merge(parts, `${one.id}&${size}`, 'D') : null;
    return whole ? [whole] : [];
  });

/** One violation among clean changes of 150 lines or more. */
const largeOf = (bad: readonly Case[], clean: readonly Case[]): Case[] =>
  bad.flatMap((one, i) => {
    const parts = gather(one, rotated(clean, (i * 5) % Math.max(1, clean.length)), (sofar) => linesIn(sofar) >= LARGE);
    // The violation stands somewhere among the rest, not always first.
    const large = linesIn(parts) >= LARGE ? merge(rotated(parts, i % parts.length), `${one.id}&large`, 'E') : null;
    return large ? [{ ...large, template: one.template, file: one.file }] : [];
  });

/** Of the violations every third is also hidden in a large change. */
const EVERY = 3;

/** Cases that are made of several others on the same project. */
export const combined = (cases: readonly Case[]): Case[] => {
  const groups = new Map<string, Case[]>();
  for (const one of cases.filter(({ made, app }) => made === 'written' && app !== undefined)) {
    const key = `${one.split} ${one.app}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].flatMap((group) => {
    const plain = group.filter(({ plain: isPlain }) => isPlain);
    const clean = plain.filter(({ stratum, labels }) => stratum === 'D' && labels.length === 0);
    const bad = plain.filter(({ labels }) => labels.length === 1).filter((_, i) => i % EVERY === 0);
    return [...[2, 3, 4].flatMap((size) => groupsOf(clean, size)), ...largeOf(bad, clean)];
  });
};
