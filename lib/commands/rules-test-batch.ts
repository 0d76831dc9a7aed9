import { looksAtChange } from '../pass/checks/index.ts';
import type { Example, Rule } from '../types.ts';

/** One example of a rule. `source` is the text of the rule's own file, where it is one of the repository. */
export interface Specimen {
  readonly rule: Rule;
  readonly source: string | null;
  readonly example: Example;
}

/** An example, and the path at which it is staged: its own, or where it names none one that no other example has. */
export interface Trial extends Specimen {
  readonly place: string;
}

/** Examples that are staged together: their files do not touch one another. */
export type Batch = readonly Trial[];

/** Files staged together; more would only make each review longer. */
const MOST = 12;

/** What concerns the change as a whole, or stands on a base of its own, is staged alone. */
const isAlone = ({ rule, source, example }: Specimen): boolean =>
  source !== null ||
  example.message === true ||
  Boolean(example.base ?? example.others ?? example.size ?? example.mode ?? example.binary) ||
  looksAtChange(rule);

const touches = (a: Trial, b: Trial): boolean => {
  const [one, two] = [a.place.toLowerCase(), b.place.toLowerCase()];
  return one === two || one.startsWith(`${two}/`) || two.startsWith(`${one}/`);
};

const domainsOf = ({ rule }: Trial): string => rule.domains.join();

const fits = (trial: Trial, batch: Batch): boolean => {
  const [first] = batch;
  if (!first || batch.length >= MOST || isAlone(first) || domainsOf(first) !== domainsOf(trial)) return false;
  return !batch.some((other) => touches(trial, other));
};

/** The path of an example whose author gave it none. */
const UNNAMED = /^(src\/example)(\.\w+)$/;

const placed = (specimen: Specimen, n: number): Trial => {
  const { path } = specimen.example;
  return { ...specimen, place: isAlone(specimen) ? path : path.replace(UNNAMED, `$1-${n}$2`) };
};

/** Puts examples together where they can be told apart by their paths: a review costs more than a file in it. */
export const batchesOf = (specimens: readonly Specimen[]): Batch[] => {
  const batches: Trial[][] = [];
  for (const trial of specimens.map(placed)) {
    const open = isAlone(trial) ? undefined : batches.find((batch) => fits(trial, batch));
    if (open) open.push(trial);
    else batches.push([trial]);
  }
  return batches;
};
