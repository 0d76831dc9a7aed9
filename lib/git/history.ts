import type { Tier0 } from '../types.ts';
import type { Repo } from './repo.ts';

/** Tier 0: the branch (null where HEAD is detached) and recent subjects (none on an unborn branch or without history). */
export const readTier0 = async (repo: Repo, message: string | null, count = 5): Promise<Tier0> => {
  const { head } = repo.base;
  const log = ['log', `-${count}`, '--no-show-signature', '--no-color', '--no-decorate', '--format=%s'];
  const [branch, subjects] = await Promise.all([
    repo.git.text(['symbolic-ref', '-q', '--short', 'HEAD'], { accept: [0, 1] }),
    head === null ? '' : repo.git.text([...log, head]).catch(() => ''),
  ]);
  return { branch: branch || null, subjects: subjects.split('\n').filter(Boolean), message };
};
