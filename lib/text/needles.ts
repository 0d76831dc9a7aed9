import type { Way } from '../types.ts';
import { branchesOf, oneOf } from './needle-reader.ts';
import { better, shortest, telling, usable } from './needle-sets.ts';

/** The needles of a pattern; null where there are none that tell anything, or the pattern is not understood. */
export const needlesOf = (source: string): readonly string[] | null => {
  const found = branchesOf(source);
  if (!found) return null;
  const whole = oneOf(found);
  const needles = better(whole.needles, usable(whole.exact));
  return needles && shortest(needles) >= 2 ? needles : null;
};

/** The ways in which a pattern can match, one a branch; null where nothing is known of any. */
export const waysOf = (source: string): readonly Way[] | null => {
  const ways =
    branchesOf(source)?.map(({ known, at }): Way => ({ at, needs: telling(known).map((set) => set.join(' ')) })) ?? [];
  return ways.some(({ needs }) => needs.length > 0) ? ways : null;
};
