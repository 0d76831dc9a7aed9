import { blocksByBrackets } from './detect-brackets.ts';
import { blocksByIndentation } from './detect-indents.ts';

/** What a block of code is to the detectors. */
export type BlockKind = 'loop' | 'catch' | 'function' | 'other';

/** A block, by the offsets of its body; `parent` is the index of the block around it, or -1. Blocks are listed by start. */
export interface Block {
  readonly kind: BlockKind;
  readonly start: number;
  readonly end: number;
  readonly parent: number;
}

export interface Blocks {
  /** True where the place stands in such a block of the same function. */
  within(offset: number, kind: 'loop' | 'catch'): boolean;
}

const lastStartedBefore = (blocks: readonly Block[], offset: number): number => {
  let low = -1;
  let high = blocks.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((blocks[middle]?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
};

/** Blocks around a place, innermost first. */
function* around(blocks: readonly Block[], offset: number): Generator<Block> {
  for (let block = blocks[lastStartedBefore(blocks, offset)]; block; block = blocks[block.parent])
    if (block.end > offset) yield block;
}

/** Finds the blocks of masked code; `starts` are the offsets of its lines. */
export const blocksOf = (code: string, language: string | null, starts: readonly number[]): Blocks => {
  const blocks = language === 'py' ? blocksByIndentation(code, starts) : blocksByBrackets(code);
  const within = (offset: number, kind: 'loop' | 'catch'): boolean => {
    for (const block of around(blocks, offset)) {
      if (block.kind === kind) return true;
      if (block.kind === 'function') return false;
    }
    return false;
  };
  return { within };
};
