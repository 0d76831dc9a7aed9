import { readManifest } from '../git/manifest.ts';
import { openRepo } from '../git/repo.ts';
import { emptyTree } from '../git/revisions.ts';
import type { Scoped } from './scope.ts';

/** Every file of the index, as if all of it were new; the configuration is that of HEAD and the index all the same. */
export const allFiles: Scoped = async (call, work) => {
  const opened = await openRepo(call.cwd, call.env);
  const staged = await readManifest(opened);
  const repo = { ...opened, base: { ...opened.base, tree: await emptyTree(opened.git), mergeHeads: [] } };
  const records = await readManifest(repo);
  return work({ repo, records, staged, isWhole: true, env: call.env, nothing: 'the index holds no file' });
};
