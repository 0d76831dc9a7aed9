import type { Finding } from '../types.ts';
import { keepIn, type RepoState, recallIn } from './repository.ts';
import type { Kind } from './sealed.ts';

/** What is remembered of a finding of the last run: enough to dismiss it. */
export type LastFinding = Pick<Finding, 'id' | 'rule' | 'path' | 'line'>;

const LAST_RUN: Kind = { name: 'last-run', version: 1 };

/** Findings that are remembered, and characters of a path. */
const MOST = { findings: 500, path: 1000 } as const;

const isFinding = (value: unknown): value is LastFinding => {
  const one = value as Partial<LastFinding> | null | undefined;
  return [one?.id, one?.rule, one?.path].every((text) => typeof text === 'string') && typeof one?.line === 'number';
};

/** The findings that the last run in this repository reported; none where nothing is known of it. */
export const readLastRun = (state: RepoState): readonly LastFinding[] => {
  const recalled = recallIn(state, LAST_RUN);
  return recalled.state === 'whole' && Array.isArray(recalled.value) ? recalled.value.filter(isFinding) : [];
};

/** Remembers what a run reported. A run that finds nothing after one that found nothing writes nothing. */
export const keepLastRun = (state: RepoState, findings: readonly LastFinding[]): void => {
  if (findings.length === 0 && readLastRun(state).length === 0) return;
  const kept = findings.slice(0, MOST.findings);
  keepIn(
    state,
    LAST_RUN,
    kept.map(({ id, rule, path, line }) => ({ id, rule, path: path.slice(0, MOST.path), line })),
  );
};
