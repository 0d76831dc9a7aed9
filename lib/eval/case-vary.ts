import type { Block } from './case-blocks.ts';
import { takeMarks } from './marks.ts';

/** Operators that make further cases out of one: other names, filler around a place, and the bare twin of a lure. */

const WORD = /[A-Za-z_$][\w$]*/g;

const renamed = (line: string, names: Readonly<Record<string, string>>): string =>
  line.replace(WORD, (word) => (Object.hasOwn(names, word) ? (names[word] ?? word) : word));

/** Marks are not renamed, nor is what a change shows of the old text. */
const rename = (line: string, names: Readonly<Record<string, string>>): string => {
  const { text } = takeMarks(line);
  return renamed(text, names) + line.slice(text.length);
};

/** The blocks under other names. */
export const withNames = (blocks: readonly Block[], names: Readonly<Record<string, string>>): Block[] =>
  blocks.map((block) => ({
    ...block,
    lines: block.lines.map((line) => (block.kind === 'diff' && !line.startsWith('+') ? line : rename(line, names))),
  }));

const has = (line: string, name: string): boolean => takeMarks(line).marks.some((mark) => mark.name === name);

/** Filler of at least `lines` lines for a path: functions that break no rule. `index` keeps their names apart. */
export type Filler = (path: string, lines: number, index: number) => readonly string[] | null;

/** The blocks with filler in the places of `⟦pad⟧`; a message where there is none for a language, or the sizes do not fit. */
export const padded = (blocks: readonly Block[], sizes: readonly number[], filler: Filler): Block[] | string => {
  let used = 0;
  const fill = ({ path, kind }: Block, line: string): readonly string[] | null => {
    if (!has(line, 'pad')) return [line];
    const lines = filler(path, sizes[used] ?? 0, used++);
    return kind === 'diff' ? (lines?.map((one) => `+${one}`) ?? null) : lines;
  };
  const filled = blocks.map((block) => ({ block, lines: block.lines.map((line) => fill(block, line)) }));
  if (used !== sizes.length) return `it has ${used} places to pad and ${sizes.length} sizes`;
  const bare = filled.find(({ lines }) => lines.includes(null));
  if (bare) return `there is no filler for ${bare.block.path}`;
  return filled.map(({ block, lines }) => ({ ...block, lines: lines.flatMap((line) => line ?? []) }));
};
