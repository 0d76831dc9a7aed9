import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { domainsIn } from '../pass/detect-domain.ts';
import { scopeTest } from '../pass/scope.ts';
import { languageOf } from '../text/language.ts';
import type { RuleHeader } from '../types.ts';
import type { Book } from './rules-book.ts';

/** Files that are looked at, and bytes of each: enough to know a repository by. */
const MOST = { files: 2000, bytes: 200_000 } as const;

const textAt = (path: string): string => {
  try {
    return statSync(path).size <= MOST.bytes ? readFileSync(path, 'utf8') : '';
  } catch {
    return '';
  }
};

/** The rules that can apply to a file of the repository; all rules outside of one. Throws GitError. */
export const rulesHere = async ({ repo, rules, byPath }: Book): Promise<readonly RuleHeader[]> => {
  if (!repo) return rules;
  const paths = (await repo.git.text(['ls-files', '-z'])).split('\0').filter(Boolean).slice(0, MOST.files);
  const files = paths.map((path) => {
    const language = languageOf(path);
    const known = domainsIn({ path, language, text: textAt(join(repo.root, path)) });
    return { path, language, domains: [...known, ...byPath.domains(path)] };
  });
  const applies = (rule: RuleHeader): boolean =>
    byPath.anywhere(rule) !== 'off' &&
    files.some((file) => scopeTest(rule, { domains: () => file.domains, level: byPath.level })(file) === null);
  return rules.filter(applies);
};
