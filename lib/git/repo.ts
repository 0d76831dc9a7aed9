import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { GitError, messageOf } from '../errors.ts';
import type { Base } from '../types.ts';
import { bindGit, type Git } from './exec.ts';
import { locateGit } from './locate.ts';

const OLDEST = [2, 25] as const;

const checkVersion = (answer: string): void => {
  const [, major = '0', minor = '0'] = /(\d+)\.(\d+)/.exec(answer) ?? [];
  const tooOld = Number(major) < OLDEST[0] || (Number(major) === OLDEST[0] && Number(minor) < OLDEST[1]);
  if (!tooOld) return;
  const found = /\d[\w.]*/.exec(answer)?.[0] ?? answer;
  throw new GitError(`git ${found} is too old`, `lgtm needs git ${OLDEST.join('.')} or later.`);
};

const explain = (error: unknown): GitError => {
  const text = messageOf(error);
  if (/dubious ownership/.test(text))
    return new GitError(
      text,
      'The repository belongs to another user; git itself says how to trust it (safe.directory).',
    );
  if (/must be run in a work tree|cannot use bare repository/.test(text))
    return new GitError('this is a bare repository: there is no index to review', 'Run lgtm in a work tree.');
  if (/not a git repository/i.test(text))
    return new GitError(
      'not a git repository (nor any of its parents)',
      'Run lgtm inside a work tree, or `git init` first.',
    );
  return new GitError(text, 'lgtm reviewed nothing.');
};

export interface Repo {
  readonly git: Git;
  readonly root: string;
  readonly base: Base;
}

const readMergeHeads = (path: string): string[] => {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new GitError(`cannot read MERGE_HEAD: ${messageOf(error)}`, 'lgtm reviewed nothing.');
  }
  return text.split('\n').filter((line) => /^[0-9a-f]{40,64}$/.test(line));
};

/**
 * The heads of a merge that git is about to commit by itself: MERGE_HEAD does not exist yet in its hook, but git names
 * them in the environment (`GITHEAD_ID=branch`), and the action is a merge or a pull.
 */
const headsFromEnvironment = (env: NodeJS.ProcessEnv): string[] =>
  /^(?:merge|pull)\b/.test(env['GIT_REFLOG_ACTION'] ?? '')
    ? Object.keys(env).flatMap((name) => /^GITHEAD_([0-9a-f]{40,64})$/.exec(name)?.[1] ?? [])
    : [];

interface Places {
  readonly top: string;
  readonly mergeHead: string;
  /** Commit id of HEAD; empty on an unborn branch. */
  readonly head: string;
}

/** Where the work tree begins, where a merge leaves its heads, and HEAD, in one call: starting git is most of what it costs. */
const placesOf = async (git: Git): Promise<Places> => {
  const asked = ['rev-parse', '--show-toplevel', '--git-path', 'MERGE_HEAD', '--revs-only', 'HEAD'];
  const [top = '', mergeHead = '', head = '', ...more] = (await git.text(asked)).split('\n');
  if (more.length === 0 && /^(?:[0-9a-f]{40,64})?$/.test(head)) return { top, mergeHead, head };
  // A folder with a line feed in its name: the answers cannot be told apart.
  return {
    top: await git.text(['rev-parse', '--show-toplevel']),
    mergeHead: await git.text(['rev-parse', '--git-path', 'MERGE_HEAD']),
    head: await git.text(['rev-parse', '-q', '--verify', 'HEAD'], { accept: [0, 1] }),
  };
};

interface Opened {
  readonly git: Git;
  readonly root: string;
  readonly mergeHead: string;
  readonly head: string;
}

/** git bound to the top level of the work tree around `cwd`, its version checked. Throws GitError. */
export const openGit = async (cwd: string, env: NodeJS.ProcessEnv = process.env): Promise<Opened> => {
  const program = locateGit(cwd, env);
  const here = bindGit(program, cwd, env);
  const [version, places] = await Promise.all([
    here.text(['version']),
    placesOf(here).catch((error: unknown) => error as Error),
  ]);
  checkVersion(version);
  if (places instanceof Error) throw explain(places);
  const { top, head } = places;
  // A folder whose name is not UTF-8 cannot be named from here; git resolves it from where it stands.
  const root = top === '' || top.includes('\uFFFD') ? cwd : top;
  const git = root === cwd ? here : bindGit(program, root, env);
  return { git, root, mergeHead: resolve(cwd, places.mergeHead), head };
};

/**
 * Opens the repository around `cwd` and finds what the index is compared with.
 * Reads HEAD and MERGE_HEAD through git; never opens the index or a ref file itself. Throws GitError.
 */
export const openRepo = async (cwd: string, env: NodeJS.ProcessEnv = process.env): Promise<Repo> => {
  const { git, root, mergeHead, head } = await openGit(cwd, env);
  const tree = head === '' ? await git.text(['hash-object', '-t', 'tree', '--stdin'], { input: '' }) : head;
  const begun = readMergeHeads(mergeHead);
  const mergeHeads = begun.length > 0 ? begun : headsFromEnvironment(env);
  return { git, root, base: { head: head === '' ? null : head, tree, mergeHeads } };
};
