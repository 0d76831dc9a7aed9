import type { Asking } from './asking.ts';
import type { Sitting } from './inquiry.ts';
import { ModelFault } from './models/errors.ts';
import { fingerprint } from './pass/fingerprint.ts';
import type { Proved } from './round.ts';
import type { Ruled } from './rulings.ts';
import { keepRun } from './state/records.ts';
import type { ModelUse } from './types.ts';

const placeOf = ({ pair, line }: Proved): string => `${pair.rule.id} at ${pair.chunk.path}:${line}`;

const WORDS: Readonly<Record<Ruled['ruling'], string>> = {
  upheld: 'upheld',
  refuted: 'dropped',
  unsettled: 'not settled, so it does not block',
  outranked: 'dropped',
  tie: 'not settled, so it does not block',
};

/** Keeps the figures of a round in the user's state folder; never any code. */
export const record = (
  { asking, round }: Sitting,
  proved: readonly Proved[],
  ruled: readonly Ruled[],
  env: NodeJS.ProcessEnv,
) =>
  keepRun(env, {
    provider: asking.model.provider,
    model: asking.model.name,
    digest: asking.model.digest,
    context: asking.model.context,
    ...asking.tally,
    proved: proved.length,
    dropped: round.dropped.length,
    relocated: round.relocated,
    unanswered: round.notReviewed.length,
    failure: round.fault instanceof ModelFault ? round.fault.kind : round.fault && 'other',
    rulings: ruled.map(({ one, ruling, reason }) => ({
      rule: one.pair.rule.id,
      id: fingerprint(one.pair.rule.id, one.pair.chunk.path, one.quote, 0),
      ...{ line: one.line, ruling, reason },
    })),
  });

/** What a report says of the model. */
export const useOf = ({ model, tally }: Asking): ModelUse => {
  const { loadMs: _, remembered, ...counts } = tally;
  const { provider, name, digest } = model;
  return { provider, name, digest, ...counts, ...(remembered > 0 ? { remembered } : {}) };
};

/** What was ruled about a finding, as a note of the report. */
export const rulingNote = ({ one, ruling, reason }: Ruled): string =>
  `arbitration: ${placeOf(one)}: ${WORDS[ruling]} (${reason})`;
