import { DEFAULTS } from './config.ts';
import type { Level, RepoConfig } from './schema.ts';

const RANK: Readonly<Record<Level, number>> = { off: 0, info: 1, warn: 2, block: 3 };

/** The stricter of two severities. */
export const stricter = (a: Level, b: Level): Level => (RANK[a] >= RANK[b] ? a : b);

/**
 * Without an entry a rule has its own severity, which is not known here: only `block` is surely not looser than it, and
 * only `off` is surely looser.
 */
const tightens = (before: Level | undefined, after: Level | undefined): boolean => {
  if (after === 'block') return true;
  if (before === undefined || after === undefined) return before === 'off';
  return RANK[after] > RANK[before];
};

type Severities = Readonly<Record<string, Level>>;

/** Rule by rule: takes the staged value where it is at least as strict as HEAD's, names it where it would loosen. */
const stricterRules = (before: Severities, after: Severities): { rules: Record<string, Level>; later: string[] } => {
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (id) => before[id] !== after[id],
  );
  const tighter = new Set(changed.filter((id) => tightens(before[id], after[id])));
  const kept = Object.entries(before).filter(([id]) => !tighter.has(id));
  const taken = Object.entries(after).filter(([id]) => tighter.has(id));
  const later = changed.filter((id) => !tighter.has(id)).map((id) => `rules.${id}`);
  return { rules: Object.fromEntries([...kept, ...taken]), later };
};

/** From loose to strict. */
const ORDER: Readonly<Record<'mode' | 'failOn' | 'onNotReviewed' | 'waivers', readonly string[]>> = {
  mode: ['off', 'warn', 'block'],
  failOn: ['block', 'warn'],
  onNotReviewed: ['warn', 'block'],
  waivers: ['any', 'head'],
};

type Ordered = keyof typeof ORDER;

const isOrdered = (key: string): key is Ordered => key in ORDER;

/** How much stricter the staged value is: less than zero where it loosens. */
const change = (key: Ordered, head: RepoConfig, staged: RepoConfig): number => {
  const at = (value: string | undefined): number => ORDER[key].indexOf(value ?? DEFAULTS[key]);
  return at(staged[key]) - at(head[key]);
};

const form = (value: unknown): string =>
  JSON.stringify(Array.isArray(value) && value.every((one) => typeof one === 'string') ? [...value].sort() : value);

const differs = (key: keyof RepoConfig, head: RepoConfig, staged: RepoConfig): boolean => {
  const otherwise = key === 'budget' ? {} : DEFAULTS[key];
  return form(head[key] ?? otherwise) !== form(staged[key] ?? otherwise);
};

/** Each key that is compared as a whole: no order between its values, so that no change of it is surely a tightening. */
const WHOLE = ['model', 'deadline', 'include', 'exclude', 'overrides', 'policies', 'counsel', 'verification'] as const;
const ALL: readonly (keyof RepoConfig)[] = [...WHOLE, 'budget', 'hooks'];

/**
 * The configuration of a commit that changes it: HEAD's, tightened by the staged one. A commit cannot weaken its own
 * review; what does not tighten is named in `later` and counts from the next commit on.
 */
export const tighten = (head: RepoConfig, staged: RepoConfig): { values: RepoConfig; later: readonly string[] } => {
  const { rules, later } = stricterRules(head.rules ?? {}, staged.rules ?? {});
  const ordered = Object.keys(ORDER).filter(isOrdered);
  const tighter = ordered.filter((key) => change(key, head, staged) > 0);
  const domains = [...new Set([...(head.domains ?? []), ...(staged.domains ?? [])])];
  return {
    values: {
      ...head,
      ...Object.fromEntries(tighter.map((key) => [key, staged[key]])),
      ...(Object.keys(rules).length > 0 || head.rules ? { rules } : {}),
      ...(domains.length > 0 ? { domains } : {}),
    },
    later: [
      ...later,
      ...ordered.filter((key) => change(key, head, staged) < 0),
      ...ALL.filter((key) => differs(key, head, staged)),
      ...(domains.length > (staged.domains ?? []).length ? ['domains'] : []),
    ],
  };
};
