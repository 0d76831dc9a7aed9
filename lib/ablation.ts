import { UsageError } from './errors.ts';

/**
 * One thing about the pass changed on purpose, to measure what it is worth: `LGTM_ABLATION`, which `lgtm eval --ablate` sets
 * for the reviews that it makes. Only the environment can; a report that was made so says it.
 */
export type Ablated = ReadonlyMap<string, string>;

const COUNT = /^\d{1,4}$/;

/** What can be changed, the values that there are, and what each does. */
const ABLATIONS: Readonly<Record<string, RegExp>> = {
  // Questions of a commit, rules of class M for a chunk, added lines of a chunk, claims of an answer.
  calls: COUNT,
  'rules-per-chunk': COUNT,
  'chunk-lines': COUNT,
  claims: COUNT,
  // Whether a proved claim is asked about again.
  verification: /^off$/,
  // The rule before the change instead of after it.
  order: /^rule-first$/,
  // Added lines without their tags; the answer still names one.
  tags: /^none$/,
  // The added lines alone, without what surrounds them.
  context: /^none$/,
  // The rule without its good and bad example.
  examples: /^none$/,
  // Claims are believed where they name an added line: nothing else about them is proved.
  filters: /^off$/,
  // Examples, by the line on which they stand in the file of their rule, that the model is not shown.
  withhold: /^[\w/-]+#\d+(?:\+\d+)*$/,
};

/** Nothing is changed: every review but those of an evaluation. */
export const NO_ABLATION: Ablated = new Map();

const check = (text: string): readonly [string, string] => {
  const at = text.indexOf('=');
  const [name, value] = [text.slice(0, at), text.slice(at + 1)];
  if (Object.hasOwn(ABLATIONS, name) && ABLATIONS[name]?.test(value)) return [name, value];
  throw new UsageError(
    `there is no ablation "${text}"`,
    `Known: ${Object.keys(ABLATIONS).join(', ')}; docs/evaluation.md has their values.`,
  );
};

/** Reads entries of the form `name=value`. Throws UsageError. */
export const readAblations = (entries: readonly string[]): Ablated =>
  entries.length === 0 ? NO_ABLATION : new Map(entries.map(check));

/** What the environment changes; nothing where it says nothing. Throws UsageError. */
export const ablatedIn = (env: NodeJS.ProcessEnv): Ablated =>
  readAblations((env['LGTM_ABLATION'] ?? '').split(',').filter(Boolean));

/** The value of the variable for these entries. */
export const ablationText = (entries: readonly string[]): string => entries.join(',');
