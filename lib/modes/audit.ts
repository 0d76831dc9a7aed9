import type { Pair } from '../pass/counsel.ts';
import { DIMENSIONS, type Dimension, dimensionOf } from '../pass/dimensions.ts';
import { readAgentFile } from '../specs/agents.ts';
import { type AuditItem, auditAnswer } from './answers.ts';
import { summon } from './desk.ts';
import { indexLine } from './select.ts';
import { type AuditPlan, noteFailure, type Work } from './work.ts';

const unique = (items: readonly string[]): string[] => [...new Set(items)];

/** The audit plan that follows from the rules: an item for each dimension that is asked after. */
export const planOfRules = (pairs: readonly Pair[]): AuditPlan['items'] =>
  DIMENSIONS.flatMap((dimension) => {
    const own = pairs.filter(({ rule }) => dimensionOf(rule.quality) === dimension);
    const [rules, paths] = [unique(own.map(({ rule }) => rule.id)), unique(own.map(({ chunk }) => chunk.path))];
    return own.length === 0 ? [] : [{ dimension, rules, paths, focus: '' }];
  });

interface Known {
  readonly rules: ReadonlySet<string>;
  readonly paths: ReadonlySet<string>;
}

const quoted = (text: string): string => JSON.stringify(text.slice(0, 80));

/** The plan check: ids and paths that do not exist are refused by name. */
const planFault = (
  items: readonly { readonly rules: readonly string[]; readonly paths: readonly string[] }[],
  { rules, paths }: Known,
): string | null => {
  if (items.length === 0) return 'the plan is empty';
  const rule = items.flatMap((item) => item.rules).find((id) => !rules.has(id));
  if (rule !== undefined) return `there is no rule ${quoted(rule)} among those listed`;
  const path = items.flatMap((item) => item.paths).find((one) => !paths.has(one));
  return path === undefined ? null : `there is no file ${quoted(path)}`;
};

/** A model's item by the dimension of its rules: one of several dimensions is cut apart. */
const byDimension = (item: AuditItem, dimensions: ReadonlyMap<string, Dimension>): AuditPlan['items'] =>
  DIMENSIONS.flatMap((dimension) => {
    const rules = item.rules.filter((id) => dimensions.get(id) === dimension);
    return rules.length === 0 ? [] : [{ ...item, rules, dimension }];
  });

/** What a plan leaves out stays in: a model can say where to look first, and not what is not looked at. */
const completed = (items: readonly AuditItem[], pairs: readonly Pair[]): AuditPlan['items'] => {
  const dimensions = new Map(pairs.map(({ rule }) => [rule.id, dimensionOf(rule.quality)]));
  const named = new Set(items.flatMap(({ rules }) => rules));
  return [
    ...items.flatMap((item) => byDimension(item, dimensions)),
    ...planOfRules(pairs.filter(({ rule }) => !named.has(rule.id))),
  ];
};

/** Planner: the audit plan, checked in code; the plan that follows from the rules where it has none that holds. */
export const audit = async (work: Work): Promise<void> => {
  const { pairs, planned, table, desk } = work;
  table.plan = { by: 'rules', items: planOfRules(pairs) };
  if (pairs.length === 0) return;
  const rules = new Map(pairs.map(({ rule }) => [rule.id, rule]));
  const paths = new Set(planned.inspection.files.map(({ path }) => path));
  const outcome = await summon(desk, {
    ...{ role: 'planner', why: 'plan the audit' },
    own: {
      injected_rules: [...rules.values()].map(indexLine).join('\n'),
      plan_output: readAgentFile('shared/plan-audit.md').trim(),
      task: 'Plan the review of this change: which rules to check in which files, and in which order.',
    },
    answer: { ...auditAnswer(), check: ({ items }) => planFault(items, { rules: new Set(rules.keys()), paths }) },
  });
  if (outcome.kind === 'failed') return noteFailure(work, outcome.failure, 'the audit plan is made from the rules');
  table.plan = { by: 'model', items: completed(outcome.value.items, pairs) };
};
