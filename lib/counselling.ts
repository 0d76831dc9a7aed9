import * as v from 'valibot';
import { ModelError } from './errors.ts';
import type { Sitting } from './inquiry.ts';
import { isMandatory, type Pair } from './pass/counsel.ts';
import { type Choice, counselQuestion, optionalOf } from './pass/counsel-question.ts';
import { objectIn } from './pass/findings.ts';
import { listed } from './round.ts';
import type { Reader } from './sending.ts';
import type { Question } from './types.ts';

/** The questions that are asked after all, and those of `left` that are now among them. */
export interface Chosen {
  readonly pairs: readonly Pair[];
  readonly taken: readonly Pair[];
  readonly note: string | null;
}

const Ids = v.object({ rules: v.array(v.string()) });

const idsIn = (value: unknown): string[] | null => {
  const result = v.safeParse(Ids, value);
  return result.success ? result.output.rules : null;
};

/** Ids in the order of the answer; what is no id of the index changes nothing. */
const ORDER: Reader<string[]> = {
  name: 'counsel-order',
  read: ({ text, cut }) => (cut ? null : objectIn(text, idsIn)),
  revive: (kept) => idsIn({ rules: kept }),
};

const asked = async (question: Question, { asking, stage }: Sitting): Promise<string[] | null> => {
  stage('asking which rules matter most');
  try {
    return await asking.turn('counsel', 'choose among rules beyond the budget', question, ORDER);
  } catch (error) {
    if (error instanceof ModelError) return null;
    throw error;
  }
};

/** As many optional questions as there were, those about the chosen rules first; mandatory ones stay where they are. */
const reordered = (pairs: readonly Pair[], left: readonly Pair[], order: readonly string[]): Pair[] => {
  const rank = ({ rule }: Pair): number => {
    const at = order.indexOf(rule.id);
    return at === -1 ? order.length : at;
  };
  const optional = [...optionalOf(pairs), ...optionalOf(left)];
  const kept = optional.sort((a, b) => rank(a) - rank(b)).slice(0, optionalOf(pairs).length);
  const all = [...pairs.filter(isMandatory), ...kept];
  const chunks = [...new Set(all.map(({ chunk }) => chunk))];
  return chunks.flatMap((chunk) => all.filter((pair) => pair.chunk === chunk));
};

/**
 * Lets the model choose among the questions that the budget does not reach, by the index lines of their rules alone. It can
 * neither remove a mandatory question nor add one above the budget; without an answer the order of the rules stands. What
 * gives way is listed in the round.
 */
export const chooseWithModel = async (
  pairs: readonly Pair[],
  choice: Choice | undefined,
  sitting: Sitting,
): Promise<Chosen> => {
  const unchanged = { pairs, taken: [], note: null };
  const { mode, config } = sitting.matter;
  const question = choice && mode.steps.includes('counsel') ? counselQuestion(pairs, choice, mode, config) : null;
  if (!choice || !question) return unchanged;
  const order = await asked(question, sitting);
  if (order === null) return { ...unchanged, note: 'Counsel gave no answer: the order of the rules stands' };
  const chosen = reordered(pairs, choice.left, order);
  sitting.round.notReviewed.push(
    ...listed(
      pairs.filter((pair) => !chosen.includes(pair)),
      'over budget',
    ),
  );
  return { pairs: chosen, taken: chosen.filter((pair) => choice.left.includes(pair)), note: null };
};
