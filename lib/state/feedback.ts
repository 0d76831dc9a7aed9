import { keepIn, type RepoState, recallIn } from './repository.ts';
import type { Kind } from './sealed.ts';

/** What became of findings in one repository, counted for its user alone; nothing of it is ever sent. */

/** A finding that was shown and about which nothing is decided yet. `text` is a digest of its line, never the line. */
export interface Open {
  readonly id: string;
  readonly rule: string;
  readonly path: string;
  readonly text: string;
}

/** How often findings of a rule were shown, and what happened then: the line was changed, dismissed, or committed as it was. */
export interface Reception {
  readonly shown: number;
  readonly changed: number;
  readonly dismissed: number;
  readonly stood: number;
}

export interface Feedback {
  readonly open: readonly Open[];
  readonly rules: Readonly<{ [id: string]: Reception }>;
}

export const NO_FEEDBACK: Feedback = { open: [], rules: {} };

const FEEDBACK: Kind = { name: 'feedback', version: 1 };

/** Findings that are waited for, and rules that are counted. */
const MOST = { open: 200, rules: 1000 } as const;

const isFeedback = (value: unknown): value is Feedback => {
  const one = value as Partial<Feedback> | null | undefined;
  return Array.isArray(one?.open) && typeof one.rules === 'object' && one.rules !== null;
};

/** What is known; nothing where there is none, or it is torn or of another version. */
export const readFeedback = (state: RepoState): Feedback => {
  const recalled = recallIn(state, FEEDBACK);
  return recalled.state === 'whole' && isFeedback(recalled.value) ? recalled.value : NO_FEEDBACK;
};

/** False where it could not be written. */
export const keepFeedback = (state: RepoState, { open, rules }: Feedback): boolean =>
  keepIn(state, FEEDBACK, {
    open: open.slice(-MOST.open),
    rules: Object.fromEntries(Object.entries(rules).slice(-MOST.rules)),
  });
