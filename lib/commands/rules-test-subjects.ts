import { isCheck } from '../pass/checks/index.ts';
import { policyPlaces } from '../specs/policy-places.ts';
import { readPolicy } from '../specs/policy-read.ts';
import { readLoosePolicies } from '../specs/policy-worktree.ts';
import type { Rule } from '../types.ts';
import { type Book, noSuchRule } from './rules-book.ts';

/** A rule to be tested, with the text of its file where it is one of the repository. */
export interface Subject {
  readonly rule: Rule;
  readonly source: string | null;
}

const builtIn = ({ rules, bodies }: Book): Subject[] =>
  rules
    .filter(({ origin }) => origin === 'built-in')
    .flatMap((rule) => {
      const body = bodies().get(rule.id);
      return body ? [{ rule: { ...rule, body }, source: null }] : [];
    });

interface Found {
  readonly subjects: readonly Subject[];
  /** Policies that cannot be read, with file and line. */
  readonly faults: readonly string[];
}

/** Rules of the repository as their author has them before him, in the work tree. */
const ownRules = async ({ repo, policies }: Book): Promise<Found> => {
  const found = repo ? readLoosePolicies(repo.root, await policyPlaces(policies)) : [];
  const read = found.map((one) =>
    'text' in one
      ? { source: one.text, ...readPolicy(one.path, one.text, isCheck) }
      : { source: '', rule: null, fault: one.fault },
  );
  return {
    subjects: read.flatMap(({ rule, source }) => (rule ? [{ rule, source }] : [])),
    faults: read.flatMap(({ fault }) => (fault === null ? [] : [fault])),
  };
};

/** The rules to be tested: all, or the one of this id. Throws UsageError where there is none. */
export const testSubjects = async (book: Book, id: string): Promise<Found> => {
  const own = await ownRules(book);
  const all = [...builtIn(book), ...own.subjects];
  if (id === '') return { subjects: all, faults: own.faults };
  const chosen = all.filter(({ rule }) => rule.id === id);
  if (chosen.length > 0) return { subjects: chosen, faults: [] };
  const file = `${id.replace(/^local\//, '')}.md`;
  const mine = own.faults.filter((fault) => fault.includes(file));
  if (mine.length > 0) return { subjects: [], faults: mine };
  throw await noSuchRule(
    id,
    all.map(({ rule }) => rule),
  );
};
