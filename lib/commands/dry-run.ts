import { messageTokens, packed } from '../pass/budget.ts';
import type { Chunk } from '../pass/chunks.ts';
import type { Pair } from '../pass/counsel.ts';
import { counselQuestion } from '../pass/counsel-question.ts';
import { type Matter, questionFor } from '../questions.ts';
import type { Session } from '../session.ts';
import { visible } from '../text/visible.ts';
import { print } from './output.ts';

/** Bytes of prompt for a token, before a model has told its own. */
const BYTES_PER_TOKEN = 3;

const matterOf = async ({ input, plan }: Session): Promise<Matter> => ({
  config: input.config,
  mode: plan.mode,
  ablated: plan.ablated,
  inspection: plan.inspection,
  bodies: await input.bodies(),
  exempt: () => null,
});

/** The questions of a pair as they are packed for the window of the configuration, and whether they fit it. */
const packedFor = (pair: Pair, matter: Matter) => {
  const sizeOf = (chunk: Chunk): number => {
    const { messages, maxTokens } = questionFor({ ...pair, chunk }, matter);
    return messageTokens(messages, BYTES_PER_TOKEN) + maxTokens;
  };
  const { fitting, unfit } = packed(pair.chunk, (chunk) => sizeOf(chunk) <= matter.config.budget.context);
  return { parts: fitting.map((chunk) => ({ ...pair, chunk })), unfit: unfit.length };
};

/** One part of a text in the form in which a terminal may have it; line feeds stay. */
const shown = (text: string): string => text.split('\n').map(visible).join('\n');

const printQuestion = async (pair: Pair, matter: Matter, title: string): Promise<number> => {
  const { messages, maxTokens } = questionFor(pair, matter);
  const tokens = messageTokens(messages, BYTES_PER_TOKEN);
  await print(
    `--- ${title}: ${pair.rule.id} about ${visible(pair.chunk.path)}, about ${tokens} tokens, at most ${maxTokens} in answer (${visible(pair.why)})\n`,
  );
  for (const { role, content } of messages) await print(`[${role}]\n${shown(content)}\n`);
  return tokens;
};

/** What Counsel would be asked first, where there is more to ask than the budget allows. */
const printCounsel = async ({ input, plan }: Session): Promise<number> => {
  const { pairs, left, mode, scope, inspection } = plan;
  const choice = { left, tier0: input.tier0, files: inspection.files, domains: scope.domains };
  const question = mode.steps.includes('counsel') ? counselQuestion(pairs, choice, mode, input.config) : null;
  if (!question) return 0;
  const tokens = messageTokens(question.messages, BYTES_PER_TOKEN);
  await print(`--- Counsel first, which may choose other rules than those below: about ${tokens} tokens\n`);
  for (const { role, content } of question.messages) await print(`[${role}]\n${shown(content)}\n`);
  return tokens;
};

/**
 * Prints every message exactly as it would be sent, each with its size, and sends none. The sizes are estimates until a
 * model has counted; what a model would be asked again about its own findings is not known yet.
 */
export const printQuestions = async (session: Session): Promise<void> => {
  const matter = await matterOf(session);
  const { pairs, left } = session.plan;
  const packs = pairs.map((pair) => packedFor(pair, matter));
  const questions = packs.flatMap(({ parts }) => parts);
  let total = await printCounsel(session);
  for (const [i, pair] of questions.entries())
    total += await printQuestion(pair, matter, `question ${i + 1} of ${questions.length}`);
  const unfit = packs.reduce((sum, one) => sum + one.unfit, 0);
  const rest = `${left.length} more are over the budget${unfit > 0 ? `; ${unfit} do not fit the window` : ''}`;
  await print(`--- ${questions.length} questions, about ${total} tokens, would be asked; ${rest}\n`);
};
