import { ModelError } from '../errors.ts';
import { ModelFault, OverflowFault } from '../models/errors.ts';

/**
 * How an invocation can fail. `overflow`: the conversation no longer fits the window, whatever is left out of it.
 * `hallucination`: an answer that fails its checks, also when it is asked for again. `stall`: turns without progress.
 * `limit`: the mode allows no more. `model`: the server failed, or the time is over.
 */
export type FailureKind = 'overflow' | 'hallucination' | 'stall' | 'limit' | 'model';

/** An invocation that came to nothing: what happened, and why, in words for people. */
export interface Failure {
  readonly kind: FailureKind;
  readonly role: string;
  readonly reason: string;
  /** What the server or a limit said. */
  readonly error?: ModelError;
}

/** The mode allows no more turns, calls or tokens. Says nothing about the model. */
export class LimitError extends ModelError {}

/** Which of the failures an error stands for. */
export const failureKindOf = (error: ModelError): FailureKind => {
  if (error instanceof OverflowFault) return 'overflow';
  if (error instanceof LimitError) return 'limit';
  return error instanceof ModelFault && error.kind === 'unusable' ? 'hallucination' : 'model';
};

/** A failure in one line. */
export const failureText = ({ kind, role, reason }: Failure): string => `${role}: ${kind}: ${reason}`;
