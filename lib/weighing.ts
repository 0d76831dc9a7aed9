import { byOpinion, type Doubted, doubtAll, unverified } from './doubts.ts';
import type { Sitting } from './inquiry.ts';
import type { Pair } from './pass/counsel.ts';
import { isAgreed } from './pass/verify.ts';
import { groundAll } from './questions.ts';
import type { Proved } from './round.ts';
import { arbitrateAll, type Ruled, ruleConflicts } from './rulings.ts';

/** What is left of the proved findings once they were doubted, and what was ruled on the way. */
export interface Weighed {
  readonly kept: readonly Proved[];
  readonly ruled: readonly Ruled[];
}

const NONE: readonly Doubted[] = [];

/**
 * Places where a detector and the Reviewer disagree about a rule that would block: the detector points at a line, and the
 * Reviewer found nothing. They pass the same filters as a claim, and become findings only if they are verified and upheld.
 */
const deniedGates = (pair: Pair, { matter, removed }: Sitting): Proved[] => {
  if (pair.rule.class !== 'H' || pair.rule.inForce !== 'block') return [];
  const gates = matter.inspection.hits.filter((hit) => hit.rule === pair.rule.id && hit.path === pair.chunk.path);
  const gate = [...pair.chunk.tags].find(([, { line }]) => gates.some((hit) => hit.line === line));
  if (!gate) return [];
  const claim = { line: gate[0], quote: gate[1].text, why: '', fix: '' };
  return groundAll(pair, [claim], matter, removed).flatMap((one) =>
    one.kind === 'kept' && one.severity === 'block'
      ? [{ pair, line: one.line.line, quote: one.line.text, why: '', fix: '', severity: one.severity, verified: false }]
      : [],
  );
};

const bySeverity = (a: Proved, b: Proved): number => Number(b.severity === 'block') - Number(a.severity === 'block');

const rulingOn = (one: Proved, ruled: readonly Ruled[], kinds: readonly Ruled['ruling'][]): Ruled | undefined =>
  ruled.find((each) => each.one === one && kinds.includes(each.ruling));

const drop = (one: Proved, reason: string, { round }: Sitting): Proved[] => {
  const place = { path: one.pair.chunk.path, rule: one.pair.rule.id, line: one.line };
  round.dropped.push({ reason, ...place, quote: one.quote.slice(0, 200) });
  return [];
};

/** A finding after all that was said about it; dropped findings are counted. */
const decided = (each: Doubted, ruled: readonly Ruled[], sitting: Sitting): Proved[] => {
  const left = byOpinion(each);
  if (!left) return drop(each.one, 'refuted', sitting);
  if (rulingOn(each.one, ruled, ['refuted'])) return drop(each.one, 'counter_evidence', sitting);
  const open = rulingOn(each.one, ruled, ['unsettled', 'tie']);
  return [open ? { ...unverified(left), verified: false } : left];
};

const upheldGates = (gates: readonly Doubted[], ruled: readonly Ruled[]): Proved[] =>
  gates.filter(({ one }) => rulingOn(one, ruled, ['upheld'])).flatMap((each) => byOpinion(each) ?? []);

/** Asks again about what would warn or block, as far as mode and configuration have it, and settles what is disputed. */
export const weighAll = async (sitting: Sitting): Promise<Weighed> => {
  const { round, matter } = sitting;
  const { steps, budgets } = matter.mode;
  const verifies = steps.includes('verify') && matter.config.verification !== 'off';
  const arbitrates = verifies && steps.includes('arbitrate') && matter.config.verification === 'arbitrate';
  const conflicts = arbitrates ? ruleConflicts(round.proved, matter.bodies) : [];
  const lost = round.proved.filter((one) => rulingOn(one, conflicts, ['outranked']));
  for (const one of lost) drop(one, 'outranked', sitting);
  const left = round.proved.filter((one) => !lost.includes(one)).sort(bySeverity);
  const gates = arbitrates ? round.denied.flatMap((pair) => deniedGates(pair, sitting)) : [];
  const doubted = await doubtAll([...left, ...gates], sitting, verifies ? budgets.verifications : 0);
  const claims = doubted.slice(0, left.length);
  const agreedGates = doubted.slice(left.length).filter(({ opinion }) => opinion !== null && isAgreed(opinion));
  const disputes = arbitrates ? [...claims, ...agreedGates] : NONE;
  const ruled = [...conflicts, ...(await arbitrateAll(disputes, sitting, budgets.arbitrations))];
  const kept = claims.flatMap((each) => decided(each, ruled, sitting));
  return { kept: [...kept, ...upheldGates(agreedGates, ruled)], ruled };
};
