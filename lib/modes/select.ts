import type { ActiveRule, Pair } from '../pass/counsel.ts';
import { scopeTest } from '../pass/scope.ts';
import type { Plan } from '../planning.ts';
import type { RuleHeader } from '../types.ts';
import { rulesAnswer } from './answers.ts';
import { summon } from './desk.ts';
import { noteFailure, type Work } from './work.ts';

/** One line of Counsel's index. */
export const indexLine = ({ id, when, title }: RuleHeader): string => `${id}: ${when || title}`;

/** Chunks that a rule which Counsel adds is asked about. */
const CHUNKS_EACH = 3;

/** Rules that judge what a model must judge, that could hold somewhere in the change, and that nobody has selected. */
const candidates = ({ active, chunks, scope }: Plan, pairs: readonly Pair[]): ActiveRule[] => {
  const selected = new Set(pairs.map(({ rule }) => rule.id));
  return active.filter((rule) => {
    if (rule.class !== 'M' || selected.has(rule.id)) return false;
    const test = scopeTest(rule, scope);
    return chunks.some((chunk) => test(chunk) === null);
  });
};

/** Questions about a rule wherever it can hold. */
export const pairsInScope = (rule: ActiveRule, { chunks, scope }: Plan, why: string): Pair[] => {
  const test = scopeTest(rule, scope);
  return chunks.filter((chunk) => test(chunk) === null).map((chunk) => ({ rule, chunk, score: 0, why }));
};

const pairsOf = (rule: ActiveRule, plan: Plan): Pair[] =>
  pairsInScope(rule, plan, 'Counsel asked for it').slice(0, CHUNKS_EACH);

const TASK = 'Which further rules does this change call for? Name their ids.';

/** Counsel: may add rules to those that were selected without a model, out of an index, and cannot remove any. */
export const select = async (work: Work): Promise<void> => {
  const { planned, desk, table } = work;
  const { rules_added: most = 0, rules_listed: listed = 0, calls } = planned.mode.budgets;
  const open = candidates(planned, work.pairs).slice(0, listed);
  if (open.length === 0 || most === 0) return;
  const outcome = await summon(desk, {
    ...{ role: 'counsel', why: 'select rules' },
    own: { injected_rules: open.map(indexLine).join('\n'), task: TASK },
    answer: rulesAnswer(
      open.map(({ id }) => id),
      most,
    ),
  });
  if (outcome.kind === 'failed') return noteFailure(work, outcome.failure, 'the rules selected without it stand');
  const chosen = open.filter(({ id }) => outcome.value.rules.includes(id)).slice(0, most);
  const room = Math.max(0, calls - work.pairs.length);
  const added = chosen.flatMap((rule) => pairsOf(rule, planned)).slice(0, room);
  work.pairs = [...work.pairs, ...added];
  table.added = chosen
    .filter(({ id }) => added.some(({ rule }) => rule.id === id))
    .map(({ id }) => ({ id, why: 'Counsel asked for it' }));
};
