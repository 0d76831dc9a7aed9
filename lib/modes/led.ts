import { DIMENSIONS, type Dimension } from '../pass/dimensions.ts';
import { fence, shownLine } from '../pass/fence.ts';
import { packet } from '../pass/packet.ts';
import { compose } from '../pass/prompt.ts';
import { invoke } from '../runtime/converse.ts';
import { type Result, refused, type Toolbox } from '../runtime/tools/index.ts';
import { readRole } from '../specs/agents.ts';
import type { ToolSpec } from '../types.ts';
import { synthesisAnswer } from './answers.ts';
import { examine, openDimensions } from './examine.ts';
import { take } from './script.ts';
import { handoffOf, synthesisFault, toldFindings } from './synthesize.ts';
import { noteFailure, type Work } from './work.ts';

/** What the Lead may set others to do, and how it is told of it. */
const ERRANDS: Readonly<Record<string, string>> = {
  explore: 'The Explorer charts where the change stands.',
  counsel: 'Counsel adds rules that the change calls for.',
  plan: 'The Planner writes the audit plan.',
  review: `A Reviewer checks the rules of one dimension: ${DIMENSIONS.join(', ')}.`,
  arbitrate: 'Verification and arbitration of what the Reviewers found; after the last Reviewer.',
};

const specOf = (name: string): ToolSpec => ({
  name,
  description: ERRANDS[name] ?? '',
  parameters:
    name === 'review'
      ? { type: 'object', properties: { dimension: { type: 'string', enum: DIMENSIONS } }, required: ['dimension'] }
      : { type: 'object', properties: {}, required: [] },
});

const isDimension = (value: unknown): value is Dimension => (DIMENSIONS as readonly unknown[]).includes(value);

const STEP_OF: Readonly<Record<string, string>> = { arbitrate: 'verify' };

const reviewOne = async (work: Work, dimension: unknown): Promise<string | null> => {
  if (!isDimension(dimension)) return `there are the dimensions ${DIMENSIONS.join(', ')}`;
  if (!openDimensions(work).includes(dimension))
    return `nothing is left to ask there; left: ${openDimensions(work).join(', ') || 'none'}`;
  await examine(work, dimension);
  return null;
};

const stepOnce = async (work: Work, name: string): Promise<string | null> => {
  const step = STEP_OF[name] ?? name;
  if (work.done.has(step)) return 'that was done before';
  if (name === 'arbitrate' && openDimensions(work).length > 0)
    return `the Reviewers come first; left: ${openDimensions(work).join(', ')}`;
  await take(work, step, 'called for by the Lead');
  return null;
};

const resultOf = (work: Work, why: string | null): Result => {
  if (why !== null) return refused(why);
  const { plan, map, added } = work.table;
  const items = plan.items.map(({ dimension, rules }) => `PLAN ${dimension}: ${rules.join(', ')}`);
  const rows = [
    `MAP ${map.summary}`,
    `ADDED ${added.map(({ id }) => id).join(', ') || 'none'}`,
    ...items,
    ...handoffOf(work),
  ];
  return { ok: true, head: 'WHERE THE REVIEW STANDS', rows: rows.map(shownLine) };
};

/** The Lead's tools: errands, granted by the mode. Each sets a role to work by the runtime; the Lead gets what came of it. */
const errands = (work: Work): Toolbox => {
  const granted: readonly string[] = (work.planned.mode.roles['lead']?.tools ?? []).filter((name) =>
    Object.hasOwn(ERRANDS, name),
  );
  return {
    specs: granted.map(specOf),
    run: async ({ name, args }) => {
      if (!granted.includes(name)) return refused(`there is no such tool; there are: ${granted.join(', ')}`);
      if (work.sitting.round.fault) return refused('the model failed; give the answer now');
      return resultOf(work, name === 'review' ? await reviewOne(work, args['dimension']) : await stepOnce(work, name));
    },
  };
};

const TASK =
  'Lead this review by calling the tools: first the map, the rules and the plan, then a Reviewer for each dimension of the plan, then arbitration. Then put the findings together.';

/**
 * The led driver: the Lead decides what comes next, by the server's tool calling. What it leaves undone the script does
 * after it, so that a Lead can order the review and not skip any of it; where it stalls or fails, the script takes over,
 * and that is said.
 */
export const lead = async (work: Work): Promise<void> => {
  const { desk, planned, table, sitting } = work;
  const { callsTools, name } = sitting.asking.model;
  if (!callsTools) {
    table.notes.push(`${name} does not list tool calling, so that it cannot lead; the script of the mode takes over`);
    return;
  }
  table.driver = 'led';
  desk.stage('lead: lead the review');
  const told = () => new Set(toldFindings(work).keys());
  const outcome = await invoke(desk.bus, {
    ...{ role: 'lead', why: 'lead the review', native: true, tools: errands(work) },
    messages: compose(
      readRole('lead'),
      packet(planned.mode, 'lead', desk.handout(), {
        handoff: fence('FROM THE REVIEWERS', handoffOf(work), 'HANDOFF').text,
        task: TASK,
      }),
    ),
    answer: { ...synthesisAnswer(), check: (synthesis) => synthesisFault(synthesis, told()) },
    maxTokens: planned.mode.budgets.answer_tokens,
    repairs: planned.mode.loops.repairs,
  });
  if (outcome.kind === 'failed') {
    noteFailure(work, outcome.failure, 'the script of the mode takes over');
    table.driver = 'scripted';
    return;
  }
  if (!work.weighed) return;
  work.done.add('synthesize');
  table.synthesis = outcome.value;
};
