import { behaviourOf, clocksOf } from './figures-model.ts';
import { alarmsOf, type Counted, countedIn, ofRule, qualityOf } from './figures-quality.ts';
import type { Figures, Lines, Measure, RuleFigures } from './figures-types.ts';
import type { CaseResult } from './result-types.ts';
import type { Stratum } from './types.ts';
import { share } from './wilson.ts';

const mean = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
};

/** Added lines of a change, by the sizes at which reviewers are known to get worse. */
const SIZES: readonly (readonly [string, number])[] = [
  ['up to 10', 10],
  ['11 to 50', 50],
  ['51 to 150', 150],
  ['over 150', Number.POSITIVE_INFINITY],
];

const sizeOf = ({ added }: CaseResult): string => SIZES.find(([, most]) => added <= most)?.[0] ?? '';

const STRATA: readonly Stratum[] = ['A', 'B', 'C', 'D', 'E', 'F'];

const linesOf = (counted: readonly Counted[]): Lines => {
  const gaps = counted.flatMap(({ findings }) => findings.flatMap(({ off }) => (off === null ? [] : [off])));
  const within = (most: number) => share(gaps.filter((gap) => gap <= most).length, gaps.length);
  return { exact: within(0), within1: within(1), within3: within(3) };
};

const macroOf = (rules: readonly RuleFigures[]): Figures['macro'] => ({
  precision: mean(rules.map(({ precision }) => precision.value)),
  recall: mean(rules.map(({ recall }) => recall.value)),
});

const faultsOf = (results: readonly CaseResult[]): Figures['faults'] =>
  results.flatMap(({ id, fault }) => (fault === null ? [] : [{ id, fault }]));

/** All figures of a run. Results whose review broke off count only for what needs no model; they are listed as faults. */
export const figuresOf = (results: readonly CaseResult[], measure: Measure): Figures => {
  const usable = results.filter(({ outcome }) => outcome !== 'broken');
  const counted = usable.map((one) => countedIn(one, measure));
  const where = (fits: (one: CaseResult) => boolean) => usable.filter(fits).map((one) => countedIn(one, measure));
  const rules = [...measure.rules].sort().map((rule) => ofRule(rule, counted));
  const measured = rules.filter(({ precision, recall }) => precision.of + recall.of > 0);
  return {
    cases: new Set(results.map(({ id }) => id)).size,
    reviews: results.length,
    faults: faultsOf(results),
    all: qualityOf(counted),
    rules: measured,
    macro: macroOf(measured),
    alarms: alarmsOf(usable, measure),
    sizes: SIZES.map(([size]) => ({ size, ...qualityOf(where((one) => sizeOf(one) === size)) })),
    strata: STRATA.map((stratum) => ({
      ...{ stratum, cases: usable.filter((one) => one.stratum === stratum).length },
      ...qualityOf(where((one) => one.stratum === stratum)),
    })),
    lines: linesOf(counted),
    behaviour: behaviourOf(usable, measure),
    clocks: clocksOf(usable),
  };
};
