import { createRequire } from 'node:module';
import type { Scan } from './detect-scan.ts';

/** A node of a syntax tree, as far as checks use it. Lines and columns count from zero. */
export interface SyntaxNode {
  kind(): string | number;
  text(): string;
  range(): { readonly start: Position; readonly end: Position };
  parent(): SyntaxNode | null;
  child(index: number): SyntaxNode | null;
  children(): SyntaxNode[];
  field(name: string): SyntaxNode | null;
  find(rule: SyntaxRule): SyntaxNode | null;
  findAll(rule: SyntaxRule): SyntaxNode[];
}

interface Position {
  readonly line: number;
  readonly column: number;
}

interface SyntaxRule {
  readonly rule: { readonly kind: string };
}

interface Engine {
  parse(language: string, text: string): { root(): SyntaxNode };
}

/** What `@ast-grep/napi` calls the languages that it has built in. */
const LANGUAGES: Readonly<Record<string, string>> = { js: 'JavaScript', ts: 'TypeScript', tsx: 'Tsx' };

/** Characters of a file that is parsed; a larger one is looked at line by line as without a parser. */
const MOST = 200_000;

let engine: Engine | null | undefined;

/**
 * The parser where it is installed beside lgtm, which is never the repository under review: a lookup from here finds what the
 * user installed together with lgtm. Loaded when a check first has use for it.
 */
const load = (): Engine | null => {
  try {
    return createRequire(import.meta.url)('@ast-grep/napi') as Engine;
  } catch {
    return null;
  }
};

const parsed = ({ language, length, stream }: Scan): SyntaxNode | null => {
  const name = LANGUAGES[language ?? ''];
  if (name === undefined || length > MOST) return null;
  engine = engine === undefined ? load() : engine;
  try {
    const root = engine?.parse(name, stream('text')).root() ?? null;
    // A piece of a file, or one that does not parse: a tree with holes says less than the lines do.
    return root?.find({ rule: { kind: 'ERROR' } }) ? null : root;
  } catch {
    return null;
  }
};

const trees = new WeakMap<Scan, { readonly root: SyntaxNode | null }>();

/** The syntax tree of a file; null where no parser is installed, none knows the language, or the file does not parse. */
export const structureOf = (scan: Scan): SyntaxNode | null => {
  const known = trees.get(scan) ?? { root: parsed(scan) };
  trees.set(scan, known);
  return known.root;
};

/** Does without a parser, or with it again; for tests, which hold both ways against the same examples. */
export const allowParser = (allowed: boolean): void => {
  engine = allowed ? undefined : null;
};

/** The number of the line on which a node starts, and of that on which it ends, from 1. */
export const linesOf = (node: SyntaxNode): { readonly line: number; readonly endLine: number } => {
  const { start, end } = node.range();
  return { line: start.line + 1, endLine: end.line + 1 };
};
