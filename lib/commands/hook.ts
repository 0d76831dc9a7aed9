import { EXIT, LgtmError, messageOf, UsageError } from '../errors.ts';
import type { Progress } from '../progress.ts';
import { visible } from '../text/visible.ts';
import { type Checked, review } from './check.ts';
import { say } from './output.ts';
import { openProgress } from './progress.ts';
import type { Invocation, Run } from './row.ts';
import { skipIn, skipOnce } from './skip.ts';

/** What a hook looks at; nothing where there was nothing to look at or nothing to say. */
type Look = (call: Invocation, progress: Progress) => Promise<readonly Checked[]>;

const index: Look = async (call, progress) => {
  const checked = await review(call, progress);
  return checked && !checked.isEmpty ? [checked] : [];
};

const STAGES: Readonly<Record<string, Look>> = {
  'pre-commit': index,
  'pre-merge-commit': index,
  'commit-msg': async (call, progress) => (await import('./hook-message.ts')).reviewMessage(call, progress),
  'pre-push': async (call, progress) => (await import('./hook-push.ts')).reviewPush(call, progress),
};

/** Not reviewed, or an internal fault: the hook lets it pass, unless it was told not to. */
const passes = (exitCode: number): boolean => exitCode === EXIT.notReviewed || exitCode === EXIT.internal;

/** Whether what could not be reviewed is to be stopped. Where even that cannot be read, it is not. */
const isStrict = async ({ cwd, env }: Invocation): Promise<boolean> => {
  try {
    const [{ openRepo }, { loadConfig }] = await Promise.all([import('../git/repo.ts'), import('../config/load.ts')]);
    const { config } = await loadConfig(await openRepo(cwd, env), env);
    return config.onNotReviewed === 'block';
  } catch {
    return false;
  }
};

/** One loud line, so that nobody can overlook that nothing was reviewed. */
const giveUp = async (call: Invocation, error: unknown): Promise<number> => {
  const code = error instanceof LgtmError ? error.exitCode : EXIT.internal;
  if (!passes(code)) throw error;
  const strict = await isStrict(call);
  const what = code === EXIT.internal ? 'internal error: ' : '';
  say(`lgtm: NOT REVIEWED: ${visible(what + messageOf(error))}${strict ? ' (onNotReviewed: block)' : ''}`);
  return strict ? EXIT.blocked : EXIT.ok;
};

const codeOf = ({ report }: Checked): number => (passes(report.exitCode) ? EXIT.ok : report.exitCode);

const look = async (call: Invocation, at: Look): Promise<number> => {
  try {
    const all = await at(call, openProgress(process.stderr, call.env));
    for (const checked of all) await checked.show();
    if (all.length > 0) call.keepCode?.();
    return Math.max(EXIT.ok, ...all.map(codeOf));
  } catch (error) {
    return giveUp(call, error);
  }
};

export const run: Run = async (call) => {
  const [stage = ''] = call.words;
  const at = Object.hasOwn(STAGES, stage) ? STAGES[stage] : undefined;
  if (!at) throw new UsageError(`unknown hook stage "${stage}"`, `Stages: ${Object.keys(STAGES).join(', ')}.`);
  const skip = skipIn(call.env);
  if (skip) return skipOnce(call, stage, skip);
  if (call.env['CI'] === 'true' && call.env['LGTM'] !== '1') {
    say('lgtm: skipped in CI; run `lgtm check` there, or set LGTM=1');
    return EXIT.ok;
  }
  return look(call, at);
};
