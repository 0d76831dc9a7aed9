import { EXIT, ModelError } from '../errors.ts';
import { stagedExamples } from '../pass/example-stage.ts';
import { print } from './output.ts';
import { openBook } from './rules-book.ts';
import { type Batch, batchesOf, type Specimen, type Trial } from './rules-test-batch.ts';
import { type Bench, openBench } from './rules-test-bench.ts';
import { asJson, brokenLines, ruleLines, totalLine } from './rules-test-report.ts';
import { tryBatch, type Verdict } from './rules-test-run.ts';
import { type Subject, testSubjects } from './rules-test-subjects.ts';
import type { Invocation } from './table.ts';

/** Where a model is reached comes from the user; repository and state are those of the bench. */
const modelEnvironment = (own: NodeJS.ProcessEnv, user: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(user).filter(([name]) => !name.startsWith('GIT_'))),
  ...Object.fromEntries(Object.entries(own).filter(([name]) => name.startsWith('GIT_') || name === 'XDG_STATE_HOME')),
});

const specimensOf = (subjects: readonly Subject[]): Specimen[] =>
  subjects.flatMap(({ rule, source }) => rule.body.examples.map((example) => ({ rule, source, example })));

const atPlace = ({ place, ...trial }: Trial): Specimen => ({ ...trial, example: { ...trial.example, path: place } });

const lines = async (texts: readonly string[]): Promise<void> => {
  for (const text of texts) await print(`${text}\n`);
};

/** A model that cannot be asked says nothing about any rule. */
const demand = ({ model }: Verdict): void => {
  if (model?.failure) throw new ModelError(model.failure, 'Run `lgtm doctor`, or leave out --model.');
};

const runAll = async (
  batches: readonly Batch[],
  bench: Bench,
  modelEnv: NodeJS.ProcessEnv | null,
): Promise<Verdict[]> => {
  const verdicts: Verdict[] = [];
  for (const [n, batch] of batches.entries()) {
    await bench.stage(n);
    const judged = await tryBatch(batch, bench, modelEnv);
    for (const one of judged) demand(one);
    verdicts.push(...judged);
  }
  return verdicts;
};

const pageOf = (subjects: readonly Subject[], verdicts: readonly Verdict[], broken: readonly string[]): string[] => [
  ...subjects.flatMap(({ rule }) =>
    ruleLines(
      rule,
      verdicts.filter(({ trial }) => trial.rule === rule),
    ),
  ),
  ...brokenLines(broken),
  totalLine(verdicts, broken),
];

/**
 * `lgtm rules test [ID]`: stages every example in a temporary repository and holds the review against it. The model, where it
 * is asked for, is measured and decides nothing. Throws LgtmError.
 */
export const test = async (call: Invocation, id: string): Promise<number> => {
  const { subjects, faults: broken } = await testSubjects(await openBook(call), id);
  const batches = batchesOf(specimensOf(subjects));
  const bench = await openBench(
    batches.map((batch) => stagedExamples(batch.map(atPlace))),
    call.env,
  );
  try {
    const modelEnv = call.flags['model'] ? modelEnvironment(bench.env, call.env) : null;
    const verdicts = await runAll(batches, bench, modelEnv);
    await lines(call.flags['json'] ? [asJson(verdicts, broken)] : pageOf(subjects, verdicts, broken));
    return broken.length > 0 || verdicts.some(({ faults }) => faults.length > 0) ? EXIT.blocked : EXIT.ok;
  } finally {
    bench.remove();
  }
};
