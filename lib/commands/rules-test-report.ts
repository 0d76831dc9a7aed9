import { safeJson, visible } from '../text/visible.ts';
import type { Rule } from '../types.ts';
import type { Verdict } from './rules-test-run.ts';

const isBad = ({ trial }: Verdict): boolean => trial.example.kind === 'bad';

const modelLines = (verdicts: readonly Verdict[]): string[] => {
  const asked = verdicts.filter(({ model }) => model !== null);
  if (asked.length === 0) return [];
  const [bad, rest] = [asked.filter(isBad), asked.filter((one) => !isBad(one))];
  const right = (list: readonly Verdict[]): number => list.filter(({ model }) => model?.right).length;
  return [
    `       model: found ${right(bad)} of ${bad.length}, false alarms ${rest.length - right(rest)} of ${rest.length}`,
  ];
};

/** What the examples of one rule came to. */
export const ruleLines = (rule: Rule, verdicts: readonly Verdict[]): string[] => {
  const faults = verdicts.flatMap((one) => one.faults.map((fault) => `${rule.file}:${one.trial.example.at}: ${fault}`));
  if (verdicts.length === 0) return [`none   ${visible(rule.id)} (no examples)`];
  const count = `${verdicts.length} example${verdicts.length === 1 ? '' : 's'}`;
  return [
    `${faults.length === 0 ? 'ok  ' : 'FAIL'}   ${visible(rule.id)} (${count})`,
    ...faults.map((fault) => `       ${visible(fault)}`),
    ...modelLines(verdicts),
  ];
};

/** Policies that cannot be read count as failed. */
export const brokenLines = (faults: readonly string[]): string[] => faults.map((fault) => `FAIL   ${visible(fault)}`);

const failed = (verdicts: readonly Verdict[]): number => verdicts.filter(({ faults }) => faults.length > 0).length;

/** Everything in one object. */
export const asJson = (verdicts: readonly Verdict[], broken: readonly string[]): string =>
  safeJson({
    passed: verdicts.length - failed(verdicts),
    failed: failed(verdicts) + broken.length,
    broken,
    examples: verdicts.map(({ trial: { rule, example }, faults, model }) => ({
      rule: rule.id,
      file: rule.file,
      line: example.at,
      kind: example.kind,
      faults,
      ...(model === null ? {} : { model }),
    })),
  });

/** The last line, in the form of every test run here. */
export const totalLine = (verdicts: readonly Verdict[], broken: readonly string[]): string =>
  `${verdicts.length - failed(verdicts)} passed, ${failed(verdicts) + broken.length} failed`;
