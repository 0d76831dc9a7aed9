import { messageOf } from '../errors.ts';
import { readFrontmatter } from '../text/frontmatter.ts';
import { type Block, blocksIn } from './case-blocks.ts';
import { sidesOf } from './case-files.ts';
import { type Lures, lured } from './case-lure.ts';
import { type CaseHead, readHead } from './case-schema.ts';
import { type Filler, padded, withNames } from './case-vary.ts';
import type { Blob, Case, Label, Split } from './types.ts';

/** Where a case is read from, and what it may be built on. */
export interface Source {
  readonly id: string;
  readonly template: string;
  readonly split: Split;
  readonly file: string;
  readonly text: string;
}

export interface Materials {
  /** The files of a project; null where there is none of that name. */
  readonly app: (name: string) => readonly Blob[] | null;
  readonly filler: Filler;
  readonly lures: Lures;
}

/** What HEAD holds where a case names no project. */
const BARE: readonly Blob[] = [{ path: 'README.md', content: Buffer.from('# Example\n'), mode: '100644' }];

const declared = ({ labels }: CaseHead): Label[] =>
  labels.map(({ rule, path, line }) => ({ rule, path, lines: line === 'any' ? null : [line] }));

/** The first label that names a file which the change does not touch. */
const outside = (labels: readonly Label[], blocks: readonly Block[]): Label | undefined =>
  labels.find(
    ({ path }) => !blocks.some((block) => block.kind !== 'base' && (block.path === path || block.from === path)),
  );

const build = (source: Source, head: CaseHead, blocks: readonly Block[], project: readonly Blob[]) => {
  const labels = declared(head);
  const stray = outside(labels, blocks);
  if (stray) return `the label ${stray.rule} stands outside the patch, in ${stray.path}`;
  const sides = sidesOf(blocks, project);
  if (typeof sides === 'string') return sides;
  const { id, template, split, file } = source;
  return {
    ...{ id, template, split, file, stratum: head.stratum, allowed: head.allowed },
    ...sides,
    labels: [...sides.labels, ...labels],
  };
};

interface Variant {
  readonly suffix: string;
  readonly blocks: readonly Block[];
  readonly over: Partial<Case> & Pick<Case, 'made'>;
}

/** Other detectors may well notice a text that speaks to the reviewer. */
const OF_LURES = ['git/reviewer-directed-text'];

const variantsOf = (id: string, head: CaseHead, blocks: readonly Block[], lures: Lures): Variant[] => {
  const own: Variant[] = [{ suffix: '', blocks, over: { made: 'written' } }];
  const named = head.vary.map(
    (names, i): Variant => ({ suffix: `~${i + 1}`, blocks: withNames(blocks, names), over: { made: 'varied' } }),
  );
  const steered = lured(id, blocks, head.stratum !== 'D', lures);
  const over = { made: 'varied', stratum: 'F', twin: id, allowed: [...head.allowed, ...OF_LURES] } as const;
  return [...own, ...named, ...(steered ? [{ suffix: '~lured', blocks: steered, over }] : [])];
};

const readParts = (source: Source): { head: CaseHead; blocks: Block[] } | string => {
  const { data, body, bodyLine } = readFrontmatter(source.text, source.file);
  const head = readHead(data);
  if (typeof head === 'string') return head;
  const blocks = blocksIn(body, bodyLine);
  return typeof blocks === 'string' ? blocks : { head, blocks };
};

const appOf = ({ app }: CaseHead, blocks: readonly Block[]): Pick<Case, 'app' | 'plain'> =>
  app === undefined ? {} : { app, plain: blocks.every(({ kind }) => kind !== 'base') };

const casesFrom = (source: Source, { app, filler, lures }: Materials): Case[] | string => {
  const parts = readParts(source);
  if (typeof parts === 'string') return parts;
  const project = parts.head.app === undefined ? BARE : app(parts.head.app);
  if (!project) return `there is no project "${parts.head.app}"`;
  const blocks = padded(parts.blocks, parts.head.pad, filler);
  if (typeof blocks === 'string') return blocks;
  const cases: Case[] = [];
  for (const { suffix, blocks: own, over } of variantsOf(source.id, parts.head, blocks, lures)) {
    const built = build(source, parts.head, own, project);
    if (typeof built === 'string') return built;
    cases.push({ ...built, ...appOf(parts.head, own), id: source.id + suffix, ...over });
  }
  return cases;
};

/** Reads a case and what operators make of it; a message, with its file, where it cannot be used. */
export const readCase = (source: Source, materials: Materials): Case[] | string => {
  try {
    return casesFrom(source, materials);
  } catch (error) {
    return messageOf(error);
  }
};
