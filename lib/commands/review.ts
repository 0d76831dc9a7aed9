import { UsageError } from '../errors.ts';
import { type FullReport, fullJson } from '../reports/full.ts';
import { fullText } from '../reports/full-text.ts';
import { writeReport } from '../reports/output.ts';
import { openTranscript, type Transcript } from '../runtime/transcript.ts';
import { openSession, type Session } from '../session.ts';
import { readMode } from '../specs/mode.ts';
import { version } from '../version.ts';
import { openView } from './emit.ts';
import { secondsOf } from './flags.ts';
import { print } from './output.ts';
import { openProgress } from './progress.ts';
import type { Invocation, Run } from './row.ts';
import { type Scope, scopedBy } from './scope.ts';

const MODE = 'review';

const FORMATS: Readonly<Record<string, (full: FullReport, session: Session, call: Invocation) => Promise<string>>> = {
  text: async (full, session, call) => fullText(full, await openView(session, call, version())),
  json: async (full) => fullJson(full),
};

const formatOf = ({ flags }: Invocation) => {
  const name = String(flags['format'] ?? 'text');
  const render = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined;
  if (render) return render;
  throw new UsageError(`lgtm review has no format "${name}"`, `Formats: ${Object.keys(FORMATS).join(', ')}.`);
};

const isLed = ({ flags }: Invocation): boolean => {
  const driver = String(flags['driver'] ?? 'scripted');
  if (driver === 'scripted' || driver === 'led') return driver === 'led';
  throw new UsageError(`there is no driver "${driver}"`, 'Drivers: scripted, led.');
};

const sessionFor = async ({ repo, records, env }: Scope, { flags }: Invocation): Promise<Session> => {
  const deadline = secondsOf(flags['deadline'], MODE) ?? readMode(MODE).limits?.seconds;
  return openSession({
    ...{ repo, records, env, message: null, mode: MODE, useModel: !flags['no-model'] },
    ...{ overrides: deadline === undefined ? {} : { deadline }, signal: new AbortController().signal },
    progress: openProgress(process.stderr, env),
  });
};

const writePage = async (path: string, full: FullReport, session: Session): Promise<void> => {
  const [{ fullPage }, { pageOf }] = await Promise.all([import('../reports/full-page.ts'), import('../modes/page.ts')]);
  await writeReport(path, fullPage(full, pageOf(session, full.report, version())));
};

const openRecord = ({ flags }: Invocation): Transcript =>
  openTranscript(flags['transcript'] === undefined ? null : String(flags['transcript']));

const nameOf = ({ flags: { range, commit } }: Invocation): string => String(range ?? commit ?? 'what is staged');

const reviewScope = async (scope: Scope, call: Invocation): Promise<number> => {
  const [render, led] = [formatOf(call), isLed(call)];
  const transcript = openRecord(call);
  if (scope.records.length === 0) {
    transcript.end('nothing to review');
    await print(`lgtm: clean: ${scope.nothing}\n`);
    return 0;
  }
  const { runReview } = await import('../modes/review-mode.ts');
  const session = await sessionFor(scope, call);
  try {
    const tip = scope.tip ?? scope.repo.base.head;
    const full = await runReview({ session, transcript, scope: nameOf(call), tip, led });
    session.input.progress.end();
    const text = await render(full, session, call);
    const output = call.flags['output'];
    if (call.flags['html'] !== undefined) await writePage(String(call.flags['html']), full, session);
    await (output === undefined ? print(text) : writeReport(String(output), text));
    transcript.end(full.report.outcome);
    return full.report.exitCode;
  } finally {
    session.input.progress.end();
    transcript.end('failed');
  }
};

export const run: Run = async (call) => (await scopedBy(call))(call, (scope) => reviewScope(scope, call));
