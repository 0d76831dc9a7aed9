import { askAll } from '../inquiry.ts';
import type { Pair } from '../pass/counsel.ts';
import type { Dimension } from '../pass/dimensions.ts';
import { listed } from '../round.ts';
import { inNameOf } from '../runtime/bus.ts';
import { weighAll } from '../weighing.ts';
import type { AuditPlan, Work } from './work.ts';

/** Questions in the order of the plan: by item, then as they were ranked. */
const inOrder = (pairs: readonly Pair[], items: AuditPlan['items']): Pair[] => {
  const rank = (pair: Pair): number => {
    const at = items.findIndex(({ rules }) => rules.includes(pair.rule.id));
    return at === -1 ? items.length : at;
  };
  return [...pairs].sort((a, b) => rank(a) - rank(b));
};

/** The Reviewers that a plan calls for, each with its own rules. */
const reviewers = ({ table, pairs }: Work): { dimension: Dimension; pairs: Pair[] }[] => {
  const { items } = table.plan;
  const dimensions = [...new Set(items.map(({ dimension }) => dimension))];
  return dimensions.map((dimension) => {
    const own = items.filter((item) => item.dimension === dimension);
    const rules = new Set(own.flatMap((item) => item.rules));
    return {
      dimension,
      pairs: inOrder(
        pairs.filter(({ rule }) => rules.has(rule.id)),
        own,
      ),
    };
  });
};

/** Dimensions that are still to be looked at. */
export const openDimensions = (work: Work): Dimension[] =>
  reviewers(work)
    .map(({ dimension }) => dimension)
    .filter((dimension) => !work.done.has(`review ${dimension}`));

/** One Reviewer: its rules, one closed question after the other, proved by the same filters as in the hook. */
export const examine = async (work: Work, dimension: Dimension): Promise<void> => {
  const { sitting, table, msEach } = work;
  const one = reviewers(work).find((each) => each.dimension === dimension);
  work.done.add(`review ${dimension}`);
  if (!one) return;
  const before = sitting.round.proved.length;
  if (sitting.round.fault) sitting.round.notReviewed.push(...listed(one.pairs, 'not asked any more'));
  else {
    const asking = inNameOf(sitting.asking, `reviewer ${dimension}`);
    await askAll(one.pairs, { ...sitting, asking }, msEach);
  }
  table.examined.push({
    dimension,
    rules: [...new Set(one.pairs.map(({ rule }) => rule.id))],
    questions: one.pairs.length,
    proved: sitting.round.proved.length - before,
  });
};

/** The Reviewers that nobody has called for yet, one after the other. */
export const examineAll = async (work: Work): Promise<void> => {
  for (const dimension of openDimensions(work)) await examine(work, dimension);
};

/** Verification and arbitration, as the mode has them. */
export const weigh = async (work: Work): Promise<void> => {
  work.weighed = await weighAll(work.sitting);
  work.table.ruled = work.weighed.ruled;
};
