import { readFileSync } from 'node:fs';
import { messageOf, SpecError } from '../errors.ts';
import type { Repo } from '../git/repo.ts';
import { PACKAGE_URL } from '../root.ts';
import { ENTRY_POINT } from './governing.ts';
import { readPolicyTexts } from './policy-texts.ts';
import { listTree } from './tree.ts';

/** The policy that leads to all others. */
export interface PrimaryPolicy {
  readonly file: string;
  readonly text: string;
}

const DEFAULT_FILE = 'specs/policies/default.md';

/** The policy that holds where a repository has none. Throws SpecError where the package is incomplete. */
const defaultPolicy = (): PrimaryPolicy => {
  try {
    return { file: DEFAULT_FILE, text: readFileSync(new URL(DEFAULT_FILE, PACKAGE_URL), 'utf8') };
  } catch (cause) {
    throw new SpecError(`${DEFAULT_FILE}: ${messageOf(cause)}`, 'Reinstall lgtm-hook.', { cause });
  }
};

/**
 * The entry point of the repository's policies as HEAD holds it; where there is none, or where it cannot be read, the policy of
 * last resort. Throws GitError, SpecError.
 */
export const primaryPolicy = async (repo: Repo): Promise<PrimaryPolicy> => {
  const entries = (await listTree(repo, [ENTRY_POINT])).filter(({ path }) => path === ENTRY_POINT);
  for (const [{ path }, one] of await readPolicyTexts(repo, entries))
    if ('text' in one) return { file: path, text: one.text };
  return defaultPolicy();
};
