import { readManifest } from '../../git/manifest.ts';
import type { Repo } from '../../git/repo.ts';
import { builtInRules } from '../../specs/library.ts';
import { version } from '../../version.ts';
import { type Diagnosis, ok } from './diagnosis.ts';

/** The programs: git, node and lgtm itself. */
export const checkPrograms = async ({ git }: Repo): Promise<Diagnosis[]> => {
  const found = (await git.text(['version'])).replace(/^git version /, '');
  return [ok('programs', `git ${found}, node ${process.versions.node}, lgtm ${version()}`)];
};

/** The repository: that a commit could be made, and what it would be compared with. Throws GitError. */
export const checkRepository = async (repo: Repo): Promise<Diagnosis[]> => {
  const records = await readManifest(repo);
  const { head, mergeHeads } = repo.base;
  const base = head === null ? 'no commit yet' : `HEAD ${head.slice(0, 12)}`;
  const merge = mergeHeads.length === 0 ? '' : ', a merge is in progress';
  return [ok('repository', `${repo.root}, ${base}${merge}, ${records.length} files staged`)];
};

export const checkRules = (): Diagnosis[] => {
  const rules = builtInRules();
  const alone = rules.filter((rule) => rule.class === 'D').length;
  return [ok('rules', `${rules.length} rules, ${alone} of them need no model`)];
};
