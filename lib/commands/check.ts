import type { Progress } from '../progress.ts';
import { visible } from '../text/visible.ts';
import type { Report } from '../types.ts';
import { version } from '../version.ts';
import { secondsOf } from './flags.ts';
import { print } from './output.ts';
import { type Scope, type Scoped, scopedBy } from './scope.ts';
import type { Stream } from './stream.ts';
import type { Invocation, Run } from './table.ts';

/** A review on behalf of a command line: what came out, and how to show it. */
export interface Checked {
  readonly report: Report;
  /** There was no file to look at. */
  readonly isEmpty: boolean;
  readonly show: () => Promise<void>;
}

const empty = (nothing: string): Report => ({
  schema: 1,
  outcome: 'clean',
  exitCode: 0,
  findings: [],
  dropped: [],
  suppressed: [],
  notReviewed: [],
  rules: { selected: [], skipped: 0 },
  model: null,
  notes: [nothing],
});

const isPlain = ({ flags }: Invocation): boolean => flags['format'] === undefined && flags['output'] === undefined;

type Targets = Awaited<ReturnType<typeof import('./emit.ts').readTargets>>;

/** Says in one line, or in the formats asked for, that there is nothing to look at. */
const nothingIn = ({ nothing }: Scope, call: Invocation, targets: Targets | null): Checked => {
  const report = empty(nothing);
  const show = async (): Promise<void> => {
    if (targets) await (await import('./emit.ts')).emit(report, null, targets, call, version());
    else await print(`lgtm: clean: ${visible(nothing)}\n`);
  };
  return { report, isEmpty: true, show };
};

interface Setting {
  readonly progress: Progress;
  /** Where an agent reads along. */
  readonly stream: Stream | null;
  readonly message: string | null;
  readonly targets: Targets | null;
}

const reviewScope = async (
  scope: Scope,
  call: Invocation,
  { progress, stream, message, targets }: Setting,
): Promise<Checked | null> => {
  const { flags } = call;
  const deadline = secondsOf(flags['deadline'], 'check');
  if (scope.records.length === 0) {
    await stream?.start(null);
    return nothingIn(scope, call, targets);
  }
  const { emit, readTargets } = await import('./emit.ts');
  const outlets = targets ?? (await readTargets(call));
  const { closeSession, openSession } = await import('../session.ts');
  const overrides = { ...(deadline === undefined ? {} : { deadline }), failClosed: Boolean(flags['fail-closed']) };
  const useModel = !flags['no-model'];
  const signal = new AbortController().signal;
  const session = await openSession({ ...scope, message, useModel, overrides, progress, signal });
  if (flags['dry-run']) {
    progress.end();
    await (await import('./dry-run.ts')).printQuestions(session);
    return null;
  }
  await stream?.start(session);
  const report = await closeSession(session);
  const show = async (): Promise<void> => {
    await emit(report, session, outlets, call, version());
    await (await import('../feedback.ts')).noteFeedback(session, report);
  };
  return { report, isEmpty: false, show };
};

/**
 * Reviews what the command line asks for, or what `scoped` opens. Null where only the questions were printed. Throws
 * LgtmError.
 */
export const review = async (
  call: Invocation,
  progress: Progress,
  message: string | null = null,
  scoped?: Scoped,
): Promise<Checked | null> => {
  try {
    // A bad name of a format is told before any work.
    const targets = isPlain(call) ? null : await (await import('./emit.ts')).readTargets(call);
    const streams = targets?.some(({ format, path }) => format === 'ndjson' && path === null);
    const stream = streams ? (await import('./stream.ts')).openStream(progress) : null;
    const open = scoped ?? (await scopedBy(call));
    const setting = { progress: stream?.progress ?? progress, stream, message, targets };
    return await open(call, (scope) => reviewScope(scope, call, setting));
  } finally {
    progress.end();
  }
};

export const run: Run = async (call) => {
  const { openProgress } = await import('./progress.ts');
  const checked = await review(call, openProgress(process.stderr, call.env));
  await checked?.show();
  if (checked?.isEmpty === false) call.keepCode?.();
  return checked?.report.exitCode ?? 0;
};
