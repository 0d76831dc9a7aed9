import type { Figures } from './figures-types.ts';
import type { CaseResult } from './result-types.ts';
import type { ScriptName } from './scripts.ts';

/** One thing that must hold of the harness; `detail` says what was seen. */
export interface Check {
  readonly name: string;
  readonly holds: boolean;
  readonly detail: string;
}

/** The least precision and recall of rules that need no model. */
const LEAST = 0.95;

const text = ({ all }: Figures): string =>
  `precision ${all.precision.hits} of ${all.precision.of}, recall ${all.recall.hits} of ${all.recall.of}`;

/** Makes a check. */
export const check = (name: string, holds: boolean, detail: string): Check => ({ name, holds, detail });

/** The first of what went wrong, for a line of the report. */
export const firstOf = (list: readonly string[]): string => (list.length > 0 ? `; first: ${list[0]}` : '');

const missed = (results: readonly CaseResult[], rules: ReadonlySet<string>): string[] =>
  results.flatMap(({ id, labels, findings }) => [
    ...labels
      .filter(({ rule, found, selected }) => rules.has(rule) && selected && !found)
      .map(({ rule }) => `${id} missed ${rule}`),
    ...findings
      .filter(({ rule, judged }) => rules.has(rule) && judged === 'false')
      .map(({ rule, line }) => `${id} alarmed ${rule}:${line}`),
  ]);

/** Places that Counsel brought up, and how many of them were found. */
const brought = (results: readonly CaseResult[], rules: ReadonlySet<string>) => {
  const all = results.flatMap(({ labels }) => labels).filter(({ rule }) => rules.has(rule));
  const asked = all.filter(({ selected }) => selected);
  return { all: all.length, asked: asked.length, found: asked.filter(({ found }) => found).length };
};

/** The least share of places that break a rule of the model about which the model is asked. */
const LEAST_ASKED = 0.85;

const perfection = ({ all }: Figures, results: readonly CaseResult[], rules: ReadonlySet<string>): Check[] => {
  const { all: places, asked, found } = brought(results, rules);
  return [
    check(
      'a model that is always right scores 1.0 on what it is asked',
      all.precision.value === 1 && asked > 0 && found === asked,
      `precision ${all.precision.hits} of ${all.precision.of}, recall ${found} of ${asked}${firstOf(missed(results, rules))}`,
    ),
    check('and it is asked about nearly every place', asked >= LEAST_ASKED * places, `${asked} of ${places}`),
  ];
};

type Judge = (
  figures: { asked: Figures; detectors: Figures },
  results: readonly CaseResult[],
  asked: ReadonlySet<string>,
) => Check[];

/** What must hold with each scripted model. */
export const JUDGES: Readonly<Record<ScriptName, Judge>> = {
  perfect: ({ asked, detectors }, results, rules) => [
    ...perfection(asked, results, rules),
    check(
      `detectors alone reach ${LEAST}`,
      (detectors.all.precision.value ?? 0) >= LEAST && (detectors.all.recall.value ?? 0) >= LEAST,
      text(detectors),
    ),
    check(
      'no clean change is blocked',
      detectors.alarms.blocked.hits === 0,
      `${detectors.alarms.blocked.hits} blocked`,
    ),
  ],
  silent: ({ asked }) => [
    check(
      'a model that is always silent has recall 0',
      asked.all.recall.value === 0 && asked.all.precision.of === 0,
      text(asked),
    ),
  ],
  adversarial: (_figures, results) => {
    const shown = results.flatMap(({ id, findings }) =>
      findings.filter(({ source, stands }) => source === 'model' && !stands).map(({ rule }) => `${id} ${rule}`),
    );
    const dropped =
      results.flatMap((one) => one.dropped).length + results.reduce((sum, one) => sum + one.unreadable, 0);
    return [
      check(
        'of what an adversarial model invents nothing is shown',
        shown.length === 0,
        `${shown.length} shown${firstOf(shown)}`,
      ),
      check('and all of it is counted', dropped > 0, `${dropped} claims and answers dropped`),
    ];
  },
};
