import { createHash } from 'node:crypto';
import { type CommitFile, stagedExamples } from '../pass/example-stage.ts';
import type { Example, ExampleFile, Rule } from '../types.ts';
import type { Blob, Case, Label, Split } from './types.ts';

/** A rule and, where it is one of a repository, the text of its file. */
export interface Subject {
  readonly rule: Rule;
  readonly source: string | null;
}

/** Six rules of ten lie in `dev`, by their names, so that a rule is always in the same half. */
const splitOf = (rule: string): Split =>
  (createHash('sha256').update(rule).digest()[0] ?? 0) % 10 < 6 ? 'dev' : 'test';

/** A detector reports every line; a model that names one line of a place has found it. */
const labelsOf = ({ rule }: Subject, file: ExampleFile): Label[] => {
  if (file.lines.length === 0) return [];
  const label = (lines: readonly number[]): Label => ({ rule: rule.id, path: file.path, lines });
  return rule.class === 'D' ? file.lines.map((line) => label([line])) : [label(file.lines)];
};

const blobsOf = (files: readonly CommitFile[], onto: readonly Blob[] = []): Blob[] => {
  const blobs = new Map(onto.map((blob) => [blob.path, blob]));
  for (const { path, mode, content } of files) {
    if (content) blobs.set(path, { path, mode, content });
    else blobs.delete(path);
  }
  return [...blobs.values()];
};

/** What says nothing beside its own rule: other rules may well see something in the same lines. */
const asCase = (subject: Subject, example: Example): Case => {
  const { rule, source } = subject;
  const { base, change } = stagedExamples([{ rule, source, example }]);
  const before = blobsOf(base);
  const files = [example, ...(example.others ?? [])];
  const isBad = example.kind === 'bad';
  return {
    id: `${rule.id}#${example.at}`,
    template: rule.id,
    split: source === null ? splitOf(rule.id) : 'test',
    stratum: isBad ? 'A' : 'B',
    file: rule.file,
    base: before,
    staged: blobsOf(change, before),
    labels: isBad ? files.flatMap((file) => labelsOf(subject, file)) : [],
    neutral: [],
    allowed: [],
    only: rule.id,
    added: files.reduce((sum, { text, repeat = 1 }) => sum + text.split('\n').length * repeat, 0),
    withheld: { rule: rule.id, at: [example.at] },
    made: 'example',
  };
};

/** A case that is larger than this, in bytes, would only cost time. */
const MOST = 4 * 1024 * 1024;

const isUsable = ({ message, size = 0 }: Example): boolean => message !== true && size <= MOST;

/** Strata A and B: the examples of the rules, each staged on its own. Those about the message of a commit are left out. */
export const exampleCases = (subjects: readonly Subject[]): Case[] =>
  subjects.flatMap((subject) => {
    const usable = subject.rule.body.examples.filter(isUsable);
    // A bad example without lines is found on no line that could be compared.
    return usable
      .map((example) => asCase(subject, example))
      .filter((one) => one.stratum === 'B' || one.labels.length > 0);
  });
