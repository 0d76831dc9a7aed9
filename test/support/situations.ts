import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { makeRepo, type TestRepo } from './repo.ts';
import { BIN, lgtm, type Ran, run } from './run.ts';

/** Where to stand, and under which variables, once a situation is built; the repository's own by default. */
export interface Stand {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * A state of git, and what lgtm must see in it. A file is written as one line by `render`:
 * `M a.txt +1 -0 {2:text of the added line}`.
 */
export interface Situation {
  readonly name: string;
  /** Options of `git init`; where git does not know them, the situation cannot be built. */
  readonly init?: readonly string[];
  readonly build: (repo: TestRepo) => Stand | undefined;
  /** Seen in the hook, and by hand where `byHand` is not given. */
  readonly files: readonly string[];
  readonly byHand?: readonly string[];
  /** The shell command that makes git run the hook; null where there is none. */
  readonly command?: string | null;
  readonly hook?: 'pre-commit' | 'pre-merge-commit';
}

interface Entry {
  readonly path: string;
  readonly oldPath?: string;
  readonly pathHex?: string;
  readonly status: string;
  readonly oldMode: string;
  readonly newMode: string;
  readonly kind: string;
  readonly added: number | null;
  readonly deleted: number | null;
  readonly binary: boolean;
  readonly review: string;
  readonly addedLines: readonly { readonly line: number; readonly text: string }[];
  readonly unread?: string;
}

const modesOf = ({ status, oldMode, newMode }: Entry): string =>
  oldMode === newMode || status === 'A' || status === 'D' ? '' : ` ${oldMode}>${newMode}`;

/** One line for one file of `tier1`. Lines beyond the first six are not listed. */
const render = (file: Entry): string => {
  const name = [file.oldPath, file.pathHex === undefined ? file.path : `hex:${file.pathHex}`].filter(
    (one) => one !== undefined,
  );
  const counts = file.binary ? 'binary' : `+${file.added} -${file.deleted}`;
  const lines = file.addedLines.slice(0, 6).map(({ line, text }) => `${line}:${text}`);
  return [
    `${file.status} ${name.join(' => ')} ${counts}${modesOf(file)}`,
    ...(file.kind === 'file' ? [] : [`<${file.kind}>`]),
    ...(file.review === 'yes' || file.review === file.kind ? [] : [`[${file.review}]`]),
    ...(lines.length === 0 ? [] : [`{${lines.join('|')}}`]),
    ...(file.unread === undefined ? [] : [`!${file.unread}`]),
  ].join(' ');
};

/** The files of an answer of `lgtm context --json`, rendered. */
const filesIn = (stdout: string): string[] =>
  (JSON.parse(stdout) as { tier1: { files: Entry[] } }).tier1.files.map(render);

export const buildSituation = ({
  init = [],
  build,
}: Situation): { repo: TestRepo; cwd: string; env: NodeJS.ProcessEnv } | null => {
  let repo: TestRepo;
  try {
    repo = makeRepo(...init);
  } catch (error) {
    if (init.length > 0) return null;
    throw error;
  }
  const { cwd = repo.root, env = repo.env } = build(repo) ?? {};
  return { repo, cwd, env };
};

export const seenByHand = async (cwd: string, env: NodeJS.ProcessEnv): Promise<string[]> => {
  const ran = await lgtm(['context', '--json'], { cwd, env });
  if (ran.code !== 0) throw new Error(`exit ${ran.code}: ${ran.stderr}`);
  return filesIn(ran.stdout);
};

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Puts a hook in place that keeps what `lgtm ARGS` answers and then stops the commit. */
export const placeHook = async (
  cwd: string,
  env: NodeJS.ProcessEnv,
  answer: string,
  args: readonly string[],
  stage = 'pre-commit',
): Promise<void> => {
  // Without the variables of the situation: one of them may be meant to mislead.
  const { PATH, HOME } = env;
  const asked = await run('git', ['rev-parse', '--git-path', 'hooks'], { cwd, env: { ...env, PATH, HOME } });
  const hook = join(resolve(cwd, asked.stdout.replace(/\n$/, '')), stage);
  mkdirSync(dirname(hook), { recursive: true });
  const call = [process.execPath, BIN, ...args].map(quoted).join(' ');
  writeFileSync(
    hook,
    `#!/bin/sh\n${call} >${quoted(answer)} 2>${quoted(`${answer}.err`)}\necho $? >${quoted(`${answer}.code`)}\nexit 1\n`,
  );
  chmodSync(hook, 0o755);
};

/** What lgtm saw in the hook; null where git did not run it. */
export const seenInHook = async (
  repo: TestRepo,
  cwd: string,
  env: NodeJS.ProcessEnv,
  { command, hook = 'pre-commit' }: Situation,
): Promise<string[] | null> => {
  const answer = join(repo.home, 'answer');
  await placeHook(cwd, env, answer, ['context', '--json'], hook);
  const ran: Ran = await run('/bin/sh', ['-c', command ?? 'git commit -m x'], { cwd, env });
  if (!existsSync(answer)) return null;
  if (readFileSync(`${answer}.code`, 'utf8') !== '0\n')
    throw new Error(`in the hook: ${readFileSync(`${answer}.err`, 'utf8')}${ran.stderr}`);
  return filesIn(readFileSync(answer, 'utf8'));
};
