import { SpecError } from '../errors.ts';
import { once } from '../text/once.ts';
import { type Compile, trusted, untrusted } from '../text/pattern.ts';
import { type Vocabulary, vocabularyOf } from '../text/vocabulary.ts';
import type { Detect, PatternDetect, RuleHeader, Where } from '../types.ts';
import { CHANGE_CHECKS, FILE_CHECKS, isCheck } from './checks/index.ts';
import type { ChangeCheck } from './checks/kinds.ts';
import { patternRun } from './detect-pattern.ts';
import { type FileDetector, isPattern, needlesOf, pathsOf } from './detect-ready.ts';
import { type Redact, redactor } from './detect-redact.ts';

export interface ChangeDetector {
  readonly rule: RuleHeader;
  readonly where: Where;
  readonly check: ChangeCheck;
}

/** Rules made ready to look at a change. Opaque to callers; made by `prepareDetectors`. */
export interface Detectors {
  readonly files: readonly FileDetector[];
  readonly changes: readonly ChangeDetector[];
  readonly redact: Redact;
  readonly words: Vocabulary;
}

const languagesOf = (rule: RuleHeader, detect: Detect): readonly string[] | null => {
  const named = detect.languages ?? rule.languages;
  return named.length === 0 || named.includes('*') ? null : named;
};

const patternsOf = (rule: RuleHeader, compile: Compile): FileDetector[] =>
  rule.detect.filter(isPattern).map((detect) => {
    if (rule.origin === 'local') refuseFaulty(rule, detect, compile);
    return { rule, detect, languages: languagesOf(rule, detect), make: () => patternRun(detect, compile) };
  });

const checksOf = async (rule: RuleHeader): Promise<readonly FileDetector[]> => {
  const made = rule.detect.map(async (detect): Promise<FileDetector[]> => {
    const load = isPattern(detect) ? undefined : FILE_CHECKS[detect.check];
    if (!load) return [];
    const check = await load();
    return [{ rule, detect, languages: languagesOf(rule, detect), make: () => check }];
  });
  return (await Promise.all(made)).flat();
};

/** Loaded when the change is looked at as a whole, which is later than its files. */
const changeChecks = (rule: RuleHeader): ChangeDetector[] =>
  rule.detect.flatMap((detect) => {
    const load = isPattern(detect) ? undefined : CHANGE_CHECKS[detect.check];
    if (!load) return [];
    return [{ rule, where: detect.where ?? 'any', check: async (change) => (await load())(change) }];
  });

const unknownCheck = ({ file, id }: RuleHeader, check: string): SpecError =>
  new SpecError(
    `${file}: rule ${id} names the check "${check}", which does not exist`,
    `Checks: ${[...Object.keys(FILE_CHECKS), ...Object.keys(CHANGE_CHECKS)].join(', ')}.`,
  );

/** Patterns of a repository's own rules are compiled at once, so that a fault in one is told whatever is staged. */
const refuseFaulty = (rule: RuleHeader, detect: PatternDetect, compile: Compile): void => {
  try {
    pathsOf(rule, detect);
    patternRun(detect, compile);
  } catch (cause) {
    throw new SpecError(
      `${rule.file}: a pattern of ${rule.id} cannot be compiled: ${cause instanceof Error ? cause.message : ''}`,
      'docs/rules.md says what patterns may use.',
      { cause },
    );
  }
};

const isChecked = ({ detect }: RuleHeader): boolean => !detect.every(isPattern);

const refuseUnknown = (rule: RuleHeader): void => {
  for (const detect of rule.detect)
    if (!isPattern(detect) && !isCheck(detect.check)) throw unknownCheck(rule, detect.check);
};

/** All detectors of a rule one after the other; rules that have patterns come first. */
const inOrder = (
  patterns: ReadonlyMap<RuleHeader, FileDetector[]>,
  checks: readonly FileDetector[],
): FileDetector[] => {
  const order = new Map(patterns);
  for (const check of checks) order.set(check.rule, [...(order.get(check.rule) ?? []), check]);
  return [...order.values()].flat();
};

/**
 * Makes rules ready to look at a change; rules of class M have nothing to make ready. Patterns that ship with lgtm run on V8,
 * a repository's own on a linear engine that is loaded only then. Throws SpecError naming rule and file.
 */
export const prepareDetectors = async (rules: readonly RuleHeader[]): Promise<Detectors> => {
  const local = rules.some(({ origin }) => origin === 'local') ? await untrusted() : trusted;
  const compile = ({ origin }: RuleHeader): Compile => (origin === 'local' ? local : trusted);
  const patterns = new Map<RuleHeader, FileDetector[]>();
  for (const rule of rules) {
    const own = patternsOf(rule, compile(rule));
    if (own.length > 0) patterns.set(rule, own);
  }
  const checked = rules.filter(isChecked);
  checked.forEach(refuseUnknown);
  const checks = (await Promise.all(checked.map(checksOf))).flat();
  const redact = once(() => redactor(rules, compile));
  const files = inOrder(patterns, checks);
  return {
    files,
    changes: checked.flatMap(changeChecks),
    redact: (text) => redact()(text),
    words: vocabularyOf(() => files.flatMap(needlesOf)),
  };
};
