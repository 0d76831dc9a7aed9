import type { Progress } from '../progress.ts';
import type { RuleHeader } from '../types.ts';
import { measuresOf } from './evaluate.ts';
import { figuresOf } from './figures.ts';
import { runCases } from './runner.ts';
import { SCRIPTED, type Script, startScripted } from './scripted-server.ts';
import { SCRIPTS, type ScriptName } from './scripts.ts';
import { type Check, check, firstOf, JUDGES } from './self-check-judges.ts';
import { NO_STORE } from './store.ts';
import type { Case } from './types.ts';

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
