import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PACKAGE } from '../eval/child.ts';
import { readCorpus } from '../eval/corpus.ts';
import { exampleCases, type Subject } from '../eval/examples.ts';
import type { Blob, Case, CaseFault } from '../eval/types.ts';

/** The corpus of lgtm's own; a package from the registry is without it. */
const OWN = join(PACKAGE, 'eval');

/** Policies of the repository, as files that the cases of a user are staged on. */
const policyFiles = (subjects: readonly Subject[]): Blob[] =>
  subjects.flatMap(({ rule, source }) =>
    source === null ? [] : [{ path: rule.file, mode: '100644', content: Buffer.from(source) }],
  );

const onto =
  (files: readonly Blob[]) =>
  (one: Case): Case => {
    const missing = files.filter(({ path }) => !one.base.some((blob) => blob.path === path));
    return { ...one, base: [...one.base, ...missing], staged: [...one.staged, ...missing] };
  };

export interface Cases {
  readonly cases: readonly Case[];
  readonly faults: readonly CaseFault[];
  /** What the reader of the figures should know about the corpus. */
  readonly note: string | null;
}

/** The examples of the rules and the cases of a folder. Throws UsageError where there is no such folder. */
export const gatherCases = (folder: string | null, cwd: string, subjects: readonly Subject[]): Cases => {
  if (folder !== null) {
    const { cases, faults } = readCorpus(resolve(cwd, folder));
    const local = subjects.filter(({ source }) => source !== null);
    return { cases: [...exampleCases(local), ...cases.map(onto(policyFiles(local)))], faults, note: null };
  }
  if (existsSync(OWN)) {
    const { cases, faults } = readCorpus(OWN);
    return { cases: [...exampleCases(subjects), ...cases], faults, note: null };
  }
  const note =
    'the corpus is not part of the package: only the examples of the rules are measured (--cases takes a folder)';
  return { cases: exampleCases(subjects), faults: [], note };
};
