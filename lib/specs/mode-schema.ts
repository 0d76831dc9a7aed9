import * as v from 'valibot';
import { parse } from 'yaml';
import { messageOf, SpecError } from '../errors.ts';
import { parseSections } from '../text/sections.ts';

const STEPS = [
  ...['detect', 'explore', 'counsel', 'plan', 'review', 'ground', 'verify', 'arbitrate', 'synthesize', 'verdict'],
  ...['build', 'recheck'],
] as const;

/** Tools that read the reviewed state, and the tools of a Lead that sets others to work. */
const TOOLS = ['list_files', 'read_file', 'search', 'log', 'diff'] as const;
const ERRANDS = ['explore', 'counsel', 'plan', 'review', 'arbitrate'] as const;

/** Tiers that a tool gives away: a role without them may not have it. */
const TIER_OF: Readonly<Record<string, 0 | 2>> = { log: 0, diff: 2 };

/** Roles that judge lines; what a commit says of itself is never for them. */
const JUDGES = ['reviewer', 'verifier', 'arbiter'];

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
      tools: v.optional(v.array(v.picklist([...TOOLS, ...ERRANDS]))),
      /** Whether tier 2 is handed over as text, or as the permission to fetch it. */
      detail: v.optional(v.picklist(['inline', 'fetch'])),
    }),
  ),
  steps: v.array(v.picklist([...STEPS])),
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
    /** Rules that Counsel's model may add, and the index that it is shown. */
    rules_added: v.optional(count),
    rules_listed: v.optional(count),
  }),
  limits: v.optional(
    v.strictObject({
      turns: count,
      tool_calls: count,
      tokens: v.pipe(v.number(), v.integer(), v.minValue(1000), v.maxValue(10_000_000)),
      stall: v.pipe(count, v.minValue(1)),
      seconds: v.pipe(count, v.minValue(1)),
    }),
  ),
});

/** What a mode spec lays down: tiers and rule form per role, steps, gates, loops and budgets. */
export type Mode = v.InferOutput<typeof ModeSchema>;

const WANTED = ['Roles', 'Steps', 'Gates', 'Loops', 'Budgets'];

const data = (text: string, file: string): Record<string, unknown> => {
  const sections = parseSections(text, file);
  const optional = sections.some(({ name }) => name === 'Limits') ? ['Limits'] : [];
  return Object.fromEntries(
    [...WANTED, ...optional].map((name) => {
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

/** A grant that would hand a role more than its tiers do; null where there is none. */
const grantFault = ({ roles }: Mode): string | null => {
  for (const [name, { tiers, tools = [] }] of Object.entries(roles)) {
    if (JUDGES.includes(name) && tiers.includes(0))
      return `roles.${name}: tier 0 is never for a role that judges lines`;
    if (JUDGES.includes(name) && tools.length > 0) return `roles.${name}: a role that judges lines has no tools`;
    const beyond = tools.find((tool) => TIER_OF[tool] !== undefined && !tiers.includes(TIER_OF[tool]));
    if (beyond) return `roles.${name}: ${beyond} gives away tier ${TIER_OF[beyond]}, which is not granted`;
  }
  return null;
};

/** Parses a mode spec. Throws SpecError naming the file and the key that does not fit. */
export const parseMode = (text: string, file: string): Mode => {
  const result = v.safeParse(ModeSchema, data(text, file));
  const fault = result.success ? grantFault(result.output) : null;
  if (fault) throw new SpecError(`${file}: ${fault}`, 'specs/integrate/README.md has the grammar.');
  if (result.success) return result.output;
  const issue = result.issues[0];
  throw new SpecError(
    `${file}: ${v.getDotPath(issue) ?? ''}: ${issue.message}`,
    'specs/integrate/README.md has the grammar.',
  );
};
