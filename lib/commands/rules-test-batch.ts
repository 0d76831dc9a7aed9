import { looksAtChange } from '../pass/checks/index.ts';
import type { Example, Rule } from '../types.ts';

/** One example of a rule. `source` is the text of the rule's own file, where it is one of the repository. */
export interface Trial {
  readonly rule: Rule;
  readonly source: string | null;
  readonly example: Example;
}

/** Examples that are staged together: their files do not touch one another. */
export type Batch = readonly Trial[];

/** Files staged together; more would only make each review longer. */
const MOST = 12;

/** What concerns the change as a whole, or stands on a base of its own, is staged alone. */
const isAlone = ({ rule, source, example }: Trial): boolean =>
  source !== null ||
  example.message === true ||
  Boolean(example.base ?? example.others ?? example.size ?? example.mode ?? example.binary) ||
  looksAtChange(rule);

const touches = (a: Trial, b: Trial): boolean => {
  const [one, two] = [a.example.path.toLowerCase(), b.example.path.toLowerCase()];
  return one === two || one.startsWith(`${two}/`) || two.startsWith(`${one}/`);
};

const domainsOf = ({ rule }: Trial): string => rule.domains.join();

const fits = (trial: Trial, batch: Batch): boolean => {
  const [first] = batch;
  if (!first || batch.length >= MOST || isAlone(first) || domainsOf(first) !== domainsOf(trial)) return false;
  return !batch.some((other) => touches(trial, other));
};

/** Puts examples together where they can be told apart by their paths: a review costs more than a file in it. */
export const batchesOf = (trials: readonly Trial[]): Batch[] => {
  const batches: Trial[][] = [];
  for (const trial of trials) {
    const open = isAlone(trial) ? undefined : batches.find((batch) => fits(trial, batch));
    if (open) open.push(trial);
    else batches.push([trial]);
  }
  return batches;
};
