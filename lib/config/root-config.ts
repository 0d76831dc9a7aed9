import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../errors.ts';
import type { Repo } from '../git/repo.ts';
import type { Source } from './origins.ts';
import type { RepoConfig } from './schema.ts';
import { tighten } from './tighten.ts';
import { CONFIG_FILE, type Versions } from './versions.ts';

/** One version of the file at the top level, or both together. */
export interface Root {
  readonly values: RepoConfig;
  /** The staged values, where they differ. */
  readonly staged: RepoConfig | null;
  readonly sourceOf: (key: string) => Source;
  readonly notes: readonly string[];
}

const from =
  (source: Source): Root['sourceOf'] =>
  () =>
    source;

const ABSENT: Root = { values: {}, staged: null, sourceOf: from('default'), notes: [] };

const ignoredNotes = (ignored: readonly string[], source: Source): string[] =>
  ignored.map((key) => `${CONFIG_FILE} (${source}): "${key}" is ignored; it may only come from your own configuration`);

const parse = async (text: string, source: Source): Promise<Root> => {
  const { parseConfig } = await import('./parse.ts');
  const { values, ignored } = parseConfig(text, CONFIG_FILE, 'repo');
  return {
    values: values as RepoConfig,
    staged: null,
    sourceOf: from(source),
    notes: ignoredNotes(ignored, source),
  };
};

/** HEAD's version; where it cannot be read, the commit must still be able to mend it. */
const parseHead = async (text: string): Promise<Root | string> => {
  try {
    return await parse(text, 'HEAD');
  } catch (error) {
    return messageOf(error);
  }
};

const stagedAlone = async (text: string, why: string): Promise<Root> => {
  const staged = await parse(text, 'index');
  return { ...staged, notes: [...staged.notes, why] };
};

/** Whether two values of a configuration say the same. */
export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const valueAt = (values: RepoConfig, key: string): unknown => {
  const [outer = '', ...inner] = key.split('.');
  const value = (values as Readonly<Record<string, unknown>>)[outer];
  return inner.length === 0 ? value : (value as Readonly<Record<string, unknown>> | undefined)?.[inner.join('.')];
};

const both = (before: Root, after: Root): Root => {
  const { values, later } = tighten(before.values, after.values);
  const change =
    later.length > 0 ? `; what does not tighten the review counts from the next commit on: ${later.join(', ')}` : '';
  return {
    values,
    staged: after.values,
    sourceOf: (key) => (same(valueAt(values, key), valueAt(before.values, key)) ? 'HEAD' : 'index'),
    notes: [...new Set([...before.notes, ...after.notes, `this commit changes ${CONFIG_FILE}${change}`])],
  };
};

const combine = async (head: string, index: string | null): Promise<Root> => {
  const before = await parseHead(head);
  if (typeof before === 'string') {
    const why = `${CONFIG_FILE} in HEAD cannot be read (${before}); the staged one counts`;
    return index === null || index === head ? parse(head, 'HEAD') : stagedAlone(index, why);
  }
  if (index === head) return before;
  if (index !== null) return both(before, await parse(index, 'index'));
  const note = `this commit removes ${CONFIG_FILE}; it still counts for this commit`;
  return { ...before, notes: [...before.notes, note] };
};

const fromWorkTree = async (repo: Repo): Promise<Root> => {
  const path = join(repo.root, CONFIG_FILE);
  if (!existsSync(path)) return ABSENT;
  const { readConfigFile } = await import('./user.ts');
  const parsed = await readConfigFile(path, 'repo');
  if (!parsed) return ABSENT;
  const note = `${CONFIG_FILE} is not committed; it is read from the work tree`;
  return {
    values: parsed.values as RepoConfig,
    staged: null,
    sourceOf: from('work tree'),
    notes: [...ignoredNotes(parsed.ignored, 'work tree'), note],
  };
};

/** The configuration at the top level: HEAD's tightened by the staged one, the staged one where HEAD holds none. Throws ConfigError. */
export const readRoot = (repo: Repo, { head, index }: Versions, isFirst: boolean): Promise<Root> => {
  if (head !== null) return combine(head, index);
  if (index === null) return fromWorkTree(repo);
  return isFirst ? stagedAlone(index, `HEAD has no ${CONFIG_FILE} yet; the staged one counts`) : combine('', index);
};
