import type { Sitting } from '../inquiry.ts';
import { DOMAINS } from '../pass/domains.ts';
import { fence, shownLine } from '../pass/fence.ts';
import type { Progress } from '../progress.ts';
import type { Failure } from '../runtime/failures.ts';
import type { Transcript } from '../runtime/transcript.ts';
import { readAgentFile } from '../specs/agents.ts';
import type { SelectedRule } from '../types.ts';
import { type Chart, chartAnswer, type Execution, executionAnswer, rulesAnswer } from './answers.ts';
import { type Desk, summon } from './desk.ts';
import { executionFault } from './plan-check.ts';
import type { PlanGround } from './plan-ground.ts';
import { indexLine } from './select.ts';
import { noteFailure } from './work.ts';

/** What a plan is asked for. */
export interface PlanRequest {
  readonly task: string;
  readonly ground: PlanGround;
  readonly env: NodeJS.ProcessEnv;
  readonly progress: Progress;
  readonly signal: AbortSignal;
  readonly transcript: Transcript;
  /** Seconds for the model; those of the mode where this is not given. */
  readonly deadline?: number;
}

/** A plan while it is made. */
export interface Draft {
  readonly request: PlanRequest;
  readonly sitting: Sitting;
  readonly desk: Desk;
  readonly table: { failures: Failure[]; notes: string[] };
  chart: Chart | null;
  selected: readonly SelectedRule[];
  execution: Execution | null;
}

const NAMES = DOMAINS.map(({ name }) => name);

const chart = async (draft: Draft): Promise<void> => {
  const { paths } = draft.request.ground;
  const check = ({ risks }: Chart): string | null => {
    const foreign = risks.find(({ path }) => !paths.has(path));
    return foreign ? `there is no file ${JSON.stringify(foreign.path.slice(0, 80))}` : null;
  };
  const outcome = await summon(draft.desk, {
    ...{ role: 'explorer', why: 'chart the repository for the task' },
    ...{ own: { domains: NAMES.join(', ') }, answer: { ...chartAnswer(NAMES), check } },
  });
  if (outcome.kind === 'final') draft.chart = outcome.value;
  else noteFailure(draft, outcome.failure, 'the map from paths stands');
};

const select = async (draft: Draft): Promise<void> => {
  const { ground } = draft.request;
  const { rules_added: most = 0, rules_listed: listed = 0 } = draft.desk.mode.budgets;
  const known = new Set(draft.selected.map(({ id }) => id));
  const open = ground.active.filter(({ id, class: kind }) => kind !== 'D' && !known.has(id)).slice(0, listed);
  if (open.length === 0) return;
  const ids = open.map(({ id }) => id);
  const outcome = await summon(draft.desk, {
    ...{ role: 'counsel', why: 'select rules for the task', answer: rulesAnswer(ids, most) },
    own: {
      injected_rules: open.map(indexLine).join('\n'),
      task: 'Which of these rules must this task keep? Name their ids.',
    },
  });
  if (outcome.kind === 'failed') return noteFailure(draft, outcome.failure, 'the rules selected by words stand');
  const added = outcome.value.rules.slice(0, most).map((id) => ({ id, why: 'Counsel asked for it' }));
  draft.selected = [...draft.selected, ...added];
};

const execute = async (draft: Draft): Promise<void> => {
  const { ground, task } = draft.request;
  const chosen = new Set(draft.selected.map(({ id }) => id));
  const rules = ground.active.filter(({ id }) => chosen.has(id));
  const known = { rules: new Set(ground.active.map(({ id }) => id)), paths: ground.paths };
  const outcome = await summon(draft.desk, {
    ...{ role: 'planner', why: 'plan the task' },
    own: {
      injected_rules: rules.map(indexLine).join('\n') || 'none was selected',
      plan_output: readAgentFile('shared/plan-execution.md').trim(),
      task: `Plan this task, step by step; name the files that each step touches and the rules that it must keep.\n${fence('THE TASK', task.split('\n').map(shownLine), 'TASK').text}`,
    },
    answer: { ...executionAnswer(), check: (plan) => executionFault(plan, known) },
  });
  if (outcome.kind === 'final') draft.execution = outcome.value;
  else noteFailure(draft, outcome.failure, 'there is no plan');
};

/** What each step of the mode does; every one leaves the draft whole. */
export const PLAN_STEPS: Readonly<Record<string, (draft: Draft) => Promise<void>>> = {
  explore: chart,
  counsel: select,
  plan: execute,
};
