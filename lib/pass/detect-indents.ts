import type { Block, BlockKind } from './detect-blocks.ts';

const HEADS: readonly (readonly [RegExp, BlockKind])[] = [
  [/^(?:async\s+)?for\b|^while\b/, 'loop'],
  [/^except\b/, 'catch'],
  [/^(?:async\s+)?def\b|^class\b/, 'function'],
  [/^(?:if|elif|else|try|finally|with|async\s+with|match|case)\b/, 'other'],
];

interface Statement {
  readonly start: number;
  readonly indent: number;
  readonly text: string;
  readonly line: string;
}

const statementsOf = (code: string, starts: readonly number[]): Statement[] =>
  starts.flatMap((start, i) => {
    const line = code.slice(start, starts[i + 1] ?? code.length);
    const text = line.trimStart();
    return text === '' ? [] : [{ start, indent: line.length - text.length, text, line }];
  });

/** Blocks of a language that writes them by indentation; a body begins behind the colon of its head. */
export const blocksByIndentation = (code: string, starts: readonly number[]): Block[] => {
  const blocks: { -readonly [K in keyof Block]: Block[K] }[] = [];
  const open: { block: number; indent: number }[] = [];
  const closeFrom = (indent: number, end: number): void => {
    while ((open.at(-1)?.indent ?? -1) >= indent) {
      const block = blocks[open.pop()?.block ?? -1];
      if (block) block.end = end;
    }
  };
  for (const { start, indent, text, line } of statementsOf(code, starts)) {
    closeFrom(indent, start);
    const kind = HEADS.find(([head]) => head.test(text))?.[1];
    if (!kind) continue;
    const colon = line.lastIndexOf(':');
    const body = start + (colon === -1 ? line.length : colon);
    blocks.push({ kind, start: body, parent: open.at(-1)?.block ?? -1, end: code.length });
    open.push({ block: blocks.length - 1, indent });
  }
  return blocks;
};
