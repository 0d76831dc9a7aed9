import { ModelError } from './errors.ts';
import { ModelFault, OverflowFault } from './models/errors.ts';
import { messageTokens, packed, smaller } from './pass/budget.ts';
import type { Chunk } from './pass/chunks.ts';
import type { Pair } from './pass/counsel.ts';
import type { Claim } from './pass/findings.ts';
import type { Step } from './progress.ts';
import { CLAIMS, groundAll, type Matter, questionFor } from './questions.ts';
import { end, fail, faultText, listed, type Round } from './round.ts';
import type { Bus } from './runtime/bus.ts';
import { LimitError } from './runtime/failures.ts';
import { shortName } from './sending.ts';

/** Everything that a round is held with. */
export interface Sitting {
  readonly matter: Matter;
  readonly asking: Bus;
  readonly round: Round;
  readonly removed: ReadonlySet<string>;
  readonly stage: (text: string, step?: Step) => void;
}

const takeClaims = (pair: Pair, claims: readonly Claim[], { matter, round, removed }: Sitting): void => {
  const most = matter.mode.budgets.findings_per_answer;
  const place = { path: pair.chunk.path, rule: pair.rule.id };
  if (claims.length === 0) round.denied.push(pair);
  if (claims.length > most) round.dropped.push({ reason: 'over_cap', count: claims.length - most, ...place });
  const within = claims.slice(0, most);
  for (const [i, one] of groundAll(pair, within, matter, removed).entries()) {
    if (one.kind === 'kept') {
      const { claim, line, severity } = one;
      round.relocated += Number(one.relocated);
      const said = { line: line.line, quote: line.text, why: claim.why, fix: claim.fix };
      round.proved.push({ pair, ...said, severity, verified: false });
    } else {
      const where = one.line ? { line: one.line } : {};
      round.dropped.push({ reason: one.reason, ...place, ...where, quote: (within[i]?.quote ?? '').slice(0, 200) });
    }
  }
};

const UNFIT = 'does not fit the window of the model';

const leaveUnfit = (pair: Pair, round: Round): void => {
  round.notReviewed.push(...listed([pair], UNFIT));
  fail(round, `${pair.rule.id} in ${pair.chunk.path} ${UNFIT}, however small it is packed (raise budget.context)`);
};

/** Asks about one chunk; where the server finds it too long, about its parts, so many levels down. */
const askPart = async (pair: Pair, sitting: Sitting, levels: number): Promise<void> => {
  const { asking, matter, round } = sitting;
  try {
    const claims = await asking.ask(questionFor(pair, matter), CLAIMS);
    round.answered++;
    if (claims) return takeClaims(pair, claims, sitting);
    round.notReviewed.push(...listed([pair], 'unreadable answer'));
    fail(round, `the model's answer about ${pair.rule.id} could not be read, also not when it was asked again`);
  } catch (error) {
    if (!(error instanceof OverflowFault)) throw error;
    const parts = levels > 0 ? smaller(pair.chunk) : null;
    if (!parts) return leaveUnfit(pair, round);
    for (const chunk of parts) await askPart({ ...pair, chunk }, sitting, levels - 1);
  }
};

/** A fault of one answer says nothing about the next; any other ends the round. */
const isPassing = (error: unknown): error is ModelFault => error instanceof ModelFault && error.kind === 'unusable';

const askPair = async (pair: Pair, sitting: Sitting): Promise<void> => {
  const { asking, matter, round } = sitting;
  const fits = (chunk: Chunk): boolean => {
    const { messages, maxTokens } = questionFor({ ...pair, chunk }, matter);
    return messageTokens(messages, asking.bytesPerToken) + maxTokens <= asking.model.context;
  };
  const { fitting, unfit } = packed(pair.chunk, fits);
  for (const chunk of unfit) leaveUnfit({ ...pair, chunk }, round);
  for (const chunk of fitting) {
    const part = { ...pair, chunk };
    try {
      await askPart(part, sitting, matter.mode.loops.repacks);
    } catch (error) {
      if (!isPassing(error)) throw error;
      round.notReviewed.push(...listed([part], 'unusable answer'));
      fail(round, faultText(error));
    }
  }
};

const reasonOf = (error: ModelError): string => {
  if (error instanceof LimitError) return 'over the limits of the mode';
  return error instanceof ModelFault && error.kind === 'timeout' ? 'out of time' : 'model failed';
};

/**
 * Asks the questions one after the other. An answer that is no good leaves its question unanswered; a failing server or the
 * deadline ends the round, and the rest is listed.
 */
export const askAll = async (pairs: readonly Pair[], sitting: Sitting, msEach: number | null): Promise<void> => {
  const { round, stage, asking } = sitting;
  for (const [done, pair] of pairs.entries()) {
    const what = `asking ${shortName(asking.model)} about ${pair.rule.id} in ${pair.chunk.path}`;
    stage(what, { done, total: pairs.length, msEach, path: pair.chunk.path, rule: pair.rule.id });
    try {
      await askPair(pair, sitting);
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      round.notReviewed.push(...listed(pairs.slice(done), reasonOf(error)));
      end(round, error);
      return;
    }
  }
};
