import { GitError, messageOf } from '../errors.ts';
import { gitEnvironment } from './environment.ts';
import { type Child, type Input, startChild } from './exec-child.ts';

/**
 * The one place that starts git. Arguments go as an array, never through a shell; nothing that a repository's
 * configuration or the environment names is run (docs/git.md has the table of what each line switches off).
 */

const COMMON = [
  '--no-pager',
  ...['core.fsmonitor=false', 'safe.bareRepository=explicit', 'core.quotePath=true', 'submodule.recurse=false'],
  ...['core.bigFileThreshold=512m', 'diff.suppressBlankEmpty=false', 'protocol.allow=never', 'log.showSignature=false'],
  'i18n.logOutputEncoding=UTF-8',
].flatMap((item) => (item.startsWith('--') ? [item] : ['-c', item]));

const NO_HOOKS = ['-c', 'core.hooksPath=/dev/null'];

/** Bytes of standard output that one call may collect. */
const OUTPUT_LIMIT = 64 * 1024 * 1024;

export interface GitOptions {
  readonly input?: Input;
  /** Exit codes that are answers, not failures; 0 alone by default. */
  readonly accept?: readonly number[];
  /** Let git see the user's own core.hooksPath: only for asking where hooks live. */
  readonly hooksPath?: boolean;
  /** Paths may carry magic (`:(exclude)…`); they are literal otherwise. */
  readonly magic?: boolean;
  /** Standard output beyond this many bytes is an error; 64 MiB by default. */
  readonly limit?: number;
}

export interface GitResult {
  readonly code: number;
  readonly stdout: Buffer;
}

/** git, bound to one repository: where it stands, and the three ways of asking it. All of them throw GitError. */
export interface Git {
  readonly cwd: string;
  run(args: readonly string[], options?: GitOptions): Promise<GitResult>;
  /** Standard output as text without its last line feed. */
  text(args: readonly string[], options?: GitOptions): Promise<string>;
  /** Standard output as it arrives; a git that fails ends the iteration with an error. */
  stream(args: readonly string[], options?: GitOptions): AsyncGenerator<Buffer>;
}

/** The first lines of what git said, its advice left out: one line for a person. */
const firstLines = (text: string): string =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('hint:'))
    .slice(0, 4)
    .join(' ');

const failure = (args: readonly string[], why: string): GitError =>
  new GitError(
    `git ${args[0]} failed: ${firstLines(why) || 'no message'}`,
    'Run the same command by hand to see more.',
  );

const codeOf = async (child: Child, args: readonly string[], accept: readonly number[] = [0]): Promise<number> => {
  const end = await child.ended.catch((cause: unknown) => Promise.reject(failure(args, messageOf(cause))));
  if (typeof end === 'string') throw failure(args, child.complaint() || `ended by ${end}`);
  if (!accept.includes(end)) throw failure(args, child.complaint() || `exit ${end}`);
  return end;
};

const collect = async (child: Child, args: readonly string[], options: GitOptions): Promise<GitResult> => {
  const { limit = OUTPUT_LIMIT, accept } = options;
  const chunks: Buffer[] = [];
  let size = 0;
  child.onData((chunk) => {
    size += chunk.length;
    if (size > limit) child.kill();
    else chunks.push(chunk);
  });
  try {
    const code = await codeOf(child, args, accept);
    return { code, stdout: Buffer.concat(chunks) };
  } catch (error) {
    throw size > limit ? failure(args, `its output is larger than ${limit} bytes`) : error;
  }
};

async function* pass(child: Child, args: readonly string[], options: GitOptions): AsyncGenerator<Buffer> {
  let whole = false;
  try {
    yield* child.stdout;
    whole = true;
  } catch (cause) {
    await codeOf(child, args, options.accept);
    throw failure(args, messageOf(cause));
  } finally {
    // Whoever reads has seen enough, or reading failed.
    if (!whole) child.kill();
  }
  await codeOf(child, args, options.accept);
}

/** Binds the git at `program` to a folder. Nothing is run yet. */
export const bindGit = (program: string, cwd: string, env: NodeJS.ProcessEnv): Git => {
  const literal = gitEnvironment(env);
  const withMagic = { ...literal, GIT_LITERAL_PATHSPECS: '0' };

  const start = (args: readonly string[], { input, hooksPath = false, magic = false }: GitOptions): Child =>
    startChild(program, [...COMMON, ...(hooksPath ? [] : NO_HOOKS), ...args], {
      cwd,
      env: magic ? withMagic : literal,
      input,
    });

  const run = (args: readonly string[], options: GitOptions = {}): Promise<GitResult> =>
    collect(start(args, options), args, options);

  const text = async (args: readonly string[], options?: GitOptions): Promise<string> =>
    (await run(args, options)).stdout.toString('utf8').replace(/\n$/, '');

  async function* stream(args: readonly string[], options: GitOptions = {}): AsyncGenerator<Buffer> {
    yield* pass(start(args, options), args, options);
  }

  return { cwd, run, text, stream };
};
