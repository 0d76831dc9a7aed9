import type { Progress } from '../progress.ts';
import type { RuleHeader } from '../types.ts';
import { measuresOf } from './evaluate.ts';
import { figuresOf } from './figures.ts';
import type { Figures } from './figures-types.ts';
import type { CaseResult } from './result-types.ts';
import { runCases } from './runner.ts';
import { SCRIPTED, type Script, startScripted } from './scripted-server.ts';
import { SCRIPTS, type ScriptName } from './scripts.ts';
import { NO_STORE } from './store.ts';
import type { Case } from './types.ts';

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

const check = (name: string, holds: boolean, detail: string): Check => ({ name, holds, detail });

const firstOf = (list: readonly string[]): string => (list.length > 0 ? `; first: ${list[0]}` : '');

const missed = (results: readonly CaseResult[], rules: ReadonlySet<string>): string[] =>
  results.flatMap(({ id, labels, findings }) => [
    ...labels.filter(({ rule, found }) => rules.has(rule) && !found).map(({ rule }) => `${id} missed ${rule}`),
    ...findings
      .filter(({ rule, judged }) => rules.has(rule) && judged === 'false')
      .map(({ rule, line }) => `${id} alarmed ${rule}:${line}`),
  ]);

type Judge = (
  figures: { asked: Figures; detectors: Figures },
  results: readonly CaseResult[],
  asked: ReadonlySet<string>,
) => Check[];

const JUDGES: Readonly<Record<ScriptName, Judge>> = {
  perfect: ({ asked, detectors }, results, rules) => [
    check(
      'a model that is always right scores 1.0',
      asked.all.precision.value === 1 && asked.all.recall.value === 1,
      text(asked) + firstOf(missed(results, rules)),
    ),
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

const HARMLESS: Script = () => '{"findings":[]}';

const checksWith = async (
  name: ScriptName,
  cases: readonly Case[],
  rules: readonly RuleHeader[],
  progress: Progress,
): Promise<Check[]> => {
  let script = HARMLESS;
  const server = await startScripted(() => script);
  const env = { OLLAMA_HOST: server.host, LGTM_MODEL: SCRIPTED };
  const prepare = (one: Case): void => {
    script = SCRIPTS[name](one);
  };
  try {
    const places = [{ bench: { env, useModel: true, deadline: 300, ablate: [] }, prepare }];
    const results = await runCases(cases, { places, runs: 1, store: NO_STORE, progress });
    const { asked, detectors } = measuresOf(rules, true);
    const faults = results.flatMap(({ id, fault, unreadable }) =>
      fault !== null && unreadable === 0 ? [`${id}: ${fault}`] : [],
    );
    const figures = { asked: figuresOf(results, asked), detectors: figuresOf(results, detectors) };
    const complete = check(
      `every review with the ${name} model is complete`,
      faults.length === 0,
      `${faults.length} broke off${firstOf(faults)}`,
    );
    return [complete, ...JUDGES[name](figures, results, asked.rules)];
  } finally {
    await server.close();
  }
};

/** Holds the harness against models whose answers are known beforehand. */
export const selfCheck = async (
  cases: readonly Case[],
  rules: readonly RuleHeader[],
  progress: Progress,
): Promise<Check[]> => {
  const checks: Check[] = [];
  for (const name of ['perfect', 'silent', 'adversarial'] as const)
    checks.push(...(await checksWith(name, cases, rules, progress)));
  return checks;
};
