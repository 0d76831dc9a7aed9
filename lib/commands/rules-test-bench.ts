import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bindGit, type Git } from '../git/exec.ts';
import { locateGit } from '../git/locate.ts';
import type { CommitFile, StagedExample } from '../pass/example-stage.ts';
import { ownHome } from '../state/own-home.ts';

/** A temporary repository in which one example after the other is staged. */
export interface Bench {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  /** Makes HEAD what example `n` starts from, and stages its change. Throws GitError. */
  stage(n: number): Promise<void>;
  remove(): void;
}

const quoted = (path: string): string => `"${path.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`;

function* dataOf(bytes: Buffer): Generator<string | Buffer> {
  yield `data ${bytes.length}\n`;
  yield bytes;
  yield '\n';
}

function* filesOf(files: readonly CommitFile[]): Generator<string | Buffer> {
  for (const { path, mode, content } of files) {
    yield content === null ? `D ${quoted(path)}\n` : `M ${mode} inline ${quoted(path)}\n`;
    if (content) yield* dataOf(content);
  }
}

function* commitOf(ref: string, parent: string | null, files: readonly CommitFile[]): Generator<string | Buffer> {
  yield `commit ${ref}\ncommitter Example <example@example.invalid> 0 +0000\n`;
  yield* dataOf(Buffer.from('An example'));
  if (parent) yield `from ${parent}\n`;
  yield* filesOf(files);
  yield '\n';
}

const refOf = (n: number, side: 'base' | 'next'): string => `refs/examples/${n}/${side}`;

function* streamOf(examples: readonly StagedExample[]): Generator<string | Buffer> {
  for (const [n, { base, change }] of examples.entries()) {
    yield* commitOf(refOf(n, 'base'), null, base);
    yield* commitOf(refOf(n, 'next'), refOf(n, 'base'), change);
  }
}

const makeRepository = async (git: Git, examples: readonly StagedExample[]): Promise<void> => {
  await git.run(['init', '-q', '-b', 'main']);
  await git.run(['config', 'gc.auto', '0']);
  await git.run(['fast-import', '--quiet', '--force'], { input: streamOf(examples) });
};

/** Writes all examples into one temporary repository, as pairs of commits. Throws GitError. */
export const openBench = async (examples: readonly StagedExample[], outer: NodeJS.ProcessEnv): Promise<Bench> => {
  const folder = mkdtempSync(join(tmpdir(), 'lgtm-rules-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const root = join(folder, 'repo');
  const env = ownHome(join(folder, 'home'), outer);
  mkdirSync(root);
  mkdirSync(join(folder, 'home'));
  try {
    const git = bindGit(locateGit(root, env), root, env);
    await makeRepository(git, examples);
    const stage = async (n: number): Promise<void> => {
      await git.run(['update-ref', '--no-deref', 'HEAD', refOf(n, 'base')]);
      await git.run(['read-tree', refOf(n, 'next')]);
    };
    return { root, env, stage, remove };
  } catch (error) {
    remove();
    throw error;
  }
};
