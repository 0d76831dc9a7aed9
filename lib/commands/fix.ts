import { EXIT, UsageError } from '../errors.ts';
import { readManifest } from '../git/manifest.ts';
import { openRepo } from '../git/repo.ts';
import { type Fix, runFix } from '../modes/fix-mode.ts';
import { inOrder } from '../reports/pick.ts';
import { openTranscript, type Transcript } from '../runtime/transcript.ts';
import { closeSession, openSession, type Session } from '../session.ts';
import { readMode } from '../specs/mode.ts';
import { safeJson, visible, visibleCode } from '../text/visible.ts';
import type { Finding, Report } from '../types.ts';
import { applyFix, refuseInHook } from './fix-apply.ts';
import { secondsOf } from './flags.ts';
import { print, say } from './output.ts';
import { openProgress } from './progress.ts';
import type { Invocation, Run } from './row.ts';

/** Digits of an id that have to be given. */
const LEAST = 4;

const place = ({ id, rule, path, line }: Finding): string => `${id}  ${rule} ${path}:${line}`;

/** The finding that an id begins, else the most urgent one. Throws UsageError naming those that there are. */
const pick = ({ findings }: Report, given: string | undefined): Finding | null => {
  if (given === undefined) return inOrder(findings)[0] ?? null;
  const wanted = given.toLowerCase();
  const found = wanted.length >= LEAST ? findings.filter(({ id }) => id.startsWith(wanted)) : [];
  const [first] = found;
  if (first && found.length === 1) return first;
  const known = findings.slice(0, 10).map((one) => visible(place(one)));
  throw new UsageError(
    `${JSON.stringify(given.slice(0, 40))} is the id of no finding of the staged change`,
    known.length > 0 ? `There are: ${known.join('; ')}.` : 'There is none at all.',
  );
};

const sessionFor = async ({ cwd, env, flags }: Invocation): Promise<Session | null> => {
  const repo = await openRepo(cwd, env);
  const records = await readManifest(repo);
  if (records.length === 0) return null;
  const deadline = secondsOf(flags['deadline'], 'fix') ?? readMode('fix').limits?.seconds;
  return openSession({
    ...{ repo, records, env, message: null, useModel: true, progress: openProgress(process.stderr, env) },
    ...{ overrides: deadline === undefined ? {} : { deadline }, signal: new AbortController().signal },
  });
};

/** A patch as it may stand on a terminal; one that goes elsewhere keeps its bytes, so that `git apply` takes it. */
const shownPatch = (patch: Buffer): string =>
  process.stdout.isTTY ? patch.toString('utf8').split('\n').map(visibleCode).join('\n') : patch.toString('utf8');

const tell = async ({ flags }: Invocation, finding: Finding, fix: Fix, applied: boolean): Promise<void> => {
  if (flags['json']) {
    const patch = fix.ok ? fix.patch.toString('utf8') : null;
    await print(`${safeJson({ schema: 1, finding, patch, why: fix.why, applied }, 2)}\n`);
    return;
  }
  if (fix.ok) await print(shownPatch(fix.patch));
  const head = `lgtm: ${fix.ok ? 'checked again, and gone' : 'NOT MENDED'}: ${place(finding)}`;
  say(visible(fix.ok ? head : `${head}: ${fix.why}`));
  if (fix.ok)
    say(applied ? `lgtm: ${visible(finding.path)} is mended in the work tree; stage it` : 'lgtm: nothing was written');
};

const fixOne = async (call: Invocation, session: Session, transcript: Transcript): Promise<number> => {
  const report = await closeSession(session);
  const finding = pick(report, call.words[0]);
  if (!finding) {
    session.input.progress.end();
    say(
      report.outcome === 'not-reviewed'
        ? `lgtm: NOT REVIEWED: ${visible(report.notes[0] ?? '')}`
        : 'lgtm: there is nothing to mend',
    );
    return report.exitCode;
  }
  const fix = await runFix({ session, report, finding, transcript });
  session.input.progress.end();
  const applies = fix.ok && Boolean(call.flags['apply']);
  if (fix.ok && applies) applyFix(session.input.scene.repo.root, finding.path, fix.before, fix.text);
  await tell(call, finding, fix, applies);
  return fix.ok ? EXIT.ok : EXIT.notReviewed;
};

export const run: Run = async (call) => {
  const { flags, env } = call;
  if (flags['apply']) refuseInHook(env);
  const transcript = openTranscript(flags['transcript'] === undefined ? null : String(flags['transcript']));
  const session = await sessionFor(call);
  if (!session) {
    transcript.end('nothing is staged');
    say('lgtm: nothing is staged');
    return EXIT.ok;
  }
  try {
    const code = await fixOne(call, session, transcript);
    transcript.end(code === EXIT.ok ? 'mended' : 'not mended');
    return code;
  } finally {
    session.input.progress.end();
    transcript.end('failed');
  }
};
