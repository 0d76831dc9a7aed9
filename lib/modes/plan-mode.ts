import type { Sitting } from '../inquiry.ts';
import { interview } from '../interview.ts';
import { fence, shownLine } from '../pass/fence.ts';
import { mapText } from '../pass/map-text.ts';
import type { PlanReport } from '../reports/plan.ts';
import { type Mode, readMode } from '../specs/mode.ts';
import { usesOf } from './closing.ts';
import { type Desk, tier0Of, warnElsewhere } from './desk.ts';
import { NO_CHANGE } from './plan-ground.ts';
import { type Draft, PLAN_STEPS, type PlanRequest } from './plan-steps.ts';

const deskFor = ({ ground, task }: PlanRequest, mode: Mode, sitting: Sitting): Desk => {
  const { repo, folders, map } = ground;
  const tier0 = tier0Of({ branch: null, subjects: [], message: task });
  const tier1 = {
    manifest: fence('THE REPOSITORY', folders.slice(0, 80).map(shownLine), 'MANIFEST').text,
    map: fence('CONTEXT MAP', mapText(map).map(shownLine), 'MANIFEST').text,
  };
  return {
    ...{ bus: sitting.asking, mode, stage: sitting.stage, handout: () => ({ tier0, tier1 }) },
    ground: { repo, inspection: NO_CHANGE, tip: repo.base.head },
  };
};

/** Makes an execution plan; without a model what can be said without one. Throws LgtmError. */
export const runPlan = async (request: PlanRequest): Promise<PlanReport> => {
  const { ground, transcript, env, progress, signal, task } = request;
  const mode = readMode('plan');
  const deadline = request.deadline ?? mode.limits?.seconds ?? ground.config.deadline;
  const setting = { ...{ mode, env, progress, signal, transcript }, config: { ...ground.config, deadline } };
  let held: Draft | null = null;
  transcript.add({ kind: 'begin', mode: 'plan', driver: 'scripted', state: 'the index' });
  const { failures, use } = await interview(
    [],
    { ...setting, inspection: NO_CHANGE, bodies: new Map(), exempt: () => null },
    async (_pairs, sitting) => {
      warnElsewhere(sitting.asking.model, progress);
      const table = { failures: [], notes: [] };
      const draft: Draft = {
        ...{ request, sitting, table, desk: deskFor(request, mode, sitting) },
        ...{ chart: null, selected: ground.selected, execution: null },
      };
      held = draft;
      for (const step of mode.steps) if (!sitting.round.fault) await PLAN_STEPS[step]?.(draft);
      return { kept: [], ruled: [] };
    },
  );
  const draft = held as Draft | null;
  return {
    ...{ task, map: ground.map, chart: draft?.chart ?? null, rules: draft?.selected ?? ground.selected, use },
    plan: draft?.execution ?? null,
    notes: [...failures, ...ground.notes, ...(draft?.table.notes ?? [])],
    failures: (draft?.table.failures ?? []).map(({ kind, role, reason }) => ({ kind, role, reason })),
    roles: usesOf(transcript.entries),
  };
};
