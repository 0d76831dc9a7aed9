import { ModelError } from '../errors.ts';
import type { Bus } from './bus.ts';
import { type Failure, type FailureKind, failureKindOf } from './failures.ts';
import { ask, complain, execute, type Invocation, openTalk, type Talk, USUAL } from './talk.ts';
import type { Turn } from './turns.ts';

export type { Invocation } from './talk.ts';

export type Outcome<T> =
  | { readonly kind: 'final'; readonly value: T }
  | { readonly kind: 'failed'; readonly failure: Failure };

const failed = <T>(bus: Bus, role: string, kind: FailureKind, reason: string, error?: ModelError): Outcome<T> => {
  bus.transcript.add({ kind: 'failure', failure: kind, role, reason });
  return { kind: 'failed', failure: { kind, role, reason, ...(error ? { error } : {}) } };
};

type Final<T> = Extract<Turn<T>, { final: T }>;

/** What follows from an answer: it is final, it is sent back once, or it is a hallucination. */
const judge = async <T>(
  bus: Bus,
  job: Invocation<T>,
  talk: Talk,
  { final, raw }: Final<T>,
): Promise<Outcome<T> | null> => {
  const complaint = (await job.answer.check?.(final)) ?? null;
  if (complaint === null) return { kind: 'final', value: final };
  if (talk.repairs >= job.repairs) return failed(bus, job.role, 'hallucination', complaint);
  complain(talk, raw, complaint);
  return null;
};

/** What follows from one turn; null where the conversation goes on. */
const step = async <T>(bus: Bus, job: Invocation<T>, talk: Talk, turn: Turn<T> | null): Promise<Outcome<T> | null> => {
  if (!turn) return failed(bus, job.role, 'hallucination', 'its answer could not be read');
  if ('final' in turn) return judge(bus, job, talk, turn);
  const most = bus.limits?.stall ?? USUAL.stall;
  await execute(bus, job, talk, turn.call);
  return talk.idle >= most ? failed(bus, job.role, 'stall', `${most} turns in a row brought nothing`) : null;
};

/**
 * Invokes a role: asks, executes what it calls for, feeds results back, until it answers or fails. A failing server is a
 * failure like the others here; whoever invokes decides whether anything more is asked.
 */
export const invoke = async <T>(bus: Bus, job: Invocation<T>): Promise<Outcome<T>> => {
  const talk = openTalk(job);
  try {
    for (;;) {
      const outcome = await step(bus, job, talk, await ask(bus, job, talk));
      if (outcome) return outcome;
    }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return failed(bus, job.role, failureKindOf(error), error.message, error);
  }
};
