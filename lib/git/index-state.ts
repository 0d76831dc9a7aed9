import { createHash } from 'node:crypto';
import type { Repo } from './repo.ts';

/**
 * A digest of everything that the index holds (modes, object ids, stages, names). Asked before and after a long stage, it
 * tells whether what was reviewed is still what will be committed. About 0.1 s for a hundred thousand files. Throws GitError.
 */
export const indexState = async ({ git }: Repo): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of git.stream(['ls-files', '-s', '-z'])) hash.update(chunk);
  return hash.digest('hex');
};
