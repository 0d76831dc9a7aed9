import { type Ablated, NO_ABLATION } from './ablation.ts';
import type { Config } from './config/config.ts';
import { ModelError } from './errors.ts';
import type { Inspection } from './inspect.ts';
import { ablatedChange, ablatedRole } from './pass/ablate.ts';
import type { Chunk } from './pass/chunks.ts';
import type { Pair } from './pass/counsel.ts';
import { answerSchema, type Claim, claimsOf, parseAnswer } from './pass/findings.ts';
import { normaliseLine } from './pass/fingerprint.ts';
import { type Grounding, groundClaim } from './pass/ground.ts';
import { hydrate } from './pass/hydrate.ts';
import { packet } from './pass/packet.ts';
import { compose } from './pass/prompt.ts';
import { statementAt } from './pass/statement.ts';
import type { Reader } from './sending.ts';
import { readRole, readSharedSlots } from './specs/agents.ts';
import type { Mode } from './specs/mode.ts';
import { mask } from './text/mask.ts';
import type { Message, Question, Rule, RuleBody, StagedFile } from './types.ts';

/** What is known about the change and its rules while the model is asked. */
export interface Matter {
  readonly config: Config;
  readonly mode: Mode;
  /** What is changed to measure its worth. */
  readonly ablated?: Ablated;
  readonly inspection: Inspection;
  readonly bodies: ReadonlyMap<string, RuleBody>;
  readonly exempt: (rule: Rule) => ((text: string) => boolean) | null;
}

/** A rule with its text. Throws ModelError where the text is missing. */
export const ruleOf = (pair: Pair, bodies: ReadonlyMap<string, RuleBody>): Rule => {
  const body = bodies.get(pair.rule.id);
  if (!body) throw new ModelError(`the text of rule ${pair.rule.id} is missing`, 'Reinstall lgtm-hook.');
  return { ...pair.rule, body };
};

const rangeOf = ({ tags }: Chunk): string => {
  const names = [...tags.keys()];
  return names.length > 1 ? `${names[0]} to ${names.at(-1)}` : `${names[0]}`;
};

/** The messages of one question, exactly as they are sent. Throws SpecError where the mode does not grant what the role needs. */
const messagesFor = (pair: Pair, { bodies, mode, ablated = NO_ABLATION }: Matter): Message[] => {
  const rule = ruleOf(pair, bodies);
  const own = {
    ...readSharedSlots(),
    injected_rules: hydrate(mode.roles['reviewer']?.rules, rule, pair.chunk.language),
    tags: rangeOf(pair.chunk),
  };
  const change = ablatedChange(pair.chunk.text, ablated);
  return compose(ablatedRole(readRole('reviewer'), ablated), packet(mode, 'reviewer', { tier2: { change } }, own));
};

/** One closed question: which of these lines break this rule? Throws SpecError, ModelError. */
export const questionFor = (pair: Pair, matter: Matter): Question => ({
  messages: messagesFor(pair, matter),
  schema: answerSchema([...pair.chunk.tags.keys()], matter.mode.budgets.findings_per_answer),
  maxTokens: matter.config.budget.output ?? matter.mode.budgets.answer_tokens,
});

/** Reads a Reviewer's answer; one that was cut off is none. */
export const CLAIMS: Reader<Claim[]> = {
  name: 'claims',
  read: ({ text, cut }) => (cut ? null : parseAnswer(text)),
  revive: claimsOf,
};

/** Normalised lines that the commit removes anywhere. */
export const removedLines = (inspection: Inspection): ReadonlySet<string> =>
  new Set(inspection.files.flatMap((file) => file.removedLines.map(({ text }) => normaliseLine(text))));

/** A staged file and its lines, as they stand and with comments and strings blanked. */
export const linesOf = (inspection: Inspection, path: string) => {
  const file: StagedFile | undefined = inspection.files.find((one) => one.path === path);
  const text = file?.text ?? '';
  return { file, lines: text.split('\n'), code: mask(text, file?.language ?? null).code.split('\n') };
};

/** Measures every claim of an answer against the staged text. */
export const groundAll = (
  pair: Pair,
  claims: readonly Claim[],
  { inspection, bodies, exempt, ablated = NO_ABLATION }: Matter,
  removed: ReadonlySet<string>,
): Grounding[] => {
  const rule = ruleOf(pair, bodies);
  const { lines, code } = linesOf(inspection, pair.chunk.path);
  const gates = inspection.hits.filter((hit) => hit.rule === rule.id && hit.path === pair.chunk.path);
  return claims.map((claim) =>
    groundClaim(claim, {
      chunk: pair.chunk,
      rule,
      severity: pair.rule.inForce,
      gates,
      code: (line) => code[line - 1] ?? '',
      statement: (line) => statementAt(lines, code, line),
      exempt: exempt(rule),
      removed,
      believing: ablated.has('filters'),
    }),
  );
};
