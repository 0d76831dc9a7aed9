import { ruleText } from '../pass/rule-text.ts';
import type { RuleRecord } from '../state/earned.ts';
import type { Rule } from '../types.ts';
import { measuresOf } from './evaluate.ts';
import { countedIn } from './figures-quality.ts';
import type { CaseResult } from './result-types.ts';

/**
 * What a run says about each rule that asks the model: the first review of each case counts, since a repetition is no new
 * evidence. Rules about which nothing was learnt are left out.
 */
export const recordsOf = (results: readonly CaseResult[], rules: readonly Rule[]): Record<string, RuleRecord> => {
  const { asked } = measuresOf(rules, true);
  const counted = results
    .filter(({ run, outcome }) => run === 0 && outcome !== 'broken')
    .map((one) => countedIn(one, asked));
  const findings = counted.flatMap((one) => one.findings);
  const labels = counted.flatMap((one) => one.labels);
  const records = rules
    .filter(({ id }) => asked.rules.has(id))
    .map((rule): [string, RuleRecord] => {
      const own = findings.filter((one) => one.rule === rule.id);
      const places = labels.filter((one) => one.rule === rule.id);
      const found = places.filter((one) => one.found).length;
      const right = own.filter(({ judged }) => judged === 'true').length;
      const wrong = own.filter(({ judged }) => judged === 'false').length;
      return [rule.id, { right, wrong, found, missed: places.length - found, text: ruleText(rule, rule.body) }];
    });
  return Object.fromEntries(records.filter(([, one]) => one.right + one.wrong + one.found + one.missed > 0));
};
