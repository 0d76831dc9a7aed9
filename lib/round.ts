import type { LgtmError, ModelError } from './errors.ts';
import type { Chunk } from './pass/chunks.ts';
import type { Pair } from './pass/counsel.ts';
import type { Dropped, NotReviewed, Severity } from './types.ts';

/** A model finding that was proved, before fingerprint and caps. */
export interface Proved {
  readonly pair: Pair;
  readonly line: number;
  readonly quote: string;
  readonly why: string;
  readonly fix: string;
  readonly severity: Severity;
  readonly verified: boolean;
  /** How sure the model was when it was asked again. */
  readonly p?: number;
  /** How the model did on this rule when it was measured. */
  readonly measured?: string;
}

/** What came of a round of questions. */
export interface Round {
  readonly proved: Proved[];
  readonly dropped: Dropped[];
  readonly notReviewed: NotReviewed[];
  readonly failures: string[];
  /** Questions that were answered with an empty list. */
  readonly denied: Pair[];
  /** Proved claims whose line was corrected. */
  relocated: number;
  /** Questions that were answered. */
  answered: number;
  /** What ended it early: after that nothing more is asked. */
  fault: ModelError | null;
}

export const newRound = (): Round => ({
  proved: [],
  dropped: [],
  notReviewed: [],
  failures: [],
  denied: [],
  relocated: 0,
  answered: 0,
  fault: null,
});

const firstLine = (chunk: Chunk): number => chunk.tags.values().next().value?.line ?? 1;

/** Questions that were not asked, as the report lists them. */
export const listed = (pairs: readonly Pair[], reason: string): NotReviewed[] =>
  pairs.map(({ chunk, rule }) => ({ path: chunk.path, reason, rule: rule.id, line: firstLine(chunk) }));

/** What went wrong and what to do about it, in one line. */
export const faultText = (error: LgtmError): string =>
  error.hint ? `${error.message} (${error.hint})` : error.message;

/** Notes a failure once, however many questions it concerns. */
export const fail = (round: Round, text: string): void => {
  if (!round.failures.includes(text)) round.failures.push(text);
};

/** Notes what ends a round. */
export const end = (round: Round, fault: ModelError): void => {
  round.fault ??= fault;
  fail(round, faultText(fault));
};
