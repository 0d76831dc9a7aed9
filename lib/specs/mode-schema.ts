import * as v from 'valibot';
import { parse } from 'yaml';
import { messageOf, SpecError } from '../errors.ts';
import { parseSections } from '../text/sections.ts';

const STEPS = ['detect', 'explore', 'counsel', 'review', 'ground', 'verify', 'arbitrate', 'verdict'] as const;

const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000));

/** What failed must never be called clean, whoever writes the mode. */
const failed = v.literal('not-reviewed');
const nothingToAsk = v.literal('clean');

const ModeSchema = v.strictObject({
  roles: v.record(
    v.string(),
    v.strictObject({
      tiers: v.array(v.picklist([0, 1, 2])),
      rules: v.optional(v.picklist(['headers', 'trimmed', 'full'])),
    }),
  ),
  steps: v.array(v.picklist(STEPS)),
  gates: v.strictObject({
    'nothing-staged': nothingToAsk,
    'no-question': nothingToAsk,
    'breaker-open': failed,
    'model-unavailable': failed,
    deadline: failed,
    'unreadable-answer': failed,
    'does-not-fit': failed,
  }),
  loops: v.strictObject({ repairs: v.pipe(count, v.maxValue(3)), repacks: v.pipe(count, v.maxValue(8)) }),
  budgets: v.strictObject({
    calls: count,
    verifications: count,
    arbitrations: count,
    rules_per_call: count,
    rules_per_chunk: count,
    chunk_lines: count,
    answer_tokens: count,
    findings_per_answer: count,
    findings_per_rule_and_file: count,
    findings_shown: count,
  }),
});

/** What a mode spec lays down: tiers and rule form per role, steps, gates, loops and budgets. */
export type Mode = v.InferOutput<typeof ModeSchema>;

const data = (text: string, file: string): Record<string, unknown> => {
  const wanted = ['Roles', 'Steps', 'Gates', 'Loops', 'Budgets'];
  const sections = parseSections(text, file);
  return Object.fromEntries(
    wanted.map((name) => {
      const section = sections.find((one) => one.name === name);
      if (!section) throw new SpecError(`${file}:1: <${name}> is missing`);
      try {
        return [name.toLowerCase(), parse(section.body, { maxAliasCount: 0 })];
      } catch (cause) {
        throw new SpecError(`${file}:${section.line}: ${messageOf(cause)}`, '', { cause });
      }
    }),
  );
};

/** Parses a mode spec. Throws SpecError naming the file and the key that does not fit. */
export const parseMode = (text: string, file: string): Mode => {
  const result = v.safeParse(ModeSchema, data(text, file));
  if (result.success) return result.output;
  const issue = result.issues[0];
  throw new SpecError(
    `${file}: ${v.getDotPath(issue) ?? ''}: ${issue.message}`,
    'specs/integrate/README.md has the grammar.',
  );
};
