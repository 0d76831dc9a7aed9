import { SpecError } from '../errors.ts';
import { type Compile, trusted, untrusted } from '../text/pattern.ts';
import type { CheckDetect, Detect, PatternDetect, RuleHeader, Where } from '../types.ts';
import { CHANGE_CHECKS, FILE_CHECKS } from './checks/index.ts';
import type { ChangeCheck } from './checks/kinds.ts';
import { type Found, patternRun } from './detect-pattern.ts';
import { type Redact, redactor } from './detect-redact.ts';
import type { Scan } from './detect-scan.ts';

/** One way in which one rule looks at a file. */
export interface FileDetector {
  readonly rule: RuleHeader;
  readonly languages: ReadonlySet<string> | null;
  fits(scan: Scan): boolean;
  run(scan: Scan): Iterable<Found>;
}

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
}

const isPattern = (detect: Detect): detect is PatternDetect => 'match' in detect;

const languagesOf = (rule: RuleHeader, detect: Detect): ReadonlySet<string> | null => {
  const named = detect.languages ?? rule.languages;
  return named.length === 0 || named.includes('*') ? null : new Set(named);
};

const expression = (source: string | undefined): RegExp | null => (source === undefined ? null : new RegExp(source));

type Fits = (scan: Scan) => boolean;

const PLACES: Readonly<Record<Where, Fits>> = {
  any: () => true,
  test: ({ test }) => test,
  source: ({ test, made }) => !test && !made(),
  written: ({ made }) => !made(),
};

/** A name must not be enough to hide from a rule of security. */
const SECURITY: Readonly<Record<Where, Fits>> = { ...PLACES, source: ({ test }) => !test, written: () => true };

const placeOf = ({ quality }: RuleHeader, { where = 'any' }: Detect): Fits =>
  (quality === 'security' ? SECURITY : PLACES)[where];

const pathsOf = (rule: RuleHeader, detect: Detect): Fits => {
  const own = isPattern(detect) ? detect : null;
  const wanted = [expression(rule.pathPattern), expression(own?.pathPattern)].filter((pattern) => pattern !== null);
  const unwanted = expression(own?.notPathPattern);
  return ({ path }) => wanted.every((pattern) => pattern.test(path)) && !unwanted?.test(path);
};

const fileDetector = (rule: RuleHeader, detect: Detect, run: FileDetector['run']): FileDetector => {
  const [place, paths] = [placeOf(rule, detect), pathsOf(rule, detect)];
  return { rule, languages: languagesOf(rule, detect), fits: (scan) => place(scan) && paths(scan), run };
};

const checksOf = async (rules: readonly RuleHeader[]): Promise<Pick<Detectors, 'files' | 'changes'>> => {
  const make = async (
    rule: RuleHeader,
    detect: CheckDetect,
  ): Promise<{ file?: FileDetector; change?: ChangeDetector }> => {
    const [file, change] = [FILE_CHECKS[detect.check], CHANGE_CHECKS[detect.check]];
    if (file) return { file: fileDetector(rule, detect, await file()) };
    if (change) return { change: { rule, where: detect.where ?? 'any', check: await change() } };
    throw unknownCheck(rule, detect.check);
  };
  // In the order of the rules, whichever module is loaded first.
  const made = await Promise.all(
    rules.flatMap((rule) => rule.detect.flatMap((detect) => (isPattern(detect) ? [] : [make(rule, detect)]))),
  );
  return {
    files: made.flatMap(({ file }) => file ?? []),
    changes: made.flatMap(({ change }) => change ?? []),
  };
};

const unknownCheck = ({ file, id }: RuleHeader, check: string): SpecError =>
  new SpecError(
    `${file}: rule ${id} names the check "${check}", which does not exist`,
    `Checks: ${[...Object.keys(FILE_CHECKS), ...Object.keys(CHANGE_CHECKS)].join(', ')}.`,
  );

const patternDetector = (rule: RuleHeader, detect: PatternDetect, compile: Compile): FileDetector => {
  try {
    return fileDetector(rule, detect, patternRun(detect, compile));
  } catch (cause) {
    throw new SpecError(
      `${rule.file}: a pattern of ${rule.id} cannot be compiled: ${cause instanceof Error ? cause.message : ''}`,
      'docs/rules.md says what patterns may use.',
      { cause },
    );
  }
};

/**
 * Makes rules ready to look at a change; rules of class M have nothing to make ready. Patterns that ship with lgtm run on V8,
 * a repository's own on a linear engine that is loaded only then. Throws SpecError naming rule and file.
 */
export const prepareDetectors = async (rules: readonly RuleHeader[]): Promise<Detectors> => {
  const local = rules.some(({ origin }) => origin === 'local') ? await untrusted() : trusted;
  const compile = ({ origin }: RuleHeader): Compile => (origin === 'local' ? local : trusted);
  const patterns = rules.flatMap((rule) =>
    rule.detect.filter(isPattern).map((detect) => patternDetector(rule, detect, compile(rule))),
  );
  const checks = await checksOf(rules);
  return { files: [...patterns, ...checks.files], changes: checks.changes, redact: redactor(rules, compile) };
};
