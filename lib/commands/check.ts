import { readManifest } from '../git/manifest.ts';
import { openRepo } from '../git/repo.ts';
import type { Progress } from '../progress.ts';
import type { Report } from '../types.ts';
import { version } from '../version.ts';
import { secondsOf } from './flags.ts';
import { print } from './output.ts';
import type { Invocation, Run } from './table.ts';

/** A review on behalf of a command line: what came out, and how to show it. */
export interface Checked {
  readonly report: Report;
  readonly show: () => Promise<void>;
}

const EMPTY: Report = {
  schema: 1,
  outcome: 'clean',
  exitCode: 0,
  findings: [],
  dropped: [],
  suppressed: [],
  notReviewed: [],
  rules: { selected: [], skipped: 0 },
  model: null,
  notes: ['nothing is staged'],
};

const isPlain = ({ flags }: Invocation): boolean => flags['format'] === undefined && flags['output'] === undefined;

const reviewStaged = async (
  call: Invocation,
  progress: Progress,
  message: string | null,
  open: typeof openRepo,
): Promise<Checked | null> => {
  const { flags, cwd, env } = call;
  const deadline = secondsOf(flags['deadline'], 'check');
  const plain = isPlain(call);
  const targets = plain ? null : await (await import('./emit.ts')).readTargets(call);
  const repo = await open(cwd, env);
  const records = await readManifest(repo);
  if (records.length === 0 && plain) return { report: EMPTY, show: () => print('lgtm: clean: nothing is staged\n') };
  const { emit, readTargets } = await import('./emit.ts');
  const outlets = targets ?? (await readTargets(call));
  if (records.length === 0) return { report: EMPTY, show: () => emit(EMPTY, null, outlets, call, version()) };
  const { closeSession, openSession } = await import('../session.ts');
  const overrides = { ...(deadline === undefined ? {} : { deadline }), failClosed: Boolean(flags['fail-closed']) };
  const useModel = !flags['no-model'];
  const session = await openSession({
    repo,
    records,
    env,
    message,
    useModel,
    overrides,
    progress,
    signal: new AbortController().signal,
  });
  if (flags['dry-run']) {
    progress.end();
    await (await import('./dry-run.ts')).printQuestions(session);
    return null;
  }
  const report = await closeSession(session);
  return { report, show: () => emit(report, session, outlets, call, version()) };
};

/** Reviews what is staged in the repository that `open` opens. Null where only the questions were printed. Throws LgtmError. */
export const review = async (
  call: Invocation,
  progress: Progress,
  message: string | null = null,
  open: typeof openRepo = openRepo,
): Promise<Checked | null> => {
  try {
    return await reviewStaged(call, progress, message, open);
  } finally {
    progress.end();
  }
};

export const run: Run = async (call) => {
  const { openProgress } = await import('./progress.ts');
  const checked = await review(call, openProgress(process.stderr, call.env));
  await checked?.show();
  return checked?.report.exitCode ?? 0;
};
