import { indexPath } from '../runtime/tools/paths.ts';
import type { Execution, Step } from './answers.ts';

/** What a plan may name. */
export interface Known {
  readonly rules: ReadonlySet<string>;
  readonly paths: ReadonlySet<string>;
}

const quoted = (text: string): string => JSON.stringify(text.slice(0, 80));

const createFault = (path: string, { paths }: Known): string | null => {
  if (paths.has(path)) return `${quoted(path)} exists, so that it cannot be created`;
  return indexPath(path) === path && path !== '' ? null : `${quoted(path)} is no path inside the repository`;
};

const stepFault = (step: Step, known: Known): string | null => {
  const path = step.paths.find((one) => !known.paths.has(one));
  if (path !== undefined) return `there is no file ${quoted(path)}; a file that a step adds goes under "creates"`;
  const rule = step.rules.find((one) => !known.rules.has(one));
  if (rule !== undefined) return `there is no rule ${quoted(rule)}`;
  const created = step.creates.map((one) => createFault(one, known)).find((fault) => fault !== null);
  if (created) return created;
  return step.paths.length + step.creates.length === 0 ? `the step ${quoted(step.do)} touches no file` : null;
};

/** The plan check: touchpoints and rules that do not exist are refused by name. Null for a plan that stands. */
export const executionFault = ({ steps }: Execution, known: Known): string | null => {
  if (steps.length === 0) return 'the plan has no step';
  return steps.map((step) => stepFault(step, known)).find((fault) => fault !== null) ?? null;
};
