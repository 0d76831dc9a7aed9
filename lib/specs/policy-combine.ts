import { SpecError } from '../errors.ts';
import type { Repo } from '../git/repo.ts';
import type { Rule } from '../types.ts';
import type { Policies } from './policies.ts';
import { effectOf, tightened } from './policy-effects.ts';
import { MOST_POLICIES, type PolicyEntries, type PolicyPlaces } from './policy-places.ts';
import { type Hint, isLinkedRule, type KnowsCheck, type ReadPolicy, readPolicy } from './policy-read.ts';
import { readPolicyTexts } from './policy-texts.ts';
import type { TreeEntry } from './tree.ts';

const NO_RULE: ReadPolicy = { rule: null, fault: null, hints: [] };

/** Policies by the entry that they were read from. */
type Read = ReadonlyMap<TreeEntry, ReadPolicy>;

const readAll = async (
  repo: Repo,
  { head, staged }: PolicyEntries,
  { matches }: PolicyPlaces,
  knows: KnowsCheck,
): Promise<Read> => {
  const readOne = ({ path }: TreeEntry, text: string): ReadPolicy =>
    matches(path) || isLinkedRule(text) ? readPolicy(path, text, knows) : NO_RULE;
  const read = new Map<TreeEntry, ReadPolicy>();
  for (const [entry, one] of await readPolicyTexts(repo, [...head, ...staged]))
    read.set(entry, 'text' in one ? readOne(entry, one.text) : { ...NO_RULE, fault: one.fault });
  return read;
};

/** Two files may lead to one id; the first counts. */
const withoutTwins = (policies: readonly ReadPolicy[]): { rules: Rule[]; faults: string[] } => {
  const rules = new Map<string, Rule>();
  const faults = policies.flatMap(({ fault }) => (fault === null ? [] : [fault]));
  for (const { rule } of policies) {
    const twin = rule && rules.get(rule.id);
    if (rule && twin) faults.push(`${rule.file}: its id ${rule.id} is also that of ${twin.file}`);
    else if (rule) rules.set(rule.id, rule);
  }
  return { rules: [...rules.values()], faults };
};

/** A staged policy that cannot be read stops the commit: once in HEAD it would silently not count. Throws SpecError. */
const acceptable = (staged: readonly ReadPolicy[]): Rule[] => {
  const { rules, faults } = withoutTwins(staged);
  if (faults.length === 0) return rules;
  throw new SpecError(faults.join('\n'), 'Mend or unstage it; docs/rules.md describes how a rule is written.');
};

const pick = (read: Read, entries: readonly TreeEntry[]): ReadPolicy[] =>
  entries.flatMap((entry) => read.get(entry) ?? []);

/** One hint of a kind for each file. */
const hintsOf = (read: Read, { linked }: PolicyEntries): Hint[] => {
  const hints = [...[...read.values()].flatMap((one) => one.hints), ...linked.hints];
  return [...new Map(hints.map((hint) => [`${hint.file}\n${hint.text}`, hint])).values()];
};

const combined = (read: Read, entries: PolicyEntries): Pick<Policies, 'rules' | 'notes'> => {
  const changed = acceptable(pick(read, entries.staged));
  const { rules, faults } = withoutTwins(pick(read, entries.head));
  const find = (list: readonly Rule[], id: string): Rule | undefined => list.find((rule) => rule.id === id);
  const effects = changed.map((rule) => effectOf(rule, find(rules, rule.id), entries.renamed.get(rule.file)));
  const added = effects.flatMap(({ rule }) => (rule ? [rule] : []));
  return {
    rules: [...rules.map((rule) => tightened(rule, find(changed, rule.id))), ...added],
    notes: [
      ...[...entries.linked.faults, ...faults].map((fault) => `a policy does not count: ${fault}`),
      ...effects.map(({ note }) => note),
      ...entries.removed.map((path) => `this commit removes ${path}; it still counts for this commit`),
    ],
  };
};

const firstUse = (read: Read, { staged }: PolicyEntries): Pick<Policies, 'rules' | 'notes'> => {
  const rules = acceptable(pick(read, staged));
  const files = staged.length === 1 ? 'the staged one counts' : `the ${staged.length} staged ones count`;
  return { rules, notes: rules.length > 0 ? [`HEAD has no policies yet; ${files}`] : [] };
};

const beyondNote = ({ beyond }: PolicyEntries): string[] =>
  beyond > 0
    ? [`${beyond + MOST_POLICIES} policies: the first ${MOST_POLICIES} count, the other ${beyond} do not`]
    : [];

/** Reads what was listed and lays it together. Throws SpecError for staged policies that cannot be read, GitError. */
export const combinePolicies = async (
  repo: Repo,
  entries: PolicyEntries,
  places: PolicyPlaces,
  knows: KnowsCheck,
): Promise<Policies> => {
  const read = await readAll(repo, entries, places, knows);
  const { rules, notes } = entries.head.length === 0 ? firstUse(read, entries) : combined(read, entries);
  return { rules, notes: [...notes, ...beyondNote(entries)], hints: hintsOf(read, entries) };
};
