import type { Block, BlockKind } from './detect-blocks.ts';

const FUNCTION = /(?:=>|\b(?:function|func|fn|fun|def|sub)\b[^{}]{0,200})\s*$/;
const LOOP = /(?:^|[\s;)])(?:for|while|do|loop|foreach|until)\b/;
const CATCH = /(?:^|[\s;)])(?:catch|rescue|except)\b/;
const CONTROL = /(?:^|[\s;)])(?:if|else|switch|match|select|try|finally|with|using|lock|synchronized|unsafe)\b/;
const METHOD = /\)\s*(?:(?::|->|throws\b)[^{}();]{1,120}|const|override|noexcept)?\s*$/;

/** What a curly bracket opens, by the statement before it. */
const kindOf = (header: string): BlockKind => {
  if (FUNCTION.test(header)) return 'function';
  if (LOOP.test(header)) return 'loop';
  if (CATCH.test(header)) return 'catch';
  return !CONTROL.test(header) && METHOD.test(header) ? 'function' : 'other';
};

/** Characters before an opening bracket that are looked at to tell what it opens. */
const HEADER = 300;

interface Open {
  readonly block: number;
  /** Round brackets that were open around the block. */
  readonly depth: number;
  /** A loop whose body is one statement without brackets. */
  readonly bare: boolean;
}

interface Walk {
  readonly code: string;
  readonly blocks: { -readonly [K in keyof Block]: Block[K] }[];
  readonly open: Open[];
  /** Where the current statement starts, and how many round brackets are open in it. */
  statement: number;
  depth: number;
}

const push = (walk: Walk, kind: BlockKind, start: number, bare: boolean): void => {
  walk.blocks.push({ kind, start, parent: walk.open.at(-1)?.block ?? -1, end: walk.code.length });
  walk.open.push({ block: walk.blocks.length - 1, depth: walk.depth, bare });
  walk.depth = 0;
  walk.statement = start;
};

const pop = (walk: Walk, end: number): void => {
  const top = walk.open.pop();
  const block = top && walk.blocks[top.block];
  if (!top || !block) return;
  block.end = end;
  walk.depth = top.depth;
};

const popBare = (walk: Walk, end: number): void => {
  while (walk.open.at(-1)?.bare) pop(walk, end);
};

const headerBefore = ({ code, statement }: Walk, at: number): string =>
  code.slice(Math.max(statement, at - HEADER), at);

const LOOP_HEAD = /^\s*(?:\}?\s*else\s+)?(?:for|while)\b[^{}]*$/;

const STEPS: Readonly<Record<string, (walk: Walk, at: number) => void>> = {
  '{': (walk, at) => push(walk, kindOf(headerBefore(walk, at)), at + 1, false),
  '}': (walk, at) => {
    popBare(walk, at);
    pop(walk, at);
    popBare(walk, at);
    walk.statement = at + 1;
  },
  '(': (walk) => {
    walk.depth++;
  },
  ')': (walk, at) => {
    walk.depth = Math.max(0, walk.depth - 1);
    if (walk.depth > 0 || !LOOP_HEAD.test(headerBefore(walk, at))) return;
    if (!/^\s*[{;]/.test(walk.code.slice(at + 1, at + 200))) push(walk, 'loop', at + 1, true);
  },
  ';': (walk, at) => {
    if (walk.depth > 0) return;
    popBare(walk, at);
    walk.statement = at + 1;
  },
  '\n': (walk, at) => {
    const top = walk.open.at(-1);
    if (!top?.bare || walk.depth > 0) return;
    if (walk.code.slice(walk.blocks[top.block]?.start ?? at, at).trim() !== '') popBare(walk, at);
  },
};

/** Blocks of a language that writes them in curly brackets, and loops over one bare statement. */
export const blocksByBrackets = (code: string): Block[] => {
  const walk: Walk = { code, blocks: [], open: [], statement: 0, depth: 0 };
  const marks = /[{}();\n]/g;
  for (let mark = marks.exec(code); mark; mark = marks.exec(code)) STEPS[mark[0]]?.(walk, mark.index);
  return walk.blocks;
};
