import { relative, resolve } from 'node:path';
import { indexFiles } from '../git/index-files.ts';
import type { Repo } from '../git/repo.ts';
import { looksAtChange } from '../pass/checks/index.ts';
import { domainsIn } from '../pass/detect-domain.ts';
import { isMessageRule } from '../pass/message.ts';
import { scopeTest } from '../pass/scope.ts';
import { isTestPath, languageOf } from '../text/language.ts';
import { safeJson, visible } from '../text/visible.ts';
import type { RuleHeader } from '../types.ts';
import { print } from './output.ts';
import { type Book, openBook } from './rules-book.ts';
import type { Invocation } from './table.ts';

/** The path from the top level of the repository, as rules and configuration have it. */
const fromTop = (repo: Repo | null, cwd: string, path: string): string => {
  if (!repo) return path;
  const inside = relative(repo.root, resolve(cwd, path)).replaceAll('\\', '/');
  return inside.startsWith('../') || inside === '' ? path : inside;
};

const subjectOf = async ({ repo, byPath }: Book, path: string) => {
  const text = repo ? await indexFiles(repo).read(path) : null;
  const language = languageOf(path);
  const domains = [...new Set([...byPath.domains(path), ...domainsIn({ path, language, text: text ?? '' })])];
  return { path, language, domains, known: text !== null };
};

type Subject = Awaited<ReturnType<typeof subjectOf>>;

/** What it takes, beside the scope, for a rule that can apply to be asked about. */
const conditionOf = (rule: RuleHeader, { path }: Subject): string => {
  if (isMessageRule(rule)) return 'looks at the message of the commit';
  if (looksAtChange(rule)) return 'looks at the change as a whole';
  if (rule.class === 'D') return 'its detector looks at every added line';
  if (rule.class === 'H') return 'asked where its detector points';
  if (rule.origin === 'built-in' && isTestPath(path)) return 'not asked about tests';
  if (rule.detect.length > 0) return 'asked where one of its signs occurs';
  return rule.origin === 'local' && !rule.freeForm
    ? 'asked about every chunk'
    : 'asked where a word of its index line occurs';
};

const verdicts = ({ rules, byPath }: Book, subject: Subject) => {
  const scope = { domains: () => subject.domains, level: byPath.level };
  return rules.map((rule) => ({
    id: rule.id,
    severity: byPath.level(rule, subject.path),
    class: rule.class,
    not: byPath.anywhere(rule) === 'off' ? 'switched off' : scopeTest(rule, scope)(subject),
    condition: conditionOf(rule, subject),
  }));
};

const asJson = ({ path, language, domains }: Subject, all: ReturnType<typeof verdicts>, excluded: boolean): string =>
  safeJson({
    path,
    language,
    domains,
    excluded,
    rules: all.map(({ not, condition, ...rule }) => ({ ...rule, applies: not === null, why: not ?? condition })),
  });

const asPage = (subject: Subject, all: ReturnType<typeof verdicts>, excluded: boolean): string => {
  const [yes, no] = [all.filter(({ not }) => not === null), all.filter(({ not }) => not !== null)];
  const width = Math.max(0, ...all.map(({ id }) => visible(id).length));
  const name = (id: string): string => visible(id).padEnd(width);
  return [
    `${visible(subject.path)}: language ${subject.language ?? 'unknown'}; domains ${subject.domains.join(', ') || 'none'}${subject.known ? '' : ' (by its name alone: it is not in the index)'}`,
    ...(excluded ? ['The model is not shown this file: it is excluded. Detectors look at it all the same.'] : []),
    `${yes.length} of ${all.length} rules can apply`,
    '',
    ...yes.map(
      ({ id, severity, class: kind, condition }) => `  ${severity.padEnd(5)} ${kind} ${name(id)}  ${condition}`,
    ),
    '',
    'Not applied:',
    ...no.map(({ id, not }) => `  ${name(id)}  ${visible(not ?? '')}`),
    '',
  ].join('\n');
};

/** `lgtm rules why PATH`: which rules can apply to a file and what calls for each, and why the others cannot. */
export const why = async (call: Invocation, path: string): Promise<number> => {
  const book = await openBook(call);
  const subject = await subjectOf(book, fromTop(book.repo, call.cwd, path));
  const all = verdicts(book, subject);
  const excluded = book.byPath.excluded(subject.path);
  await print(call.flags['json'] ? `${asJson(subject, all, excluded)}\n` : asPage(subject, all, excluded));
  return 0;
};
