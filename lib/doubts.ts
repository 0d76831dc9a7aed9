import { ModelError } from './errors.ts';
import type { Sitting } from './inquiry.ts';
import { isAgreed, type Opinion, opinionOf, readVote, type Vote, verification } from './pass/verify.ts';
import { ruleOf } from './questions.ts';
import { end, type Proved } from './round.ts';
import type { Reader } from './sending.ts';
import { readRole } from './specs/agents.ts';

/** A proved finding with what both orders of the yes/no question said about it; null where it was not asked. */
export interface Doubted {
  readonly one: Proved;
  readonly opinion: Opinion | null;
}

const voteOf = (value: unknown): Vote | null => {
  const vote = value as Partial<Vote> | null;
  const known = typeof vote?.yes === 'boolean' && (vote.p === null || typeof vote.p === 'number');
  return known ? { yes: vote.yes === true, p: vote.p ?? null } : null;
};

const readerFor = (yesFirst: boolean): Reader<Vote> => ({
  name: `vote ${yesFirst}`,
  read: (reply) => readVote(reply, yesFirst),
  revive: voteOf,
});

/** Asks about one line in both orders. Throws ModelError. */
const weigh = async ({ pair, line }: Proved, { asking, matter }: Sitting): Promise<Opinion> => {
  const doubt = {
    spec: readRole('verifier'),
    mode: matter.mode,
    rule: ruleOf(pair, matter.bodies),
    chunk: pair.chunk,
    line,
  };
  const one = await asking.ask(verification(doubt, true), readerFor(true), 'verifier');
  const two = await asking.ask(verification(doubt, false), readerFor(false), 'verifier');
  return opinionOf(one, two);
};

const tryToWeigh = async (one: Proved, sitting: Sitting): Promise<Opinion | null> => {
  sitting.stage(`asking again about ${one.pair.rule.id} in ${one.pair.chunk.path}:${one.line}`);
  try {
    return await weigh(one, sitting);
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    end(sitting.round, error);
    return null;
  }
};

/** A claim that was not verified never blocks. */
export const unverified = (one: Proved): Proved => ({
  ...one,
  severity: one.severity === 'block' ? 'warn' : one.severity,
});

/** The finding as the two orders leave it: verified, lowered, or (null) refuted. */
export const byOpinion = ({ one, opinion }: Doubted): Proved | null => {
  if (!opinion) return unverified(one);
  if (opinion.kind === 'no') return null;
  const weighed = opinion.p === null ? one : { ...one, p: opinion.p };
  return isAgreed(opinion) ? { ...weighed, verified: true } : unverified(weighed);
};

/**
 * Puts lines that would warn or block to the model once more, at most `most` of them, in the order given. A failing server
 * is noted, and what was not asked stays without an opinion.
 */
export const doubtAll = async (proved: readonly Proved[], sitting: Sitting, most: number): Promise<Doubted[]> => {
  let left = most;
  const doubted: Doubted[] = [];
  for (const one of proved) {
    const asks = one.severity !== 'info' && left > 0 && !sitting.round.fault;
    if (asks) left--;
    doubted.push({ one, opinion: asks ? await tryToWeigh(one, sitting) : null });
  }
  return doubted;
};
