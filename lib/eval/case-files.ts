import type { Block } from './case-blocks.ts';
import { changedFile, type Made, type Placed, wholeFile } from './case-made.ts';
import type { Blob, Label } from './types.ts';

/** Both sides of a change, and what its marks say. */
export interface Sides {
  readonly base: readonly Blob[];
  readonly staged: readonly Blob[];
  readonly labels: readonly Label[];
  readonly neutral: readonly Label[];
  readonly added: number;
}

const labelsOf = (placed: readonly Placed[]): { labels: Label[]; neutral: Label[] } => {
  const groups = new Map<string, Placed[]>();
  for (const [i, one] of placed.entries()) {
    const { name, group, neutral } = one.mark;
    // What has no slash is an operator's word, not a rule.
    if (!name.includes('/')) continue;
    const key = [name, one.path, neutral, group ?? `#${i}`].join(' ');
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const label = ([first, ...rest]: readonly Placed[]): Label => ({
    rule: first?.mark.name ?? '',
    path: first?.path ?? '',
    lines: [first, ...rest].map((one) => one?.line ?? 0),
  });
  const sorted = [...groups.values()];
  return {
    labels: sorted.filter(([one]) => !one?.mark.neutral).map(label),
    neutral: sorted.filter(([one]) => one?.mark.neutral).map(label),
  };
};

const baseOf = (blocks: readonly Block[], project: readonly Blob[]): Map<string, Blob> | string => {
  const base = new Map(project.map((blob) => [blob.path, blob]));
  for (const block of blocks.filter(({ kind }) => kind === 'base')) {
    const made = wholeFile(block);
    if (typeof made === 'string') return made;
    if (made.marks.length > 0)
      return `${block.path}: the label ${made.marks[0]?.mark.name} stands outside the patch, in HEAD`;
    base.set(block.path, made.blob);
  }
  return base;
};

type Files = Map<string, Blob>;

/** Does to the staged files what one block says; null where it deletes one, a message where that cannot be done. */
const stageBlock = (block: Block, base: Files, staged: Files): Made | null | string => {
  if (block.kind === 'deleted')
    return staged.delete(block.path) ? null : `it deletes ${block.path}, which HEAD does not hold`;
  const made = block.kind === 'new' ? wholeFile(block) : changedFile(block, base.get(block.from));
  if (typeof made === 'string') return made;
  if (block.from !== block.path) staged.delete(block.from);
  staged.set(block.path, made.blob);
  return made;
};

/** Builds both sides of a change from the blocks of a case on top of a project; a message where they do not fit together. */
export const sidesOf = (blocks: readonly Block[], project: readonly Blob[]): Sides | string => {
  const base = baseOf(blocks, project);
  if (typeof base === 'string') return base;
  const staged = new Map(base);
  const marks: Placed[] = [];
  let added = 0;
  for (const block of blocks.filter(({ kind }) => kind !== 'base')) {
    const made = stageBlock(block, base, staged);
    if (typeof made === 'string') return made;
    marks.push(...(made?.marks ?? []));
    added += made?.added ?? 0;
  }
  return { base: [...base.values()], staged: [...staged.values()], ...labelsOf(marks), added };
};
