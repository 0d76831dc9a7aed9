import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { openGit, type Repo } from './repo.ts';

/** The index with one file replaced, in a folder of its own: neither the index nor the objects of the repository change. */
export interface Patched {
  readonly repo: Repo;
  /** Environment under which git sees it. */
  readonly env: NodeJS.ProcessEnv;
  /** What was changed, as git prints a patch. */
  readonly patch: Buffer;
}

/** A file of the index with its new content. */
export interface Content {
  readonly path: string;
  readonly mode: string;
  readonly bytes: Buffer;
}

const PATCH = [
  '-p',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--full-index',
  '--src-prefix=a/',
  '--dst-prefix=b/',
];

/** An index and an object store of their own; what is there already is read from the repository's. */
const environmentIn = async (
  { git, root }: Repo,
  env: NodeJS.ProcessEnv,
  folder: string,
): Promise<NodeJS.ProcessEnv> => {
  const [index, objects] = await Promise.all(
    ['index', 'objects'].map(async (name) => resolve(root, await git.text(['rev-parse', '--git-path', name]))),
  );
  const own = { index: join(folder, 'index'), objects: join(folder, 'objects') };
  mkdirSync(own.objects);
  if (index && existsSync(index)) copyFileSync(index, own.index);
  return {
    ...env,
    GIT_INDEX_FILE: own.index,
    GIT_OBJECT_DIRECTORY: own.objects,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: [objects, env['GIT_ALTERNATE_OBJECT_DIRECTORIES']]
      .filter(Boolean)
      .join(delimiter),
  };
};

const replaceIn = async (repo: Repo, env: NodeJS.ProcessEnv, { path, mode, bytes }: Content): Promise<Patched> => {
  const { git, root } = await openGit(repo.root, env);
  const before = await git.text(['-c', 'core.splitIndex=false', 'write-tree']);
  const id = await git.text(['hash-object', '-w', '--stdin'], { input: [bytes] });
  await git.run(['-c', 'core.splitIndex=false', 'update-index', '--cacheinfo', `${mode},${id},${path}`]);
  const { stdout } = await git.run(['diff-index', '--cached', ...PATCH, before, '--']);
  return { repo: { git, root, base: repo.base }, env, patch: stdout };
};

/** Runs work on the index as it would be with one file replaced. Writes nothing into the repository. Throws GitError. */
export const withPatched = async <T>(
  repo: Repo,
  env: NodeJS.ProcessEnv,
  content: Content,
  work: (patched: Patched) => Promise<T>,
): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), 'lgtm-fix-'));
  const clear = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', clear);
  try {
    return await work(await replaceIn(repo, await environmentIn(repo, env, folder), content));
  } finally {
    process.removeListener('exit', clear);
    clear();
  }
};
