import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { keep, recall } from './disk.ts';
import { stateFolder } from './folders.ts';
import { keepNewest, listKept } from './listing.ts';

/** Records of what happened, for people and for later estimates: sizes, times, names of models and rules. Never any code. */

/** What opened a circuit breaker. */
export interface Incident {
  readonly kind: string;
  readonly provider: string;
  readonly host: string;
  readonly model: string;
  /** Questions answered before it happened. */
  readonly answered: number;
  /** Milliseconds that the run had taken by then. */
  readonly ms: number;
  /** Digest of the question that failed, where it was a question. */
  readonly question: string | null;
}

/** What became of one disputed line. */
export interface RulingRecord {
  readonly rule: string;
  /** Digest of path and line text: the fingerprint of the finding. */
  readonly id: string;
  readonly line: number;
  readonly ruling: string;
  readonly reason: string;
}

/** One run that asked a model, or found the answers on disk. */
export interface RunRecord {
  readonly provider: string;
  readonly model: string;
  readonly digest: string;
  readonly context: number;
  readonly calls: number;
  readonly remembered: number;
  readonly promptTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
  /** Time spent waiting for answers, and for the model to be loaded, in milliseconds. */
  readonly ms: number;
  readonly loadMs: number;
  readonly proved: number;
  readonly dropped: number;
  /** Proved claims whose line was corrected. */
  readonly relocated: number;
  readonly unanswered: number;
  readonly failure: string | null;
  readonly rulings: readonly RulingRecord[];
}

const NAME = /^\d{4}-\d\d-\d\dT[\d-]+Z-[0-9a-f]{8}\.json$/;

/** Records that are kept of each kind. */
const MOST = { incidents: 20, runs: 50 } as const;

const write = (env: NodeJS.ProcessEnv, kind: keyof typeof MOST, value: object): void => {
  const at = new Date();
  const name = `${at.toISOString().replace(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}.json`;
  const root = stateFolder(env);
  const text = `${JSON.stringify({ schema: 1, at: at.toISOString(), ...value }, null, 2)}\n`;
  if (keep(root, join(root, kind, name), text)) keepNewest(join(root, kind), NAME, MOST[kind]);
};

/** Preserves what is known when a breaker opens: `incidents` in the state folder. */
export const keepIncident = (env: NodeJS.ProcessEnv, incident: Incident): void => write(env, 'incidents', incident);

/** Preserves the figures of a run: `runs` in the state folder. */
export const keepRun = (env: NodeJS.ProcessEnv, run: RunRecord): void => write(env, 'runs', run);

const parse = (text: string | null): Partial<RunRecord> => {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
};

/** Records that an estimate looks at. */
const RECENT = 10;

/** The newest `most` records of runs, oldest first. */
export const readRuns = (env: NodeJS.ProcessEnv, most: number): Partial<RunRecord>[] => {
  const root = stateFolder(env);
  const paths = listKept(join(root, 'runs'), NAME).map(({ path }) => path);
  return paths
    .sort()
    .slice(-most)
    .map((path) => parse(recall(root, path, 64 * 1024)));
};

/** Milliseconds that one question to this model took in recent runs, the median; null where there was none. */
export const expectedMs = (env: NodeJS.ProcessEnv, digest: string): number | null => {
  const times = readRuns(env, RECENT)
    .filter((run) => run.digest === digest && (run.calls ?? 0) > 0)
    .map(({ ms = 0, calls = 1 }) => ms / calls)
    .sort((a, b) => a - b);
  return times[Math.floor(times.length / 2)] ?? null;
};
