import { type ByPath, openByPath } from '../config/by-path.ts';
import { type Config, DEFAULTS } from '../config/config.ts';
import { loadConfig } from '../config/load.ts';
import { GitError, messageOf, SpecError, UsageError } from '../errors.ts';
import { readManifest } from '../git/manifest.ts';
import { openRepo, type Repo } from '../git/repo.ts';
import { openRulebook, type Rulebook } from '../rulebook.ts';
import { nearest } from '../text/nearest.ts';
import type { RawRecord, RuleBody, RuleHeader } from '../types.ts';
import type { Invocation } from './table.ts';

/** The rules as a commit made now would be held against them; outside of a repository those of lgtm. */
export interface Book {
  readonly repo: Repo | null;
  readonly rules: readonly RuleHeader[];
  readonly bodies: () => ReadonlyMap<string, RuleBody>;
  readonly byPath: ByPath;
  /** Globs at which policies are looked for. */
  readonly policies: readonly string[];
  /** How findings of a model are verified here. */
  readonly verification: Config['verification'];
  readonly notes: readonly string[];
}

const repoAround = async ({ cwd, env }: Invocation): Promise<Repo | null> => {
  try {
    return await openRepo(cwd, env);
  } catch (error) {
    if (error instanceof GitError) return null;
    throw error;
  }
};

/** Staged policies that cannot be read stop a commit; here they are named, and HEAD's are shown. */
const rulebook = async (repo: Repo, globs: readonly string[], records: readonly RawRecord[]): Promise<Rulebook> => {
  try {
    return await openRulebook(repo, globs, records);
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    const book = await openRulebook(repo, globs, []);
    return { ...book, notes: [...book.notes, ...messageOf(error).split('\n')] };
  }
};

/** Opens the rules in force where the command is run. Throws ConfigError, GitError. */
export const openBook = async (call: Invocation): Promise<Book> => {
  const repo = await repoAround(call);
  if (!repo) {
    const { builtInBodies, builtInRules } = await import('../specs/library.ts');
    const byPath = await openByPath(DEFAULTS);
    return {
      repo,
      rules: builtInRules(),
      bodies: builtInBodies,
      byPath,
      policies: [],
      verification: DEFAULTS.verification,
      notes: [],
    };
  }
  const records = await readManifest(repo).catch(() => []);
  const { config } = await loadConfig(repo, call.env, {}, records);
  const book = await rulebook(repo, config.policies, records);
  const notes = [...book.notes, ...book.policies.hints.map(({ text }) => text)];
  return {
    repo,
    rules: book.rules,
    bodies: book.bodies,
    byPath: await openByPath(config),
    policies: config.policies,
    verification: config.verification,
    notes: [...new Set(notes)],
  };
};

/** A usage error for a rule that does not exist, with what was most likely meant. */
export const noSuchRule = async (id: string, rules: readonly RuleHeader[]): Promise<UsageError> => {
  const best = await nearest(
    id,
    rules.map((rule) => rule.id),
  );
  return new UsageError(
    `there is no rule "${id}"`,
    best ? `Did you mean "${best}"?` : '`lgtm rules list` shows them all.',
  );
};
