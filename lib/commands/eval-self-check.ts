import { EXIT } from '../errors.ts';
import { selectCases } from '../eval/select.ts';
import { selfCheck } from '../eval/self-check.ts';
import { visible } from '../text/visible.ts';
import { gatherCases } from './eval-cases.ts';
import type { EvalOptions } from './eval-options.ts';
import { print } from './output.ts';
import { openProgress } from './progress.ts';
import { openBook } from './rules-book.ts';
import { testSubjects } from './rules-test-subjects.ts';
import type { Invocation } from './table.ts';

/** `lgtm eval --self-check`: models that are scripted, over the same cases. Exit code 1 where something does not hold. */
export const checkHarness = async (
  call: Invocation,
  { cases: folder, split, limit, rules: wanted }: EvalOptions,
): Promise<number> => {
  const { subjects } = await testSubjects(await openBook(call), '');
  const rules = subjects.map(({ rule }) => rule);
  const { cases, faults } = gatherCases(folder, call.cwd, subjects);
  const measured = new Set(rules.map(({ id }) => id));
  const chosen = selectCases(cases, { split, limit, measured, rules: wanted && new Set(wanted), quick: false });
  const checks = await selfCheck(chosen, rules, openProgress(process.stderr, call.env));
  for (const { name, holds, detail } of checks)
    await print(`${holds ? 'ok  ' : 'FAIL'}   ${visible(`${name} (${detail})`)}\n`);
  for (const { file, message } of faults) await print(`FAIL   ${visible(`${file}: ${message}`)}\n`);
  const failed = checks.filter(({ holds }) => !holds).length + faults.length;
  await print(`${chosen.length} cases; ${checks.length - failed + faults.length} passed, ${failed} failed\n`);
  return failed > 0 ? EXIT.blocked : EXIT.ok;
};
