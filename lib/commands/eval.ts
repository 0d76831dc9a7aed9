import { resolve } from 'node:path';
import { readAblations } from '../ablation.ts';
import { EXIT, UsageError } from '../errors.ts';
import { programDigest } from '../eval/child.ts';
import { type Evaluation, evaluate, type Plan } from '../eval/evaluate.ts';
import { recordsOf } from '../eval/record.ts';
import { selectCases } from '../eval/select.ts';
import { NO_STORE, openStore } from '../eval/store.ts';
import { findSubject, type Subject as Model, modelVariables } from '../eval/subject.ts';
import { markdownOf, textOf } from '../eval/text.ts';
import { writeReport } from '../reports/output.ts';
import { keepMeasured } from '../state/earned.ts';
import { safeJson } from '../text/visible.ts';
import type { Rule } from '../types.ts';
import { version } from '../version.ts';
import { gatherCases } from './eval-cases.ts';
import { type EvalOptions, readEvalOptions } from './eval-options.ts';
import { rulesHere } from './eval-scope.ts';
import { print, say } from './output.ts';
import { openProgress } from './progress.ts';
import { type Book, noSuchRule, openBook } from './rules-book.ts';
import { testSubjects } from './rules-test-subjects.ts';
import type { Invocation, Run } from './table.ts';

/** The rules that a run is about; null for all. Throws UsageError for one that does not exist. */
const wantedRules = async (options: EvalOptions, book: Book, rules: readonly Rule[]): Promise<Set<string> | null> => {
  if (options.rules) {
    const known = new Set(rules.map(({ id }) => id));
    const unknown = options.rules.find((id) => !known.has(id));
    if (unknown !== undefined) throw await noSuchRule(unknown, rules);
    return new Set(options.rules);
  }
  return options.quick ? new Set((await rulesHere(book)).map(({ id }) => id)) : null;
};

/** Options that change what comes out; the rest says only where and how much. */
const namedOptions = ({ rules, quick, ablate, runs, limit }: EvalOptions): Readonly<Record<string, string>> => ({
  ...(rules ? { rules: rules.join(' ') } : {}),
  ...(quick ? { quick: 'yes' } : {}),
  ...(ablate.length > 0 ? { ablate: ablate.join(' ') } : {}),
  ...(runs > 1 ? { runs: String(runs) } : {}),
  ...(limit === null ? {} : { limit: String(limit) }),
});

const planOf = async (call: Invocation, options: EvalOptions): Promise<{ plan: Plan; rules: readonly Rule[] }> => {
  const book = await openBook(call);
  const { subjects, faults: broken } = await testSubjects(book, '');
  const rules = subjects.map(({ rule }) => rule);
  const wanted = await wantedRules(options, book, rules);
  const gathered = gatherCases(options.cases, call.cwd, subjects);
  if (gathered.note) say(`lgtm: ${gathered.note}`);
  const useModel = options.model !== null;
  const variables = useModel ? modelVariables(call.env, options.model ?? '') : {};
  const model: Model | null = useModel ? await findSubject(call.env, variables) : null;
  const measured = rules.filter((rule) => (useModel || rule.class === 'D') && (wanted?.has(rule.id) ?? true));
  const ids = new Set(measured.map(({ id }) => id));
  const { split, quick, limit, ablate, deadline, runs, fresh } = options;
  const cases = selectCases(gathered.cases, { split, rules: wanted, measured: ids, quick, limit });
  if (cases.length === 0)
    throw new UsageError('no case says anything about these rules', 'docs/evaluation.md tells how to write some.');
  const bench = { env: variables, useModel, deadline, ablate };
  const circumstances = { model, ablate, deadline, version: version(), program: programDigest() };
  const faults = [...gathered.faults, ...broken.map((message) => ({ file: 'policies', message }))];
  const plan = {
    ...{ cases, faults, split, rules: measured, model, options: namedOptions(options), runs, version: version() },
    places: [{ bench }],
    store: fresh ? NO_STORE : openStore(call.env, circumstances),
    progress: openProgress(process.stderr, call.env),
  };
  return { plan, rules };
};

const pages: Readonly<Record<EvalOptions['files'][number][0], (one: Evaluation) => Promise<string>>> = {
  json: async (one) => `${safeJson(one, 2)}\n`,
  markdown: async (one) => markdownOf(one),
  html: async (one) => (await import('../eval/page.ts')).pageOf(one),
};

/** What was learnt of a model counts from now on, unless something about the pass was changed to learn it. */
const remember = (env: NodeJS.ProcessEnv, evaluation: Evaluation, rules: ReturnType<typeof recordsOf>): void => {
  const { model, at, lgtm } = evaluation;
  if (!model) return;
  const { name, provider, digest, verification } = model;
  const kept = keepMeasured(env, { model: name, provider, digest, at, lgtm, verification, rules });
  say(
    kept ? 'lgtm: kept for this model; `lgtm rules list --model` shows what it may block' : 'lgtm: could not be kept',
  );
};

const measure = async (call: Invocation, options: EvalOptions): Promise<number> => {
  const { plan, rules } = await planOf(call, options);
  const { evaluation, results } = await evaluate(plan);
  for (const [name, path] of options.files) await writeReport(resolve(call.cwd, path), await pages[name](evaluation));
  await print(textOf(evaluation, options.byRule));
  if (options.ablate.length === 0) remember(call.env, evaluation, recordsOf(results, rules));
  return evaluation.all.faults.length > 0 ? EXIT.notReviewed : EXIT.ok;
};

/** `lgtm eval`: measures the rules, with or without a model. Throws LgtmError. */
export const run: Run = async (call) => {
  const options = readEvalOptions(call);
  readAblations(options.ablate);
  if (call.flags['self-check']) return (await import('./eval-self-check.ts')).checkHarness(call, options);
  return measure(call, options);
};
