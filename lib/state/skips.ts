import { keepIn, type RepoState, recallIn } from './repository.ts';
import type { Kind } from './sealed.ts';

/** One time that the hook was told to do nothing. */
export interface Skip {
  /** When, as an ISO date. */
  readonly at: string;
  /** Top level of the work tree. */
  readonly repository: string;
  /** The commit that the skipped one was to follow; null on an unborn branch. */
  readonly head: string | null;
  readonly stage: string;
  /** Empty where none was given. */
  readonly reason: string;
}

const SKIPS: Kind = { name: 'skips', version: 1 };

/** Skips that are remembered of a repository, and characters of a reason. */
const MOST = { skips: 100, reason: 500 } as const;

const isSkip = (value: unknown): value is Skip => {
  const one = value as Partial<Skip> | null | undefined;
  return [one?.at, one?.repository, one?.stage, one?.reason].every((text) => typeof text === 'string');
};

/** The skips that are remembered, oldest first. */
export const readSkips = (state: RepoState): readonly Skip[] => {
  const recalled = recallIn(state, SKIPS);
  return recalled.state === 'whole' && Array.isArray(recalled.value) ? recalled.value.filter(isSkip) : [];
};

/** Remembers a skip; false where it could not be written. */
export const keepSkip = (state: RepoState, skip: Skip): boolean =>
  keepIn(
    state,
    SKIPS,
    [...readSkips(state), { ...skip, reason: skip.reason.slice(0, MOST.reason) }].slice(-MOST.skips),
  );
