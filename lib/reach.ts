import { ModelError } from './errors.ts';
import { bounded } from './models/bounded.ts';
import { type FaultKind, ModelFault } from './models/errors.ts';
import { openModel, type Place, placeOf } from './models/index.ts';
import { BREAKER, noteFailure, noteSuccess, readBreaker } from './state/breaker.ts';
import { keepIncident } from './state/records.ts';
import type { Model, ModelSettings } from './types.ts';

/** What a kind of fault is called where there is no more to tell; nothing that a server or a change said. */
const REASONS: Readonly<Partial<Record<FaultKind, string>>> = {
  unreachable: 'it could not be reached',
  'not-ollama': 'something else answered in its place',
  'model-missing': 'the model was not installed',
  busy: 'it was busy',
  failed: 'it failed',
  timeout: 'it did not answer in time',
};

/** What was known when a fault happened. */
interface Circumstances {
  readonly answered: number;
  readonly question: string | null;
}

/** Counts what happens at one place, for the circuit breaker. */
export interface Watch {
  /** An answer came. */
  answered(): void;
  /** Something failed; only faults of transport count, and a deadline only where nothing was answered at all. */
  failed(error: unknown, at?: Circumstances): void;
}

const counts = (fault: ModelFault, { answered }: Circumstances): boolean =>
  fault.transport && !(fault.kind === 'timeout' && answered > 0);

/** What a breaker knows a place by. */
export const nameOf = ({ provider, host, model }: Place): string => [provider, host, model].join(' ');

const watchOver = (place: Place, env: NodeJS.ProcessEnv): Watch => {
  const name = nameOf(place);
  const begun = performance.now();
  let clean = false;
  return {
    answered: () => {
      if (!clean) noteSuccess(env, name);
      clean = true;
    },
    failed: (error, at = { answered: 0, question: null }) => {
      if (!(error instanceof ModelFault) || !counts(error, at)) return;
      clean = false;
      const opened = noteFailure(env, name, error.kind);
      if (opened) keepIncident(env, { ...place, ...at, kind: error.kind, ms: Math.round(performance.now() - begun) });
    },
  };
};

const openNow = (kind: string, failures: number, minutes: number): ModelError =>
  new ModelError(
    `the model is not asked for the next ${minutes} min: ${failures} runs in a row failed, at last because ${REASONS[kind as FaultKind] ?? 'it failed'}`,
    '`lgtm doctor` tells what is wrong; LGTM_RETRY=1 tries again now.',
  );

/** A place, what watches over it, and how to open the model there. */
export interface Way {
  readonly watch: Watch;
  /** Throws ModelError: where the breaker is open at once, and for whatever the preflight finds. */
  open(signal: AbortSignal): Promise<Model>;
}

/** The way to the model of these settings. Throws ConfigError for settings that can never work. */
export const wayTo = (settings: ModelSettings, env: NodeJS.ProcessEnv): Way => {
  const place = placeOf(settings, env);
  const watch = watchOver(place, env);
  const late = () =>
    new ModelFault(
      'timeout',
      `${place.host} still does not answer (tried for ${BREAKER.probe / 1000} s after failures)`,
      'Run `lgtm doctor`.',
    );
  const attempt = async (work: () => Promise<Model>): Promise<Model> => {
    try {
      return await work();
    } catch (error) {
      watch.failed(error);
      throw error;
    }
  };
  const open = async (signal: AbortSignal): Promise<Model> => {
    const breaker = env['LGTM_RETRY'] === '1' ? { state: 'closed' as const } : readBreaker(env, nameOf(place));
    if (breaker.state === 'open') throw openNow(breaker.kind, breaker.failures, breaker.minutesLeft);
    const clock = breaker.state === 'half-open' ? { ms: BREAKER.probe, late } : null;
    return attempt(() => bounded(signal, clock, (scope) => openModel(settings, env, scope)));
  };
  return { watch, open };
};

/** Forgets what was counted at a place where a model was found in order. True where there was something. */
export const forgive = (settings: ModelSettings, env: NodeJS.ProcessEnv): boolean =>
  noteSuccess(env, nameOf(placeOf(settings, env)));
