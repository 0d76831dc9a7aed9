import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../errors.ts';
import { languageOf } from '../text/language.ts';
import { fencesOf, parseInfo } from '../text/markdown.ts';
import type { Lures } from './case-lure.ts';
import { readCase, type Source } from './case-read.ts';
import type { Filler } from './case-vary.ts';
import { combined } from './combine.ts';
import { plant } from './plants.ts';
import type { Blob, Case, CaseFault, Corpus, Split } from './types.ts';

/** A folder of cases: `apps/*.md`, `fillers.md`, and one file a case below `cases/` (or anywhere, where that is missing). */

const read = (path: string): string => readFileSync(path, 'utf8');

const projectOf = (text: string): Blob[] =>
  fencesOf(text).flatMap(({ info, text: body }) => {
    const path = parseInfo(info).values.get('file');
    const content = Buffer.from(`${plant(body) ?? body}\n`);
    return path ? [{ path, content, mode: parseInfo(info).values.get('mode') ?? '100644' }] : [];
  });

const appsIn = (root: string) => {
  const known = new Map<string, readonly Blob[]>();
  return (name: string): readonly Blob[] | null => {
    const path = join(root, 'apps', `${name}.md`);
    if (!/^[\w-]+$/.test(name) || !existsSync(path)) return null;
    const files = known.get(name) ?? projectOf(read(path));
    known.set(name, files);
    return files;
  };
};

const luresIn = (root: string): Lures => {
  const path = join(root, 'lures.md');
  const fences = existsSync(path) ? fencesOf(read(path)) : [];
  const of = (word: string): string[] =>
    fences.filter(({ info }) => parseInfo(info).words.includes(word)).map(({ text }) => text);
  return { hide: of('hide'), accuse: of('accuse') };
};

const NUMBER = /__N__/g;

/** Whole pieces, one after the other, until there are lines enough; each use has a number of its own in its names. */
const fillersIn = (root: string): Filler => {
  const path = join(root, 'fillers.md');
  const pieces = existsSync(path) ? fencesOf(read(path)) : [];
  return (file, lines, index) => {
    const own = pieces.filter(({ info }) => languageOf(`x.${parseInfo(info).language}`) === languageOf(file));
    if (own.length === 0) return null;
    const filled: string[] = [];
    for (let n = 0; filled.length < lines; n++)
      filled.push(...(own[n % own.length]?.text ?? '').replace(NUMBER, `${index}${n}`).split('\n'), '');
    return filled;
  };
};

/** `dev/ledger-fees/floor.md` is case `ledger-fees/floor` of split dev; without such a folder a case measures. */
const sourceOf = (root: string, name: string): Source => {
  const parts = name.replaceAll('\\', '/').replace(/\.md$/, '').split('/');
  const split: Split = parts[0] === 'dev' ? 'dev' : 'test';
  const rest = parts[0] === 'dev' || parts[0] === 'test' ? parts.slice(1) : parts;
  const template = rest.slice(0, -1).join('/') || (rest[0] ?? '');
  return { id: rest.join('/'), template, split, file: name, text: read(join(root, name)) };
};

const doubles = (cases: readonly Case[]): CaseFault[] => {
  const splits = new Map<string, Split>();
  return cases.flatMap(({ template, split, file }) => {
    const other = splits.get(template) ?? split;
    splits.set(template, other);
    return other === split ? [] : [{ file, message: `the template ${template} lies in both splits` }];
  });
};

/** Reads a folder of cases. What cannot be used is listed, and the rest counts. Throws UsageError where there is no such folder. */
export const readCorpus = (folder: string): Corpus => {
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new UsageError(`there is no folder ${folder}`, '--cases takes a folder of cases (docs/evaluation.md).');
  const root = existsSync(join(folder, 'cases')) ? join(folder, 'cases') : folder;
  const materials = { app: appsIn(folder), filler: fillersIn(folder), lures: luresIn(folder) };
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !/^(?:apps|fillers|lures)\b|README\.md$/.test(name))
    .sort();
  const cases: Case[] = [];
  const faults: CaseFault[] = [];
  for (const name of names) {
    const made = readCase(sourceOf(root, name), materials);
    if (typeof made === 'string') faults.push({ file: name, message: made });
    else cases.push(...made);
  }
  return { cases: [...cases, ...combined(cases)], faults: [...faults, ...doubles(cases)] };
};
