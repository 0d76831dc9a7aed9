import type { Repo } from '../git/repo.ts';
import type { Rule } from '../types.ts';

/** Globs of a rule that no file of the repository matches: nothing is wrong with them yet, but they may be mistyped. */
const unmatchedIn = async ({ file, paths }: Rule, tracked: readonly string[]): Promise<string[]> => {
  const { globPattern } = await import('../text/glob-pattern.ts');
  const idle = paths.filter((glob) => {
    const pattern = new RegExp(globPattern([glob]));
    return !tracked.some((path) => pattern.test(path));
  });
  return idle.length === 0 ? [] : [`${file}: no file matches ${idle.map((glob) => `"${glob}"`).join(', ')} of paths`];
};

/** What is to be said about the globs of these rules, held against the files in the index. Throws GitError. */
export const unmatchedGlobs = async ({ git }: Repo, rules: readonly Rule[]): Promise<string[]> => {
  const withPaths = rules.filter(({ paths }) => paths.length > 0);
  if (withPaths.length === 0) return [];
  const tracked = (await git.text(['ls-files', '-z', '--full-name'])).split('\0').filter(Boolean);
  return (await Promise.all(withPaths.map((rule) => unmatchedIn(rule, tracked)))).flat();
};
