import { isProse, isTestPath } from '../text/language.ts';
import type { RuleHeader, Severity } from '../types.ts';

export interface Scope {
  /** Domains that hold for a path: those found in the file and those that the configuration forces. */
  readonly domains: (path: string) => readonly string[];
  /** The severity in force for a path, where the configuration refines it. */
  readonly level?: (rule: RuleHeader, path: string) => Severity | 'off';
}

export interface Place {
  readonly path: string;
  readonly language: string | null;
}

/** The built-in rules that a model judges alone speak of code that runs: why a place is none; null where it is. */
const notCode = (rule: RuleHeader, { path, language }: Place): string | null => {
  if (rule.class !== 'M' || rule.origin !== 'built-in') return null;
  if (isTestPath(path)) return 'a test';
  return isProse(language) ? 'no code' : null;
};

/** Tells whether a rule can apply to a path at all: null where it can, else why not. For many paths under one rule. */
export const scopeTest = (rule: RuleHeader, scope: Scope): ((file: Place) => string | null) => {
  const languages = rule.languages.filter((name) => name !== '*');
  const paths = rule.pathPattern === undefined ? null : new RegExp(rule.pathPattern);
  const speaks = (language: string | null): boolean =>
    languages.length === 0 || (language !== null && languages.includes(language));
  const isThere = (path: string): boolean =>
    rule.domains.length === 0 || rule.domains.some((domain) => scope.domains(path).includes(domain));
  return (place) => {
    const { path, language } = place;
    if (!speaks(language)) return `language is ${language ?? 'unknown'}`;
    if (paths && !paths.test(path)) return `path is outside ${rule.paths.join(', ')}`;
    if (!isThere(path)) return `domain ${rule.domains.join(', ')} was not found`;
    if (scope.level?.(rule, path) === 'off') return 'switched off for this path';
    return notCode(rule, place);
  };
};
