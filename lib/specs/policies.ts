import type { Repo } from '../git/repo.ts';
import type { RawRecord, Rule } from '../types.ts';
import { listPolicies, policyPlaces } from './policy-places.ts';
import type { Hint, KnowsCheck } from './policy-read.ts';

/** The rules that a repository adds, and what is to be said about them. */
export interface Policies {
  readonly rules: readonly Rule[];
  /** What this commit does to them, and which of them do not count. */
  readonly notes: readonly string[];
  /** Advice on single files; a commit is told what concerns the files that it stages. */
  readonly hints: readonly Hint[];
}

const NONE: Policies = { rules: [], notes: [], hints: [] };

/**
 * The rules of a repository: HEAD's, tightened by what is staged; where HEAD has none, the staged ones. `records` are what the
 * commit changes itself. Parsers are loaded only where there is a policy. Throws SpecError for staged policies that cannot be
 * read, GitError.
 */
export const loadPolicies = async (
  repo: Repo,
  globs: readonly string[],
  records: readonly RawRecord[],
  knows: KnowsCheck,
): Promise<Policies> => {
  const places = await policyPlaces(globs);
  const entries = await listPolicies(repo, places, records);
  if (entries.head.length + entries.staged.length === 0) return NONE;
  const { combinePolicies } = await import('./policy-combine.ts');
  return combinePolicies(repo, entries, places, knows);
};
