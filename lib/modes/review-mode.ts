import type { Sitting } from '../inquiry.ts';
import type { Course } from '../interview.ts';
import { drawMap } from '../pass/map.ts';
import type { FullReport } from '../reports/full.ts';
import type { Ground } from '../runtime/tools/index.ts';
import type { Transcript } from '../runtime/transcript.ts';
import { closeSession, type Session } from '../session.ts';
import { governingDocuments } from '../specs/governing.ts';
import { planOfRules } from './audit.ts';
import { closingOf } from './closing.ts';
import { tier0Of, tier1Of, warnElsewhere } from './desk.ts';
import { lead } from './led.ts';
import { runScript } from './script.ts';
import { handoffOf, toldFindings } from './synthesize.ts';
import type { Table, Work } from './work.ts';

/** What a full review is asked for. */
export interface ReviewRequest {
  readonly session: Session;
  readonly transcript: Transcript;
  /** What is reviewed, in words. */
  readonly scope: string;
  /** The commit whose history may be read; null on an unborn branch. */
  readonly tip: string | null;
  /** Whether the Lead decides what comes next, where the model can call tools. */
  readonly led: boolean;
}

/** What can be said without a model: the map, the selection, the audit plan that follows from the rules. */
const setTable = async ({ input, plan }: Session): Promise<Table> => {
  const { files } = plan.inspection;
  const policies = await governingDocuments(
    input.scene.repo,
    files.map(({ path }) => path),
  );
  return {
    map: drawMap(files, { policies, domains: plan.scope.domains }),
    ...{
      chart: null,
      added: [],
      examined: [],
      ruled: [],
      synthesis: null,
      failures: [],
      notes: [],
      driver: 'scripted',
    },
    plan: { by: 'rules', items: planOfRules(plan.pairs) },
  };
};

/** The command is the consent to arbitration that the hook asks the configuration for. */
const arbitrating = (sitting: Sitting): Sitting => {
  const { matter } = sitting;
  return { ...sitting, matter: { ...matter, config: { ...matter.config, verification: 'arbitrate' } } };
};

const workOn = (request: ReviewRequest, table: Table, sitting: Sitting): Omit<Work, 'msEach' | 'pairs'> => {
  const { input, plan: planned } = request.session;
  const ground: Ground = { repo: input.scene.repo, inspection: planned.inspection, tip: request.tip };
  const handout = () => ({ tier0: tier0Of(input.tier0), tier1: tier1Of(planned.inspection.files, table.map) });
  const desk = { bus: sitting.asking, mode: planned.mode, ground, handout, stage: sitting.stage };
  return { planned, sitting, desk, table, done: new Set(), weighed: null };
};

/** Runs the full review and puts it together. Throws LgtmError; what a model can do wrong is in the result. */
export const runReview = async (request: ReviewRequest): Promise<FullReport> => {
  const { session, transcript, scope } = request;
  const table = await setTable(session);
  let work: Work | null = null;
  const course: Course = async (pairs, sitting, msEach) => {
    warnElsewhere(sitting.asking.model, session.input.progress);
    work = { ...workOn(request, table, arbitrating(sitting)), msEach, pairs };
    if (request.led) await lead(work);
    await runScript(work);
    return work.weighed ?? { kept: [], ruled: [] };
  };
  transcript.add({ kind: 'begin', mode: 'review', driver: request.led ? 'led' : 'scripted', state: scope });
  const report = await closeSession(session, { course, transcript });
  const held = work as Work | null;
  return closingOf({
    ...{ report, table, scope, entries: transcript.entries },
    handoff: held ? handoffOf(held) : [],
    tags: held ? toldFindings(held) : new Map(),
  });
};
