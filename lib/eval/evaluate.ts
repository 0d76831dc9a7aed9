import type { Progress } from '../progress.ts';
import type { RuleHeader } from '../types.ts';
import { figuresOf } from './figures.ts';
import type { Figures, Measure } from './figures-types.ts';
import type { CaseResult } from './result-types.ts';
import { type Place, runCases } from './runner.ts';
import { corpusDigest, type Store } from './store.ts';
import type { Subject } from './subject.ts';
import type { Case, CaseFault } from './types.ts';

/** A run of the evaluation, complete: what `--json` writes and what every page is made from. */
export interface Evaluation {
  readonly schema: 1;
  readonly lgtm: string;
  /** When the run ended, as an ISO date. */
  readonly at: string;
  readonly corpus: { readonly digest: string; readonly cases: number; readonly clean: number; readonly split: string };
  readonly model: Subject | null;
  /** Options that change what is measured, as they were given. */
  readonly options: Readonly<Record<string, string>>;
  readonly faults: readonly CaseFault[];
  /** All rules that were measured, those that need no model, and those that do. */
  readonly all: Figures;
  readonly detectors: Figures;
  readonly asked: Figures | null;
}

/** What a run is made of. */
export interface Plan {
  readonly cases: readonly Case[];
  readonly faults: readonly CaseFault[];
  readonly split: string;
  readonly rules: readonly RuleHeader[];
  readonly model: Subject | null;
  readonly options: Readonly<Record<string, string>>;
  readonly runs: number;
  readonly places: readonly Place[];
  readonly store: Store;
  readonly progress: Progress;
  readonly version: string;
}

/** A rule of class D needs no model; the others say nothing without one. */
export const measuresOf = (
  rules: readonly RuleHeader[],
  useModel: boolean,
): Record<'all' | 'detectors' | 'asked', Measure> => {
  const ids = (fits: (rule: RuleHeader) => boolean): Set<string> => new Set(rules.filter(fits).map(({ id }) => id));
  const needsModel = ids((rule) => rule.class !== 'D');
  const detectors = ids((rule) => rule.class === 'D');
  const all = useModel ? ids(() => true) : detectors;
  return {
    all: { rules: all, needsModel },
    detectors: { rules: detectors, needsModel },
    asked: { rules: needsModel, needsModel },
  };
};

/** Labels of rules that nobody knows can never be found: the case is named, and the label does not count. */
const unknownLabels = (cases: readonly Case[], rules: readonly RuleHeader[]): CaseFault[] => {
  const known = new Set(rules.map(({ id }) => id));
  const faults = cases.flatMap(({ file, labels }) =>
    labels.filter(({ rule }) => !known.has(rule)).map(({ rule }) => `${file}\n${rule}`),
  );
  return [...new Set(faults)].map((each) => {
    const [file = '', rule = ''] = each.split('\n');
    return { file, message: `there is no rule "${rule}"` };
  });
};

/** Reviews the cases and computes the figures. */
export const evaluate = async (plan: Plan): Promise<{ evaluation: Evaluation; results: readonly CaseResult[] }> => {
  const { cases, faults, split, rules, model, options, runs, places, store, progress, version } = plan;
  const results = await runCases(cases, { places, runs, store, progress });
  const measures = measuresOf(rules, model !== null);
  const clean = cases.filter(({ labels }) => labels.length === 0).length;
  const evaluation: Evaluation = {
    schema: 1,
    lgtm: version,
    at: new Date().toISOString(),
    corpus: { digest: corpusDigest(cases), cases: cases.length, clean, split },
    model,
    options,
    faults: [...faults, ...unknownLabels(cases, rules)],
    all: figuresOf(results, measures.all),
    detectors: figuresOf(results, measures.detectors),
    asked: model === null ? null : figuresOf(results, measures.asked),
  };
  return { evaluation, results };
};
