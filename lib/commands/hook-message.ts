import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { messageOf, UnreadError, UsageError } from '../errors.ts';
import type { Git } from '../git/exec.ts';
import { readManifest } from '../git/manifest.ts';
import { openRepo } from '../git/repo.ts';
import { type Progress, SILENT } from '../progress.ts';
import { version } from '../version.ts';
import type { Checked } from './check.ts';
import type { Invocation } from './row.ts';

/** Bytes of a message; with --verbose git appends the whole diff, below the line at which the message ends. */
const CAP = 64 * 1024 * 1024;

const readMessage = (path: string): string => {
  try {
    const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const stat = fstatSync(file);
      if (!stat.isFile()) throw new Error('it is no plain file');
      if (stat.size > CAP) throw new Error(`it is larger than ${CAP / 1024 / 1024} MiB`);
      return readFileSync(file, 'utf8');
    } finally {
      closeSync(file);
    }
  } catch (cause) {
    throw new UnreadError(`the message of the commit cannot be read: ${messageOf(cause)}`, '', { cause });
  }
};

/** The message without the comments that git will cut off, where they begin with another character than `#`. */
const withoutComments = async (git: Git, text: string): Promise<string> => {
  const char = await git.text(['config', '--get', 'core.commentChar'], { accept: [0, 1] });
  if (char === '' || char === '#' || char === 'auto') return text;
  const scissors = `${char} ------------------------ >8 ------------------------`;
  const lines = text.split('\n');
  const end = lines.indexOf(scissors);
  const kept = end === -1 ? lines : lines.slice(0, end);
  return kept.filter((line) => !line.startsWith(char)).join('\n');
};

/**
 * Looks at the message alone, by the rules that are about it: the files were reviewed one hook before. Silent where there is
 * nothing to say. Throws LgtmError.
 */
export const reviewMessage = async (call: Invocation, progress: Progress): Promise<readonly Checked[]> => {
  const [stage = '', path] = call.words;
  if (path === undefined) throw new UsageError(`the ${stage} hook was given no message file`, 'git passes its path.');
  // It takes a moment, and where there is nothing to say nothing is said.
  progress.end();
  const { cwd, env } = call;
  const text = readMessage(resolve(cwd, path));
  const repo = await openRepo(cwd, env);
  const [message, records] = await Promise.all([withoutComments(repo.git, text), readManifest(repo)]);
  const [{ closeSession, openSession }, { emit, readTargets }] = await Promise.all([
    import('../session.ts'),
    import('./emit.ts'),
  ]);
  const session = await openSession({
    repo,
    records,
    env,
    message,
    messageOnly: true,
    useModel: false,
    overrides: {},
    progress: SILENT,
    signal: new AbortController().signal,
  });
  const report = await closeSession(session);
  if (report.findings.length === 0 && report.notes.length === 0) return [];
  const targets = await readTargets(call);
  return [{ report, isEmpty: false, show: () => emit(report, session, targets, call, version()) }];
};
