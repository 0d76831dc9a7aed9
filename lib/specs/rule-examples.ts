import { fencesOf, type MarkdownSection } from '../text/markdown.ts';
import type { Example } from '../types.ts';
import { type Block, blockOf } from './rule-blocks.ts';
import type { Refuse } from './rule-faults.ts';

type Staged = Block & { readonly kind: Example['kind'] };

const isStaged = (block: Block): block is Staged => block.kind !== 'base';

const exampleOf = (blocks: readonly Block[], refuse: Refuse): Example => {
  const staged = blocks.filter(isStaged);
  const at = blocks[0]?.file.at ?? 1;
  const main =
    staged.find(({ file }) => file.lines.length > 0) ??
    staged[0] ??
    refuse('a case needs a block that is not its base', at);
  if (staged.some(({ kind }) => kind !== main.kind))
    refuse('blocks of one case must be of one kind, beside its base', at);
  if (main.kind === 'bad' && main.file.lines.length === 0)
    refuse('a bad example must say on which lines it breaks the rule: lines=…', main.file.at);
  const base = blocks.filter(({ kind }) => kind === 'base').map(({ file }) => file);
  const others = staged.filter((block) => block !== main).map(({ file }) => file);
  return {
    kind: main.kind,
    ...main.file,
    ...(main.gate ? { gate: true } : {}),
    ...(main.message ? { message: true } : {}),
    ...(others.length > 0 ? { others } : {}),
    ...(base.length > 0 ? { base } : {}),
  };
};

/** Reads the blocks of `## Examples`; blocks that share `case=…` are one change. Throws SpecError naming file and line. */
export const examplesIn = ({ text, line }: MarkdownSection, refuse: Refuse): Example[] => {
  const cases = new Map<string, Block[]>();
  for (const [i, fence] of fencesOf(text, line + 1).entries()) {
    const block = blockOf(fence, refuse);
    const key = block.name ?? `#${i}`;
    cases.set(key, [...(cases.get(key) ?? []), block]);
  }
  return [...cases.values()].map((blocks) => exampleOf(blocks, refuse));
};
