import { join } from 'node:path';
import { ConfigError } from '../errors.ts';
import { keepIn, type RepoState, recallIn } from './repository.ts';
import type { Kind } from './sealed.ts';

/** A finding that this user has set aside in one repository. */
export interface Dismissal {
  readonly id: string;
  readonly rule: string;
  readonly path: string;
  readonly reason: string;
  /** When, as an ISO date. */
  readonly at: string;
}

const DISMISSED: Kind = { name: 'dismissed', version: 1 };

/** Dismissals of one repository; whoever needs more wants a baseline. */
const MOST = 1000;

/** Characters of what is kept of a reason and of a path; the whole file has to stay below what is read back. */
const LONGEST = { reason: 300, path: 500 } as const;

const isDismissal = (value: unknown): value is Dismissal => {
  const one = value as Partial<Dismissal> | null | undefined;
  return [one?.id, one?.rule, one?.path, one?.reason, one?.at].every((text) => typeof text === 'string');
};

/** What is dismissed; null where the file cannot be read, and then nothing of it counts. */
export const readDismissed = (state: RepoState): readonly Dismissal[] | null => {
  const recalled = recallIn(state, DISMISSED);
  if (recalled.state === 'missing') return [];
  if (recalled.state !== 'whole' || !Array.isArray(recalled.value)) return null;
  return recalled.value.filter(isDismissal);
};

/** Where the dismissals of a repository are kept. */
export const dismissedFile = ({ folder }: RepoState): string => join(folder, DISMISSED.name);

/** Replaces the dismissals; the last one of an id counts. Throws ConfigError where there are too many, or it cannot be written. */
export const writeDismissed = (state: RepoState, entries: readonly Dismissal[]): void => {
  const byId = new Map(
    entries.map((one) => [
      one.id,
      { ...one, reason: one.reason.slice(0, LONGEST.reason), path: one.path.slice(0, LONGEST.path) },
    ]),
  );
  if (byId.size > MOST)
    throw new ConfigError(
      `${MOST} findings are dismissed here, and no more fit`,
      'Take some back with `lgtm dismiss --remove`, or accept them for everybody with `lgtm baseline`.',
    );
  if (!keepIn(state, DISMISSED, [...byId.values()]))
    throw new ConfigError(
      `cannot write ${dismissedFile(state)}`,
      'The folder has to be yours alone and writable, and the disk not full.',
    );
};
