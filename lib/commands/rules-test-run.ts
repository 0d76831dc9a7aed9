import { readManifest } from '../git/manifest.ts';
import { openRepo } from '../git/repo.ts';
import { faultIn } from '../pass/detect-examples.ts';
import { SILENT } from '../progress.ts';
import { closeSession, openSession, type Session } from '../session.ts';
import type { Example, Report } from '../types.ts';
import type { Batch, Trial } from './rules-test-batch.ts';
import type { Bench } from './rules-test-bench.ts';

/** What became of one example. `model` is set where the model was asked: whether it judged as the example says. */
export interface Verdict {
  readonly trial: Trial;
  readonly faults: readonly string[];
  readonly model: { readonly right: boolean; readonly failure: string | null } | null;
}

const alone = (batch: Batch): Example | null => (batch.length === 1 ? (batch[0]?.example ?? null) : null);

/** The staged examples as `lgtm check` would review them, up to the questions. Throws LgtmError. */
const reviewed = async (batch: Batch, bench: Bench, env: NodeJS.ProcessEnv, useModel: boolean): Promise<Session> => {
  const repo = await openRepo(bench.root, bench.env);
  const single = alone(batch);
  return openSession({
    repo,
    records: await readManifest(repo),
    env,
    message: single?.message ? single.text : null,
    messageOnly: single?.message === true,
    useModel,
    overrides: {},
    progress: SILENT,
    signal: new AbortController().signal,
  });
};

interface Placed {
  readonly rule: string;
  readonly path: string;
}

/** Whether something concerns an example: alone in its change it is the example's, whatever the path. */
const concerns =
  ({ place }: Trial, batch: Batch) =>
  ({ path }: Pick<Placed, 'path'>): boolean =>
    batch.length === 1 || path === place;

const isOf =
  ({ rule }: Trial) =>
  (one: Pick<Placed, 'rule'>): boolean =>
    one.rule === rule.id;

/** A good example of one rule must not be stopped by another one. */
const strangers = (trial: Trial, { plan }: Session, batch: Batch): string[] => {
  if (trial.example.kind !== 'good') return [];
  const blocking = plan.active.filter((rule) => rule.inForce === 'block' && rule.class !== 'M').map(({ id }) => id);
  const others = plan.inspection.hits
    .filter(concerns(trial, batch))
    .filter((hit) => blocking.includes(hit.rule) && !isOf(trial)(hit));
  return [...new Set(others.map(({ rule }) => rule))].map((rule) => `good example: ${rule}, which blocks, fires on it`);
};

const pairsOf = (trial: Trial, { plan }: Session, batch: Batch) =>
  [...plan.pairs, ...plan.left].filter(({ rule, chunk }) => rule.id === trial.rule.id && concerns(trial, batch)(chunk));

/** Counsel must bring up a rule for the model where an example breaks it. */
const unasked = (trial: Trial, session: Session, batch: Batch): string[] => {
  if (trial.rule.class !== 'M' || trial.example.kind !== 'bad') return [];
  return pairsOf(trial, session, batch).length > 0 ? [] : ['bad example: the model would not be asked about it'];
};

const foundBy = (report: Report, trial: Trial): boolean => {
  const { lines, others = [] } = trial.example;
  const marked = [{ path: trial.place, lines }, ...others].flatMap((file) =>
    file.lines.map((line) => `${file.path}:${line}`),
  );
  return report.findings.filter(isOf(trial)).some((one) => marked.includes(`${one.path}:${one.line}`));
};

const askModel = async (trial: Trial, session: Session, batch: Batch): Promise<Verdict['model']> => {
  const pairs = pairsOf(trial, session, batch);
  const shouldFind = trial.example.kind === 'bad';
  if (pairs.length === 0) return { right: !shouldFind, failure: null };
  const report = await closeSession({ ...session, plan: { ...session.plan, pairs, left: [] } });
  if (report.outcome === 'not-reviewed') return { right: false, failure: report.notes[0] ?? 'not reviewed' };
  return { right: shouldFind ? foundBy(report, trial) : !report.findings.some(isOf(trial)), failure: null };
};

const judge = async (trial: Trial, session: Session, batch: Batch, asks: boolean): Promise<Verdict> => {
  const { place, example } = trial;
  const hits = session.plan.inspection.hits
    .filter(isOf(trial))
    .filter(concerns(trial, batch))
    .map((hit) => (hit.path === place ? { ...hit, path: example.path } : hit));
  const own = faultIn(trial.rule, example, hits);
  return {
    trial,
    faults: [...(own === null ? [] : [own]), ...strangers(trial, session, batch), ...unasked(trial, session, batch)],
    model: asks && trial.rule.class !== 'D' ? await askModel(trial, session, batch) : null,
  };
};

/**
 * Reviews the examples that are staged and holds the review against what each says: the lines that its own rule finds, that no
 * other rule blocks what is good, and where `modelEnv` is given also what the model says. Throws LgtmError.
 */
export const tryBatch = async (batch: Batch, bench: Bench, modelEnv: NodeJS.ProcessEnv | null): Promise<Verdict[]> => {
  const session = await reviewed(batch, bench, modelEnv ?? bench.env, modelEnv !== null);
  const verdicts: Verdict[] = [];
  for (const trial of batch) verdicts.push(await judge(trial, session, batch, modelEnv !== null));
  return verdicts;
};
