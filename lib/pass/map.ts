import type { ContextMap, StagedFile } from '../types.ts';
import { domainsIn } from './detect-domain.ts';
import { DOMAINS } from './domains.ts';
import { computeRisks } from './risks.ts';

/** Added lines of a file whose text is not held, as far as its vocabulary is looked at. */
const VOCABULARY_LINES = 400;

const textOf = ({ text, addedLines }: StagedFile): string =>
  text ??
  addedLines
    .slice(0, VOCABULARY_LINES)
    .map((line) => line.text)
    .join('\n');

/** Domains of one file, by its names, language, imports and vocabulary; Counsel matches rules with them. */
export const domainsOf = (file: StagedFile): string[] => domainsIn({ ...file, text: textOf(file) });

/** Domains that a path alone shows. */
export const domainsByPath = (path: string): string[] =>
  DOMAINS.filter((domain) => domain.paths?.test(path)).map(({ name }) => name);

const count = (values: readonly string[]): string[] => {
  const totals = new Map<string, number>();
  for (const value of values) totals.set(value, (totals.get(value) ?? 0) + 1);
  return [...totals].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([value]) => value);
};

const summarise = (files: readonly StagedFile[], map: Omit<ContextMap, 'summary'>): string => {
  const sum = (pick: (file: StagedFile) => number | null): number =>
    files.reduce((total, file) => total + (pick(file) ?? 0), 0);
  const lines = `+${sum(({ added }) => added)} -${sum(({ deleted }) => deleted)}`;
  const part = (name: string, items: readonly string[]): string =>
    items.length === 0 ? '' : `; ${name}: ${items.join(', ')}`;
  return (
    `${files.length} ${files.length === 1 ? 'file' : 'files'}, ${lines}` +
    part('languages', map.languages) +
    part('domains', map.domains) +
    part('policies', map.policies) +
    part(
      'risks',
      map.risks.map(({ kind }) => kind),
    )
  );
};

/** What the Context Map is drawn from besides the files: governing documents of HEAD, and domains by path. */
export interface Surroundings {
  readonly policies: readonly string[];
  readonly domains: (path: string) => readonly string[];
}

/** Draws the Context Map of a change. */
export const drawMap = (files: readonly StagedFile[], { policies, domains }: Surroundings): ContextMap => {
  const map = {
    domains: count(files.flatMap(({ path }) => domains(path))),
    languages: count(files.flatMap(({ language }) => (language ? [language] : []))),
    policies,
    risks: computeRisks(files),
  };
  return { ...map, summary: summarise(files, map) };
};
