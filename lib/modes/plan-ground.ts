import { openByPath } from '../config/by-path.ts';
import type { Config } from '../config/config.ts';
import { loadConfig } from '../config/load.ts';
import type { Repo } from '../git/repo.ts';
import type { Inspection } from '../inspect.ts';
import type { ActiveRule } from '../pass/counsel.ts';
import { domainsByPath } from '../pass/map.ts';
import { sharedWords } from '../pass/score.ts';
import { openRulebook } from '../rulebook.ts';
import { entriesBelow } from '../runtime/tools/paths.ts';
import { governingDocuments } from '../specs/governing.ts';
import { languageOf } from '../text/language.ts';
import type { ContextMap, SelectedRule } from '../types.ts';

/** Names that are read of a repository; beyond, a plan is made on a part of it, and that is said. */
const MOST_FILES = 100_000;

/** Rules that words alone select for a task. */
const MOST_RULES = 10;

export const NO_CHANGE: Inspection = { files: [], hits: [], waivers: new Map(), malformed: [] };

/** What is known of a repository and a task before any model is asked. */
export interface PlanGround {
  readonly repo: Repo;
  readonly config: Config;
  readonly active: readonly ActiveRule[];
  readonly paths: ReadonlySet<string>;
  readonly map: ContextMap;
  /** Folders at the top with how many files each holds. */
  readonly folders: readonly string[];
  readonly selected: readonly SelectedRule[];
  readonly notes: readonly string[];
}

const byCount = (items: readonly string[]): [string, number][] => {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
};

const foldersOf = (paths: readonly string[]): string[] =>
  byCount(paths.map((path) => (path.includes('/') ? `${path.split('/')[0]}/` : path))).map(([name, count]) =>
    name.endsWith('/') ? `${name} ${count} files` : name,
  );

const mapOf = (paths: readonly string[], policies: readonly string[]): ContextMap => {
  const languages = byCount(paths.flatMap((path) => languageOf(path) ?? [])).map(([name]) => name);
  const domains = byCount(paths.flatMap(domainsByPath)).map(([name]) => name);
  return { domains, languages, policies, risks: [], summary: `${paths.length} files` };
};

/** Rules that share words with a task, those that share most first. */
const selectFor = (task: string, active: readonly ActiveRule[]): SelectedRule[] =>
  active
    .map((rule) => ({ id: rule.id, words: sharedWords(task, rule) }))
    .filter(({ words }) => words.length > 0)
    .sort((a, b) => b.words.length - a.words.length || (a.id < b.id ? -1 : 1))
    .slice(0, MOST_RULES)
    .map(({ id, words }) => ({ id, why: `words ${words.join(', ')}` }));

/** Reads what a plan stands on: names of the index, configuration, rules, governing documents. Throws LgtmError. */
export const readPlanGround = async (repo: Repo, env: NodeJS.ProcessEnv, task: string): Promise<PlanGround> => {
  const [{ config, notes }, { entries, more }, policies] = await Promise.all([
    loadConfig(repo, env, {}, []),
    entriesBelow(repo, '', MOST_FILES),
    governingDocuments(repo, []),
  ]);
  const [book, byPath] = await Promise.all([openRulebook(repo, config.policies, []), openByPath(config)]);
  const active = book.rules.flatMap((rule) => {
    const inForce = byPath.anywhere(rule);
    return inForce === 'off' ? [] : [{ ...rule, inForce }];
  });
  const paths = entries.map(({ path }) => path);
  return {
    ...{ repo, config, active, paths: new Set(paths), map: mapOf(paths, policies), folders: foldersOf(paths) },
    selected: selectFor(task, active),
    notes: more ? [...notes, `only the first ${MOST_FILES} files are looked at`] : notes,
  };
};
