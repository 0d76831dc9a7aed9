import type { Versions } from './config/versions.ts';
import { messageOf } from './errors.ts';
import { BASELINE_FILE, type BaselineEntry, parseBaseline } from './pass/baseline.ts';
import type { Ledger } from './pass/suppress.ts';
import { dismissedFile, readDismissed, writeDismissed } from './state/dismissed.ts';
import { keepLastRun, readLastRun } from './state/last-run.ts';
import type { RepoState } from './state/repository.ts';
import type { Report } from './types.ts';

/** What is set aside by fingerprint in this repository, for everybody and for this user. */
export interface Kept {
  readonly ledger: Ledger;
  readonly entries: readonly BaselineEntry[];
  readonly notes: readonly string[];
}

type Baseline = Pick<Kept, 'entries' | 'notes'>;

const plural = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

const added = (entries: readonly BaselineEntry[], isUnborn: boolean): Baseline =>
  isUnborn
    ? { entries, notes: [`there is no commit yet: the staged ${BASELINE_FILE} counts`] }
    : {
        entries: [],
        notes: [
          `this commit adds ${BASELINE_FILE}: it counts from the next commit on (git commit ${BASELINE_FILE} commits it first)`,
        ],
      };

const changed = (before: readonly BaselineEntry[], after: readonly BaselineEntry[]): string => {
  const [old, now] = [before, after].map((list) => new Set(list.map(({ id }) => id)));
  const more = after.filter(({ id }) => !old?.has(id)).length;
  const fewer = before.filter(({ id }) => !now?.has(id)).length;
  return `this commit changes ${BASELINE_FILE} (${plural(more, 'entry', 'entries')} more, ${fewer} fewer); it counts from the next commit on`;
};

/** The baseline in force is HEAD's: a commit cannot accept its own findings. Throws ConfigError. */
const readBaseline = ({ head, index }: Versions, isUnborn: boolean): Baseline => {
  const staged = index === null ? [] : parseBaseline(index);
  if (head === index) return { entries: staged, notes: [] };
  if (head === null) return added(staged, isUnborn);
  try {
    const entries = parseBaseline(head);
    return { entries, notes: [changed(entries, staged)] };
  } catch (error) {
    if (index === null) throw error;
    return { entries: [], notes: [`${messageOf(error)} in HEAD, so that none of it counts; this commit mends it`] };
  }
};

/** Reads baseline and dismissals. Dismissals that cannot be read do not count, and that is said. Throws ConfigError. */
export const readKept = (baseline: Versions, isUnborn: boolean, state: RepoState): Kept => {
  const { entries, notes } = readBaseline(baseline, isUnborn);
  const dismissed = readDismissed(state);
  const fault = `${dismissedFile(state)} cannot be read: no dismissal counts; remove it to start anew`;
  return {
    ledger: {
      baseline: new Map(entries.map(({ id, reason = '' }) => [id, reason])),
      dismissed: new Map((dismissed ?? []).map(({ id, reason }) => [id, reason])),
    },
    entries,
    notes: dismissed === null ? [...notes, fault] : notes,
  };
};

/** Dismissals that matched by the name that a file had before: they are kept under the new name as well. */
const followRenames = (state: RepoState, { suppressed }: Report, { dismissed }: Ledger): void => {
  const moved = suppressed.filter(({ by, finding }) => by === 'dismissed' && !dismissed.has(finding.id));
  const known = moved.length === 0 ? null : readDismissed(state);
  if (!known) return;
  const at = new Date().toISOString();
  const entries = moved.map(({ finding: { id, rule, path }, reason }) => ({ id, rule, path, reason, at }));
  writeDismissed(state, [...known, ...entries]);
};

/**
 * Remembers what a run reported, so that it can be dismissed by id. `adds` keeps what the run before reported: the message
 * of a commit is looked at after its files. A review goes on whatever the disk does.
 */
export const remember = (state: RepoState, report: Report, ledger: Ledger, adds: boolean): void => {
  try {
    if (!adds) keepLastRun(state, report.findings);
    else if (report.findings.length > 0) keepLastRun(state, [...readLastRun(state), ...report.findings]);
    followRenames(state, report, ledger);
  } catch {
    // A full disk, a folder of somebody else: nothing that a verdict depends on.
  }
};
