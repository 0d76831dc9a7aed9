import matter from 'gray-matter';
import { type Document, isMap, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { SpecError } from '../errors.ts';
import { YAML_DEPTH, yamlDepth } from './yaml-guard.ts';

/** Caps on text that nobody has reviewed; gray-matter is quadratic in blank lines, and deep YAML ends the process. */
const CAPS = { file: 64 * 1024, frontmatter: 16 * 1024 } as const;

export interface Frontmatter {
  /** Plain data, as YAML's core schema reads it. */
  readonly data: unknown;
  readonly body: string;
  /** Line of the file on which the body starts. */
  readonly bodyLine: number;
  /** Line of the file on which a key or an item stands; that of the nearest parent where it is absent. */
  lineOf(path: readonly (string | number)[]): number;
}

type Refuse = (message: string, line?: number) => never;

const HINT = 'docs/rules.md describes the front matter of a rule.';

const refusing =
  (file: string): Refuse =>
  (message, line = 1) => {
    throw new SpecError(`${file}:${line}: ${message}`, HINT);
  };

/** Offset and line of the closing fence. */
const closingFence = (text: string, refuse: Refuse): { start: number; end: number; line: number } => {
  const found = /\n---[ \t]*\r?(?:\n|$)/.exec(text.slice(0, CAPS.frontmatter));
  if (!found) return refuse(`the front matter is not closed by a line of --- within ${CAPS.frontmatter / 1024} KiB`);
  const start = found.index + 1;
  const early = text.indexOf('\n---');
  if (early < found.index)
    return refuse('a line of the front matter must not begin with ---', text.slice(0, early + 1).split('\n').length);
  return { start, end: found.index + found[0].length, line: text.slice(0, start).split('\n').length };
};

const DANGEROUS = new Set(['__proto__', 'constructor', 'prototype']);

const parseYaml = (yaml: string, counter: LineCounter, refuse: Refuse): Document => {
  if (yamlDepth(yaml) > YAML_DEPTH) refuse(`nested more than ${YAML_DEPTH} levels deep`);
  const document = parseDocument(yaml, { schema: 'core', lineCounter: counter, prettyErrors: false, strict: true });
  const fault = document.errors[0] ?? document.warnings[0];
  if (fault) refuse(fault.message, counter.linePos(fault.pos[0]).line);
  visit(document, {
    Alias: (_key, node) => refuse('aliases are not allowed', counter.linePos(node.range?.[0] ?? 0).line),
    Pair: (_key, { key }) => {
      if (isScalar(key) && DANGEROUS.has(String(key.value)))
        refuse(`the key "${key.value}" is not allowed`, counter.linePos(key.range?.[0] ?? 0).line);
    },
  });
  return document;
};

const offsetAt = (document: Document, path: readonly (string | number)[]): number => {
  const parent = document.getIn(path.slice(0, -1), true);
  const last = path.at(-1);
  if (isMap(parent)) {
    const pair = parent.items.find(({ key }) => isScalar(key) && key.value === last);
    if (pair && isScalar(pair.key)) return pair.key.range?.[0] ?? 0;
  }
  const node = document.getIn(path, true);
  const range =
    node && typeof node === 'object' && 'range' in node ? (node.range as readonly number[] | undefined) : undefined;
  if (range) return range[0] ?? 0;
  return path.length === 0 ? 0 : offsetAt(document, path.slice(0, -1));
};

/**
 * Reads the YAML front matter of a Markdown file that may come from anyone: only `---` alone opens it, nothing in it is
 * evaluated, and size, depth, aliases and keys are checked before and while it is parsed. Throws SpecError naming file and line.
 */
export const readFrontmatter = (text: string, file: string): Frontmatter => {
  const refuse: Refuse = refusing(file);
  const never = (): never => refuse('only YAML front matter is allowed');
  if (Buffer.byteLength(text) > CAPS.file) refuse(`larger than ${CAPS.file / 1024} KiB`);
  if (!/^---\r?\n/.test(text)) refuse('the first line must be --- and nothing else');
  const fence = closingFence(text, refuse);
  const counter = new LineCounter();
  let document: Document | null = null;
  const parse = (yaml: string): object => {
    document = parseYaml(yaml, counter, refuse);
    return {};
  };
  // gray-matter picks the engine by what stands behind the opening fence, and caches without an options object.
  matter(text.slice(0, fence.end).replaceAll('\r\n', '\n'), {
    language: 'yaml',
    engines: { yaml: { parse }, javascript: never, js: never, json: never, coffee: never },
  });
  const read: Document = document ?? parseDocument('');
  return {
    data: read.toJS({ maxAliasCount: 0 }),
    body: text.slice(fence.end),
    bodyLine: fence.line + 1,
    lineOf: (path) => counter.linePos(offsetAt(read, path)).line,
  };
};
