import type { Repo } from './git/repo.ts';
import { isCheck } from './pass/checks/index.ts';
import { builtInBodies, builtInRules } from './specs/library.ts';
import { loadPolicies, type Policies } from './specs/policies.ts';
import type { RawRecord, Rule, RuleBody, RuleHeader } from './types.ts';

/** Every rule there is in a repository: those of lgtm, and its own. */
export interface Rulebook {
  readonly rules: readonly RuleHeader[];
  /** Texts and examples by id; read when first asked for. */
  readonly bodies: () => ReadonlyMap<string, RuleBody>;
  /** What a commit is to be told of the repository's own rules. */
  readonly notes: readonly string[];
  readonly policies: Policies;
}

const warnings = async (repo: Repo, { rules, hints }: Policies, staged: ReadonlySet<string>): Promise<string[]> => {
  const changed = rules.filter(({ file }) => staged.has(file));
  const told = hints.filter(({ file }) => staged.has(file)).map(({ text }) => text);
  if (changed.every(({ paths }) => paths.length === 0)) return told;
  const { unmatchedGlobs } = await import('./specs/policy-globs.ts');
  return [...told, ...(await unmatchedGlobs(repo, changed))];
};

const bodiesOf = (own: readonly Rule[]) => (): ReadonlyMap<string, RuleBody> =>
  own.length === 0
    ? builtInBodies()
    : new Map([...builtInBodies(), ...own.map((rule) => [rule.id, rule.body] as const)]);

/**
 * Opens the rules for a change: `records` are what the commit changes itself, `globs` where policies are looked for. Throws
 * SpecError for staged policies that cannot be read, GitError.
 */
export const openRulebook = async (
  repo: Repo,
  globs: readonly string[],
  records: readonly RawRecord[],
): Promise<Rulebook> => {
  const policies = await loadPolicies(repo, globs, records, isCheck);
  const said = policies.rules.length + policies.hints.length > 0;
  const staged = new Set(records.map(({ path }) => path));
  return {
    rules: [...builtInRules(), ...policies.rules],
    bodies: bodiesOf(policies.rules),
    notes: [...policies.notes, ...(said ? await warnings(repo, policies, staged) : [])],
    policies,
  };
};
