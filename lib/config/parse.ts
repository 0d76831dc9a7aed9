import { closest, distance } from 'fastest-levenshtein';
import * as v from 'valibot';
import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { ConfigError } from '../errors.ts';
import { guardYaml } from './guard.ts';
import { USER_ONLY } from './keys.ts';
import {
  PACKAGE_KEYS,
  PackageSchema,
  REPO_KEYS,
  RepoSchema,
  USER_KEYS,
  type UserConfig,
  UserSchema,
} from './schema.ts';

/** Whose configuration it is: the repository's, that of a folder in it, or the user's own. */
export type ConfigKind = 'repo' | 'package' | 'user';

export interface Parsed {
  readonly values: UserConfig;
  /** Keys that were present but do not count here. */
  readonly ignored: readonly string[];
}

const HINT = 'docs/configuration.md lists every key.';

const SCHEMAS = {
  repo: { schema: RepoSchema, keys: REPO_KEYS },
  package: { schema: PackageSchema, keys: PACKAGE_KEYS },
  user: { schema: UserSchema, keys: USER_KEYS },
} as const;

/** Keys below the first level. */
const INNER: Readonly<Record<string, readonly string[]>> = {
  budget: ['calls', 'context', 'output'],
  overrides: ['paths', 'rules'],
};

const near = (word: string, known: readonly string[]): string => {
  const best = closest(word, known as string[]);
  return distance(word, best) <= Math.max(2, word.length / 3) ? `; did you mean "${best}"?` : '';
};

const document = (text: string, file: string) => {
  guardYaml(text, file);
  const counter = new LineCounter();
  const doc = parseDocument(text, {
    lineCounter: counter,
    schema: 'core',
    prettyErrors: false,
    uniqueKeys: true,
    logLevel: 'silent',
  });
  const at = (offset: number): string => {
    const { line, col } = counter.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  const error = doc.errors[0];
  if (error) throw new ConfigError(`${at(error.pos[0])}: ${error.message}`, HINT);
  return { doc, at };
};

const offsetOf = (node: unknown): number => (node as Node | null)?.range?.[0] ?? 0;

/** Offset of the key or value that a path of valibot's leads to; of the nearest ancestor where the path ends early. */
const locate = (root: unknown, path: readonly unknown[]): number => {
  let node: unknown = root;
  let offset = offsetOf(root);
  for (const key of path) {
    if (isSeq(node)) {
      node = node.items[Number(key)];
      offset = offsetOf(node);
      continue;
    }
    if (!isMap(node)) break;
    const pair = node.items.find((item) => isScalar(item.key) && item.key.value === key);
    if (!pair) break;
    offset = offsetOf(pair.key);
    node = pair.value;
  }
  return offset;
};

/** In a package's file a key may be known and out of place. */
const misplaced = (name: string): string | null => {
  if (USER_ONLY.has(name)) return `"${name}" may only come from your own configuration`;
  return REPO_KEYS.includes(name)
    ? `"${name}" counts only in the configuration at the top level; here may stand ${PACKAGE_KEYS.join(', ')}`
    : null;
};

const isUnknown = ({ type, expected }: v.BaseIssue<unknown>): boolean =>
  type === 'strict_object' && expected === 'never';

/** What is wrong with a key that has no place where it stands. */
const unknownKey = (path: readonly unknown[], kind: ConfigKind): string => {
  const name = path.map(String).join('.');
  const isInner = path.length > 1;
  const place = kind === 'package' && !isInner ? misplaced(name) : null;
  if (place !== null) return place;
  const known = isInner ? (INNER[String(path[0])] ?? []) : SCHEMAS[kind].keys;
  return `unknown key "${name}"${known.length > 0 ? near(String(path.at(-1)), known) : ''}`;
};

const explain = (issue: v.BaseIssue<unknown>, path: readonly unknown[], kind: ConfigKind): string => {
  const name = path.map(String).join('.');
  if (issue.type === 'strict_object')
    return issue.expected === 'never'
      ? unknownKey(path, kind)
      : `"${path.slice(0, -1).join('.')}" lacks "${String(path.at(-1))}"`;
  if (issue.type === 'picklist')
    return `"${name}" must be one of ${issue.expected?.replaceAll('"', '').replaceAll(' | ', ', ').replace(/[()]/g, '')}`;
  return `"${name}": ${issue.message}`;
};

/**
 * Parses a configuration. In a repository's the keys that only a user may set are ignored and named; in a package's they
 * are an error, like everything else that has no place there. Aliases are refused. Throws ConfigError naming file, line and
 * column.
 */
export const parseConfig = (text: string, file: string, kind: ConfigKind): Parsed => {
  const { doc, at } = document(text, file);
  let data: unknown;
  try {
    data = doc.toJS({ maxAliasCount: 0 }) ?? {};
  } catch (cause) {
    throw new ConfigError(`${file}: aliases are not accepted`, HINT, { cause });
  }
  if (typeof data !== 'object' || Array.isArray(data))
    throw new ConfigError(`${file}:1:1: not a list of keys and values`, HINT);
  const ignored = kind === 'repo' ? Object.keys(data as object).filter((key) => USER_ONLY.has(key)) : [];
  const rest = Object.fromEntries(Object.entries(data as object).filter(([key]) => !ignored.includes(key)));
  const result = v.safeParse(SCHEMAS[kind].schema, rest);
  if (result.success) return { values: result.output, ignored };
  // A key that is misspelt explains the one that is missing.
  const issue = result.issues.find(isUnknown) ?? result.issues[0];
  const path = (issue.path ?? []).map((item) => (item as { key: unknown }).key);
  throw new ConfigError(`${at(locate(doc.contents, path))}: ${explain(issue, path, kind)}`, HINT);
};
