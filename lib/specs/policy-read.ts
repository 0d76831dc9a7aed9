import { messageOf } from '../errors.ts';
import type { Rule } from '../types.ts';
import { readFreeForm } from './free-form.ts';
import { POLICIES } from './governing.ts';
import { isRuleFile, parseRule } from './rule.ts';

/** What became of one policy: a rule (none where the file is an index), what is wrong, and what its author should know. */
export interface ReadPolicy {
  readonly rule: Rule | null;
  readonly fault: string | null;
  readonly hints: readonly Hint[];
}

/** A hint, and the file that it is about. */
export interface Hint {
  readonly file: string;
  readonly text: string;
}

/** The names of the checks that a rule may use; the engine knows them. */
export type KnowsCheck = (name: string) => boolean;

const below = (file: string): string => (file.startsWith(POLICIES) ? file.slice(POLICIES.length) : file);

const unknownCheck = (rule: Rule, knows: KnowsCheck): string | null => {
  const unknown = rule.detect.find((one) => 'check' in one && !knows(one.check));
  return unknown && 'check' in unknown ? `${rule.file}: there is no check "${unknown.check}"` : null;
};

/** Whether a note that a policy links to means to be a rule: what else stands in a repository is only read by people. */
export const isLinkedRule = (text: string): boolean =>
  /^---\r?\n(?:[^\n]{0,400}\n){0,20}?id:\s{0,4}["']?local\//.test(text);

/** Reads one policy of a repository, with front matter or as prose. Nothing in it is evaluated. Never throws. */
export const readPolicy = (file: string, text: string, knows: KnowsCheck): ReadPolicy => {
  if (!isRuleFile({ file, text })) return { rule: null, fault: null, hints: [] };
  try {
    if (!/^\uFEFF?---/.test(text)) {
      const { rule, hints } = readFreeForm(file, text, below(file));
      return { rule, fault: null, hints: hints.map((hint) => ({ file, text: hint })) };
    }
    const rule = parseRule({ file, text, origin: 'local' });
    const fault = unknownCheck(rule, knows);
    return { rule: fault === null ? rule : null, fault, hints: [] };
  } catch (error) {
    return { rule: null, fault: messageOf(error), hints: [] };
  }
};
