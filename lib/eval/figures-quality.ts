import type { Alarms, Measure, Quality, RuleFigures } from './figures-types.ts';
import type { CaseResult, FoundResult, LabelResult } from './result-types.ts';
import { fMeasure, type Share, share } from './wilson.ts';

/** The part of a result that counts. */
export interface Counted {
  readonly findings: readonly FoundResult[];
  readonly labels: readonly LabelResult[];
}

/** What of a result counts: only rules that are measured, and those of the model only where it could be asked. */
export const countedIn = (result: CaseResult, { rules, needsModel }: Measure): Counted => {
  const counts = (rule: string): boolean => rules.has(rule) && !(result.fault !== null && needsModel.has(rule));
  return {
    findings: result.findings.filter(({ rule }) => counts(rule)),
    labels: result.labels.filter(({ rule }) => counts(rule)),
  };
};

/** How right findings are, and how complete. */
export const qualityOf = (counted: readonly Counted[]): Quality => {
  const findings = counted.flatMap((one) => one.findings);
  const labels = counted.flatMap((one) => one.labels);
  const judged = (word: FoundResult['judged']): number => findings.filter((one) => one.judged === word).length;
  const precision = share(judged('true'), judged('true') + judged('false'));
  const recall = share(labels.filter(({ found }) => found).length, labels.length);
  return {
    ...{ precision, recall, f1: fMeasure(precision, recall, 1), f05: fMeasure(precision, recall, 0.5) },
    ...{ duplicates: judged('duplicate'), neutral: judged('neutral') },
  };
};

/** The figures of one rule. */
export const ofRule = (rule: string, counted: readonly Counted[]): RuleFigures => {
  const own = counted.map(({ findings, labels }) => ({
    findings: findings.filter((one) => one.rule === rule),
    labels: labels.filter((one) => one.rule === rule),
  }));
  const unselected = own.flatMap(({ labels }) => labels).filter(({ selected }) => !selected).length;
  return { rule, ...qualityOf(own), unselected };
};

/** What is reported of changes in which nothing is wrong. */
export const alarmsOf = (results: readonly CaseResult[], measure: Measure): Alarms => {
  const clean = results.filter((one) => one.clean).map((one) => ({ one, ...countedIn(one, measure) }));
  const wrong = clean.map(({ findings }) => findings.filter(({ judged }) => judged === 'false'));
  const having = (fits: (one: FoundResult) => boolean): Share =>
    share(wrong.filter((list) => list.some(fits)).length, clean.length);
  const added = clean.reduce((sum, { one }) => sum + one.added, 0);
  return {
    any: having(() => true),
    warned: having(({ severity }) => severity !== 'info'),
    blocked: having(({ severity }) => severity === 'block'),
    perThousandLines: added === 0 ? null : (1000 * wrong.flat().length) / added,
  };
};
