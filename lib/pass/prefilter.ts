import { finder } from '../text/finder.ts';
import { needlesOf } from '../text/needles.ts';
import type { RuleHeader } from '../types.ts';
import type { Detectors } from './detect.ts';

/** What of a file a text is: all of it, or its added lines, in which a pattern that reaches over lines need not show. */
export type Part = 'file' | 'lines';

/** The needles of a rule's patterns; null where it has a detector that cannot be passed over. */
const needlesOfRule = ({ detect }: RuleHeader, part: Part): readonly string[] | null => {
  const sets = detect.map((one) =>
    'match' in one && (part === 'file' || one.span !== 'file') ? (one.needles ?? needlesOf(one.match)) : null,
  );
  return sets.every((set) => set !== null) ? sets.flat() : null;
};

/**
 * Leaves out, text by text, the detectors that cannot find anything because no needle of their rule occurs. In a large
 * change nearly every text is free of nearly every needle, and one pass finds out for all rules together.
 */
export const prefilter = (detectors: Detectors, part: Part): ((text: string) => Detectors) => {
  const rules = [...new Set(detectors.files.map(({ rule }) => rule))];
  const needles: string[] = [];
  const ruleOf: number[] = [];
  const always = new Uint8Array(rules.length);
  for (const [i, rule] of rules.entries()) {
    const own = needlesOfRule(rule, part);
    if (!own) always[i] = 1;
    for (const needle of own ?? []) {
      needles.push(needle);
      ruleOf.push(i);
    }
  }
  const { scan } = finder(needles);
  const files = detectors.files.map((detector) => ({ detector, rule: rules.indexOf(detector.rule) }));
  return (text) => {
    const wanted = always.slice();
    scan(text, (index) => {
      wanted[ruleOf[index] ?? 0] = 1;
    });
    return {
      ...detectors,
      files: files.filter(({ rule }) => wanted[rule] === 1).map(({ detector }) => detector),
    };
  };
};
