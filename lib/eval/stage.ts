import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { bindGit } from '../git/exec.ts';
import type { Blob, Case } from './types.ts';

/** Puts a case into a repository of its own: what HEAD holds is committed, the change is staged. The work tree stays empty. */

const WHO = 'Evaluation <eval@example.invalid> 1700000000 +0000';

const data = (content: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`data ${content.length}\n`), content, Buffer.from('\n')]);

/** Names that begin with a quote or hold a line feed are written as C strings. */
const nameOf = (path: string): string => (/^"|\n/.test(path) ? JSON.stringify(path) : path);

const commit = (branch: string, subject: string, files: readonly Blob[]): Buffer[] => [
  Buffer.from(`commit ${branch}\ncommitter ${WHO}\n`),
  data(Buffer.from(subject)),
  Buffer.from('deleteall\n'),
  ...files.flatMap(({ path, content, mode }) => [Buffer.from(`M ${mode} inline ${nameOf(path)}\n`), data(content)]),
];

const STAGED = 'refs/lgtm/staged';

const streamOf = ({ base, staged, id }: Case): Buffer[] => [
  ...commit('refs/heads/main', `State before ${id}`, base),
  ...commit(STAGED, 'Staged', staged),
];

/** Makes the repository of a case in an empty folder, and returns its top level. Throws GitError. */
export const stageCase = async (
  one: Case,
  folder: string,
  program: string,
  env: NodeJS.ProcessEnv,
): Promise<string> => {
  const root = join(folder, 'repo');
  mkdirSync(root);
  const git = bindGit(program, root, env);
  await git.run(['init', '-q', '--template=']);
  await git.run(['symbolic-ref', 'HEAD', 'refs/heads/main']);
  await git.run(['fast-import', '--quiet'], { input: streamOf(one) });
  await git.run(['read-tree', STAGED]);
  return root;
};
