import { fencesOf, parseInfo } from '../text/markdown.ts';
import { plant } from './plants.ts';

/** One fenced block of a case: a file that HEAD holds, a new one, a change of one, or one that goes. */
export interface Block {
  readonly kind: 'base' | 'new' | 'diff' | 'deleted';
  readonly path: string;
  /** Where a changed file stood before. */
  readonly from: string;
  readonly mode: string | null;
  readonly crlf: boolean;
  readonly repeat: number;
  /** Bytes that the file is filled up to. */
  readonly size: number;
  readonly lines: readonly string[];
  /** Line of the case on which the block begins. */
  readonly at: number;
}

const WORDS = ['base', 'new', 'deleted', 'crlf'];
const VALUES = ['file', 'from', 'mode', 'repeat', 'size'];

const kindOf = (language: string, words: readonly string[]): Block['kind'] | null => {
  if (language === 'diff') return words.includes('new') || words.includes('base') ? null : 'diff';
  const kinds = (['base', 'new', 'deleted'] as const).filter((kind) => words.includes(kind));
  return kinds.length === 1 ? (kinds[0] ?? null) : null;
};

const unknownIn = (words: readonly string[], values: ReadonlyMap<string, string>): string | undefined =>
  words.find((word) => !WORDS.includes(word)) ?? [...values.keys()].find((key) => !VALUES.includes(key));

const blockOf = ({ info, line, text, closed }: ReturnType<typeof fencesOf>[number]): Block | string => {
  const { language, words, values } = parseInfo(info);
  const unknown = unknownIn(words, values);
  if (unknown !== undefined) return `unknown mark "${unknown}"`;
  const kind = kindOf(language, words);
  const path = values.get('file');
  const body = plant(text);
  if (!kind || !path) return 'a block is a diff, or marked base, new or deleted, and names its file=';
  if (body === null) return 'an unknown plant';
  if (!closed) return 'this block is never closed';
  return {
    kind,
    path,
    from: values.get('from') ?? path,
    mode: values.get('mode') ?? null,
    crlf: words.includes('crlf'),
    repeat: Number(values.get('repeat') ?? 1),
    size: Number(values.get('size') ?? 0),
    lines: body === '' ? [] : body.split('\n'),
    at: line,
  };
};

/** Reads the blocks of a case whose text begins on line `first` of its file; a message where one cannot be read. */
export const blocksIn = (text: string, first: number): Block[] | string => {
  const blocks: Block[] = [];
  for (const fence of fencesOf(text, first)) {
    const block = blockOf(fence);
    if (typeof block === 'string') return `line ${fence.line}: ${block}`;
    blocks.push(block);
  }
  return blocks.length > 0 ? blocks : 'it has no block';
};
