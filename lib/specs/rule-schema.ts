import * as v from 'valibot';
import { LANGUAGES } from '../text/language.ts';

/** The twelve qualities that a rule can serve. */
export const QUALITIES = [
  'orthogonality',
  'cohesion',
  'parsimony',
  'correctness',
  'determinism',
  'security',
  'robustness',
  'resilience',
  'efficiency',
  'transparency',
  'operability',
  'evolvability',
] as const;

/** Tokens of `when`, Counsel's index line: a word or a punctuation mark is one. */
const WHEN_TOKENS = 25;

const line = (most: number) =>
  v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(most), v.regex(/^[^\n\r]*$/, 'must be one line'));
const pattern = v.pipe(v.string(), v.minLength(1), v.maxLength(2000));
const globs = v.pipe(v.array(line(200)), v.maxLength(40));
const languages = v.array(v.picklist([...LANGUAGES, '*']));
const where = v.picklist(['source', 'test', 'written', 'any']);
const around = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(500));
const streams = v.picklist(['code', 'uncommented', 'text', 'comment']);
const nearBy = v.strictObject({
  in: v.optional(streams),
  match: pattern,
  before: v.optional(around),
  after: v.optional(around),
});

const patternDetect = v.strictObject({
  match: pattern,
  in: streams,
  languages: v.optional(languages),
  unless: v.optional(pattern),
  unlessArguments: v.optional(pattern),
  ignoreCase: v.optional(v.boolean()),
  span: v.optional(v.picklist(['line', 'file'])),
  where: v.optional(where),
  paths: v.optional(globs),
  notPaths: v.optional(globs),
  near: v.optional(nearBy),
  notNear: v.optional(nearBy),
  within: v.optional(v.picklist(['loop', 'catch'])),
});

const checkDetect = v.strictObject({
  check: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]*$/, 'must be the name of a check')),
  languages: v.optional(languages),
  where: v.optional(where),
});

const detect = v.lazy((input) =>
  typeof input === 'object' && input !== null && 'check' in input ? checkDetect : patternDetect,
);

const detects = v.pipe(v.array(detect), v.minLength(1), v.maxLength(20));

const tokensOf = (text: string): number => text.match(/\w+|[^\w\s]/g)?.length ?? 0;

/** Keys by the key that holds them, for the hint on a mistyped one. */
export const knownKeys = (parent: string | number | undefined): readonly string[] => {
  if (parent === undefined) return Object.keys(ruleSchema.entries);
  if (parent === 'near' || parent === 'notNear') return Object.keys(nearBy.entries);
  return [...Object.keys(patternDetect.entries), ...Object.keys(checkDetect.entries)];
};

/** The front matter of a rule; an unknown key is an error. */
export const ruleSchema = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[a-z0-9-]+(?:\/[a-z0-9_.-]+)+$/i, 'must be group/name')),
  title: line(90),
  severity: v.picklist(['block', 'warn', 'info']),
  quality: v.picklist(QUALITIES),
  class: v.picklist(['D', 'H', 'M']),
  when: v.pipe(
    line(160),
    v.check((text) => tokensOf(text) <= WHEN_TOKENS, `must have at most ${WHEN_TOKENS} words and marks`),
  ),
  domains: v.optional(v.array(v.pipe(v.string(), v.regex(/^[a-z][a-z-]*$/, 'must be a word')))),
  languages: v.optional(languages),
  paths: v.optional(globs),
  detect: v.optional(v.lazy((input) => (Array.isArray(input) ? detects : detect))),
  signs: v.optional(v.lazy((input) => (Array.isArray(input) ? detects : detect))),
  exempt: v.optional(pattern),
  redact: v.optional(v.boolean()),
});

export type RuleData = v.InferOutput<typeof ruleSchema>;
