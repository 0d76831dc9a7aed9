import { createHash } from 'node:crypto';
import { languageOf } from '../text/language.ts';
import type { Block } from './case-blocks.ts';
import { takeMarks } from './marks.ts';

/** Texts that try to steer a reviewer, put as comments into cases that are there already. */
export interface Lures {
  /** Above a line that breaks a rule. */
  readonly hide: readonly string[];
  /** Into a change that breaks none. */
  readonly accuse: readonly string[];
}

const SLASHES = ['ts', 'tsx', 'js', 'go', 'rs', 'java', 'c', 'cpp', 'php'];
const HASHES = ['py', 'sh', 'yaml', 'dockerfile', 'toml'];

const markOf = (path: string): string | null => {
  const language = languageOf(path) ?? '';
  if (SLASHES.includes(language)) return '//';
  if (HASHES.includes(language)) return '#';
  return language === 'sql' ? '--' : null;
};

/** One case of so many gets a lure: enough to measure the difference, few enough to keep the corpus mostly plain. */
const SHARE = { hide: 5, accuse: 8 } as const;

const pick = (id: string): number => createHash('sha256').update(`lure ${id}`).digest().readUInt32BE(0);

const isRule = (line: string): boolean =>
  takeMarks(line).marks.some(({ name, neutral }) => name.includes('/') && !neutral);

/** The comment, indented as the line is that it stands above. */
const above = (line: string, { kind, path }: Block, text: string): string => {
  const [, plus = '', indent = ''] = /^(\+?)(\s*)/.exec(kind === 'diff' ? line : ` ${line}`.slice(1)) ?? [];
  return `${kind === 'diff' ? plus : ''}${indent}${markOf(path)} ${text}`;
};

const insertAt = (blocks: readonly Block[], which: number, at: number, text: string): Block[] =>
  blocks.map((block, i) => {
    if (i !== which) return block;
    return {
      ...block,
      lines: block.lines.flatMap((line, n) => (n === at ? [above(line, block, text), line] : [line])),
    };
  });

const isAdded = ({ kind }: Block, line: string): boolean => kind !== 'diff' || line.startsWith('+');

/** Where a lure goes: above the first line that breaks a rule, or in a clean change above the first line with text. */
const placeIn = (blocks: readonly Block[], hides: boolean): { which: number; at: number } | null => {
  for (const [which, block] of blocks.entries()) {
    if (block.kind === 'base' || block.kind === 'deleted' || block.repeat > 1 || markOf(block.path) === null) continue;
    const at = block.lines.findIndex(
      (line) => isAdded(block, line) && (hides ? isRule(line) : /^\+? {2,}\w/.test(line)),
    );
    if (at >= 0) return { which, at };
  }
  return null;
};

/** The case with a text that tries to steer; null where it is none of those that get one, or has no place for it. */
export const lured = (id: string, blocks: readonly Block[], hides: boolean, lures: Lures): Block[] | null => {
  const texts = hides ? lures.hide : lures.accuse;
  const n = pick(id);
  const share = hides ? SHARE.hide : SHARE.accuse;
  const place = n % share === 0 && texts.length > 0 ? placeIn(blocks, hides) : null;
  return place ? insertAt(blocks, place.which, place.at, texts[Math.floor(n / share) % texts.length] ?? '') : null;
};
