import { closest, distance } from 'fastest-levenshtein';
import type * as v from 'valibot';
import { SpecError } from '../errors.ts';
import { knownKeys } from './rule-schema.ts';

/** Throws SpecError for a line of one file. */
export type Refuse = (message: string, line: number) => never;

const HINT = 'docs/rules.md describes how a rule is written.';

export const refuseIn =
  (file: string): Refuse =>
  (message, line) => {
    throw new SpecError(`${file}:${line}: ${message}`, HINT);
  };

/** `; did you mean "x"?` where one of the words is near enough to be meant. */
export const suggestion = (wrong: string, words: readonly string[]): string => {
  if (words.length === 0) return '';
  const best = closest(wrong, words);
  return distance(wrong, best) <= Math.max(2, wrong.length / 3) ? `; did you mean "${best}"?` : '';
};

type Path = readonly (string | number)[];

export const pathOf = (issue: v.BaseIssue<unknown>): Path =>
  (issue.path ?? []).flatMap(({ key }) => (typeof key === 'string' || typeof key === 'number' ? [key] : []));

const shown = (path: Path): string => path.join('.');

const parentOf = (path: Path): string | number | undefined =>
  path
    .slice(0, -1)
    .filter((key) => typeof key === 'string')
    .at(-1);

const options = (issue: v.BaseIssue<unknown>): string[] =>
  [...(issue.expected ?? '').matchAll(/"([^"]+)"/g)].map(([, word = '']) => word);

/** One fault of validation in words. */
export const explain = (issue: v.BaseIssue<unknown>): string => {
  const path = pathOf(issue);
  const name = String(path.at(-1) ?? 'front matter');
  if (issue.type === 'strict_object' && issue.expected === 'never')
    return `unknown key "${shown(path)}"${suggestion(name, knownKeys(parentOf(path)))}`;
  if (issue.received === 'undefined') return `"${shown(path)}" is missing`;
  if (issue.type === 'picklist') {
    const words = options(issue);
    const list = words.length <= 12 ? ` (one of ${words.join(', ')})` : '';
    return `"${shown(path)}": unknown value ${issue.received}${suggestion(String(issue.input), words) || list}`;
  }
  return `"${shown(path)}": ${issue.message}`;
};
