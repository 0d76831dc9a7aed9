import { readdirSync, readFileSync } from 'node:fs';
import { languageOf } from '../../lib/text/language.ts';
import { fencesOf, parseInfo } from '../../lib/text/markdown.ts';
import type { HunkLine, StagedFile } from '../../lib/types.ts';
import { makeFile } from './rule.ts';

/** A change of one file, and the rule that ought to be asked about it; null where none is broken that a model alone can judge. */
export interface LabelledChange {
  readonly name: string;
  readonly rule: string | null;
  readonly file: StagedFile;
}

const FOLDER = new URL('../fixtures/changes/', import.meta.url);

const KINDS: Readonly<Record<string, HunkLine['kind']>> = { '+': 'add', '-': 'del', ' ': 'context' };

/** Lines of a patch without headers: `+` added, ` ` there before. */
const hunkLines = (text: string): HunkLine[] =>
  text.split('\n').map((line, i) => ({ kind: KINDS[line[0] ?? ' '] ?? 'context', line: i + 1, text: line.slice(1) }));

const stagedFrom = (path: string, text: string): StagedFile => {
  const lines = hunkLines(text);
  const added = lines.filter(({ kind }) => kind === 'add').map(({ line, text: content }) => ({ line, text: content }));
  return makeFile(path, lines.map((line) => line.text).join('\n'), {
    status: added.length === lines.length ? 'A' : 'M',
    language: languageOf(path),
    added: added.length,
    addedLines: added,
    hunks: [{ oldStart: 1, newStart: 1, lines }],
  });
};

const changesIn = (name: string): LabelledChange[] =>
  fencesOf(readFileSync(new URL(name, FOLDER), 'utf8')).map(({ info, text, line }) => {
    const { values } = parseInfo(info);
    return {
      name: `${name}:${line}`,
      rule: values.get('rule') ?? null,
      file: stagedFrom(values.get('file') ?? '', text),
    };
  });

/** The labelled changes of `test/fixtures/changes/`. */
export const labelledChanges = (): LabelledChange[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .flatMap(changesIn);
