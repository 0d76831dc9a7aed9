import { fence, shownLine } from '../pass/fence.ts';
import type { Severity } from '../types.ts';
import { type Synthesis, synthesisAnswer } from './answers.ts';
import { summon } from './desk.ts';
import { noteFailure, type Work } from './work.ts';

/** A finding as the Lead is told of it: what, where and how bad; none of its lines. */
interface Told {
  readonly severity: Severity;
  readonly rule: string;
  readonly title: string;
  readonly path: string;
  readonly line: number;
}

const MOST = 30;

/** Detectors' and Reviewers' findings, each under a tag that the Lead may name. */
export const toldFindings = ({ planned, weighed }: Work): ReadonlyMap<string, Told> => {
  const rules = new Map(planned.active.map((rule) => [rule.id, rule]));
  const detected = planned.inspection.hits.flatMap(({ rule: id, path, line }): Told[] => {
    const rule = rules.get(id);
    return rule?.class === 'D' ? [{ severity: rule.inForce, rule: id, title: rule.title, path, line }] : [];
  });
  const proved = (weighed?.kept ?? []).map(({ pair, line, severity }): Told => {
    return { severity, rule: pair.rule.id, title: pair.rule.title, path: pair.chunk.path, line };
  });
  return new Map([...detected, ...proved].slice(0, MOST).map((one, i) => [`F${i + 1}`, one]));
};

/** What goes from the Reviewers to the Lead: state, decisions, open questions. */
export const handoffOf = (work: Work): readonly string[] => {
  const { table, sitting } = work;
  const findings = [...toldFindings(work)].map(
    ([tag, { severity, rule, path, line, title }]) => `${tag} ${severity} ${rule} ${path}:${line} ${title}`,
  );
  const decisions = table.ruled.map(
    ({ one, ruling, reason }) => `${one.pair.rule.id} in ${one.pair.chunk.path}: ${ruling}, ${reason}`,
  );
  const open = sitting.round.notReviewed.map(({ path, rule = '', reason }) => `${rule} in ${path}: ${reason}`);
  return [
    `STATE ${table.examined.length} reviewers, ${findings.length} findings`,
    ...findings,
    `DECISIONS ${decisions.length}`,
    ...decisions,
    `OPEN ${open.length}`,
    ...open.slice(0, MOST),
  ].map(shownLine);
};

/** What is wrong with a synthesis: it names a finding that there is not. */
export const synthesisFault = ({ order, summary, next }: Synthesis, tags: ReadonlySet<string>): string | null => {
  const foreign = order.find((tag) => !tags.has(tag));
  if (foreign !== undefined) return `there is no finding ${JSON.stringify(foreign)}`;
  const named = [...`${summary} ${next}`.matchAll(/\bF\d+\b/g)].find(([tag]) => !tags.has(tag));
  return named ? `there is no finding ${named[0]}` : null;
};

/** Lead: puts the findings together. It can neither add nor drop one, and the verdict is not its own. */
export const synthesize = async (work: Work): Promise<void> => {
  const told = toldFindings(work);
  const outcome = await summon(work.desk, {
    ...{ role: 'lead', why: 'put the findings together' },
    own: {
      handoff: fence('FROM THE REVIEWERS', handoffOf(work), 'HANDOFF').text,
      task: 'Put the findings together for the author.',
    },
    answer: { ...synthesisAnswer(), check: (synthesis) => synthesisFault(synthesis, new Set(told.keys())) },
  });
  if (outcome.kind === 'failed') return noteFailure(work, outcome.failure, 'the findings stand without a summary');
  work.table.synthesis = outcome.value;
};
