import { quoteAlways } from './shell.ts';

/** The lines that lgtm adds to a hook file which belongs to somebody else. Text is latin1: one character a byte. */

const BEGIN = '# >>> lgtm-hook >>>';
const END = '# <<< lgtm-hook <<<';
const MADE_FILE = ' (made this file)';
const ADDED_LINE_FEED = ' (added a line feed)';
const BLOCK = new RegExp(`^${BEGIN}[^\\n]*\\n(?:(?!${BEGIN})[^\\n]*\\n)*?${END}(?:\\r?\\n|$)`, 'm');

export const hasBlock = (text: string): boolean => text.includes(BEGIN);

export interface BlockValues {
  /** The package's script for the stage: relative to the top level, or absolute. */
  readonly hook: string;
  /** Absolute path of node, or empty where the file is shared with other machines. */
  readonly node: string;
}

/** The block, from its shipped text. */
export const renderBlock = (template: string, values: BlockValues): string => {
  const filled = template
    .replace("lgtm_hook=''", () => `lgtm_hook=${quoteAlways(values.hook)}`)
    .replace("lgtm_node=''", () => `lgtm_node=${quoteAlways(values.node)}`);
  return Buffer.from(filled, 'utf8').toString('latin1');
};

const note = (block: string, remark: string): string => block.replace('\n', `${remark}\n`);

/** Adds the block after the last line. */
export const appendBlock = (text: string, block: string): string =>
  text === '' || text.endsWith('\n') ? text + block : `${text}\n${note(block, ADDED_LINE_FEED)}`;

/** Adds the block before the first line, but after a `#!` line. */
export const prependBlock = (text: string, block: string): string => {
  const shebang = /^#!.*(?:\n|$)/.exec(text)?.[0] ?? '';
  const rest = text.slice(shebang.length);
  return shebang === '' || shebang.endsWith('\n')
    ? shebang + block + rest
    : `${shebang}\n${note(block, ADDED_LINE_FEED)}`;
};

/** A new file that holds nothing but what has to stand there, `head`, and the block. */
export const newBlockFile = (head: string, block: string): string => head + note(block, MADE_FILE);

/** The block that stands in a file, as it was written; null where there is none or its end is missing. */
export const findBlock = (text: string): string | null => BLOCK.exec(text)?.[0] ?? null;

/** The block alone, without remarks on where it stands: to compare it with a fresh one. */
export const plainBlock = (block: string): string => block.replace(MADE_FILE, '').replace(ADDED_LINE_FEED, '');

/**
 * The file without the block, byte for byte as it was before; null where the file was made for the block and holds
 * nothing else than one of `heads`.
 */
export const removeBlock = (text: string, heads: readonly string[]): string | null => {
  const found = BLOCK.exec(text);
  if (!found) return text;
  const before = text.slice(0, found.index);
  const after = text.slice(found.index + found[0].length);
  const [first = ''] = found[0].split('\n');
  const rest = (first.endsWith(ADDED_LINE_FEED) ? before.slice(0, -1) : before) + after;
  return first.endsWith(MADE_FILE) && heads.includes(rest) ? null : rest;
};
