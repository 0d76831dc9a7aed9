import { safeJson, visible } from '../text/visible.ts';
import type { ContextMap, ModelUse, SelectedRule } from '../types.ts';
import type { RoleUse } from './full.ts';
import { wrap } from './width.ts';

/** An execution plan, or as much of one as there is; `plan` is null where no model made one that stands. */
export interface PlanReport {
  readonly task: string;
  readonly map: ContextMap;
  readonly chart: { readonly summary: string } | null;
  readonly rules: readonly SelectedRule[];
  readonly plan: {
    readonly steps: readonly {
      readonly do: string;
      readonly paths: readonly string[];
      readonly creates: readonly string[];
      readonly rules: readonly string[];
    }[];
    readonly open: readonly string[];
  } | null;
  readonly notes: readonly string[];
  readonly failures: readonly { readonly kind: string; readonly role: string; readonly reason: string }[];
  readonly roles: readonly RoleUse[];
  readonly use: ModelUse | null;
}

export const planJson = ({ use, ...report }: PlanReport): string =>
  `${safeJson({ schema: 1, ...report, model: use }, 2)}\n`;

const some = (items: readonly string[], most: number): string =>
  items.length <= most ? items.join(', ') : `${items.slice(0, most).join(', ')} and ${items.length - most} more`;

const stepLines = (plan: NonNullable<PlanReport['plan']>): string[] =>
  plan.steps.flatMap((step, i) => [
    `${i + 1}. ${step.do}`,
    ...(step.paths.length > 0 ? [`   touches ${step.paths.join(', ')}`] : []),
    ...(step.creates.length > 0 ? [`   adds ${step.creates.join(', ')}`] : []),
    ...(step.rules.length > 0 ? [`   keeps ${step.rules.join(', ')}`] : []),
  ]);

/** Columns of the page; what a line is indented by holds for its continuation. */
const WIDTH = 98;

const indented = (line: string): string[] => {
  const indent = /^ */.exec(line)?.[0] ?? '';
  return wrap(visible(line.trim()), WIDTH - indent.length).map((one) => `  ${indent}${one}`);
};

const part = (heading: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [heading, ...lines.flatMap(indented), ''];

/** A plan for a terminal. */
export const planText = ({ task, map, chart, rules, plan, notes }: PlanReport): string =>
  `${[
    ...part('TASK', task.split('\n')),
    ...part('REPOSITORY', [
      `${map.summary}; languages: ${some(map.languages, 8)}`,
      ...(map.policies.length > 0 ? [`policies: ${some(map.policies, 8)}`] : []),
      ...(chart ? [`the Explorer: ${chart.summary}`] : []),
    ]),
    ...part(
      'RULES',
      rules.map(({ id, why }) => `${id} (${why})`),
    ),
    ...part('PLAN', plan ? stepLines(plan) : []),
    ...part('OPEN', plan?.open ?? []),
    ...part('NOTES', notes),
    plan
      ? `lgtm: a plan of ${plan.steps.length} steps; nothing was changed`
      : 'lgtm: NOT PLANNED: no plan that stands was made',
  ].join('\n')}\n`;
