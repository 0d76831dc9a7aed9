import type { SelectedRule, StagedFile } from '../types.ts';
import type { ActiveRule, Pair } from './counsel.ts';
import { type Scope, scopeTest } from './scope.ts';

/** Files from which on nobody asks which of them belongs to a rule's domain: its detectors looked at all of them. */
const MANY_FILES = 500;

/** Why detectors looked for a rule in a change; null where it applies to none of its files. */
const whyLookedFor = (rule: ActiveRule, files: readonly StagedFile[], scope: Scope): string | null => {
  if (rule.class !== 'D') return null;
  const test = scopeTest(rule, files.length > MANY_FILES ? { ...scope, domains: () => rule.domains } : scope);
  const file = files.find((one) => one.kind === 'file' && test(one) === null);
  if (!file) return null;
  return rule.languages.length > 0 && file.language ? `language ${file.language}` : 'every change';
};

/** The rules that apply to a change, once each, with the reason: what the report lists. */
export const selectedRules = (
  rules: readonly ActiveRule[],
  files: readonly StagedFile[],
  pairs: readonly Pair[],
  scope: Scope,
): SelectedRule[] =>
  rules.flatMap((rule) => {
    const asked = pairs.find((pair) => pair.rule.id === rule.id);
    const why = asked?.why ?? whyLookedFor(rule, files, scope);
    return why === null ? [] : [{ id: rule.id, why }];
  });
