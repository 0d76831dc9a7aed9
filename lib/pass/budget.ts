import type { HunkLine, Message } from '../types.ts';
import { type Chunk, chunkOf } from './chunks.ts';
import { split } from './pieces.ts';

/** What fits into the window of a model, and how a chunk that does not is packed smaller. Nothing is ever cut off. */

/** Tokens that a chat template spends on one message, and a margin over the estimate. */
const PER_MESSAGE = 8;
const MARGIN = 1.1;

/** Tokens of a question on the safe side, from the bytes that a token of this model stands for. */
export const messageTokens = (messages: readonly Message[], bytesPerToken: number): number =>
  messages.reduce(
    (sum, { content }) => sum + PER_MESSAGE + Math.ceil((Buffer.byteLength(content) / bytesPerToken) * MARGIN),
    0,
  );

/** Context lines that stay on each side of a change that must be packed smaller. */
const CLOSE = 3;

const isClose = (view: readonly HunkLine[], at: number): boolean =>
  view.slice(Math.max(0, at - CLOSE), at + CLOSE + 1).some(({ kind }) => kind !== 'context');

/** The chunk with only the nearest context, null where it has no other. */
const narrowed = (chunk: Chunk): Chunk | null => {
  const view = chunk.view.filter(({ kind }, i) => kind !== 'context' || isClose(chunk.view, i));
  return view.length < chunk.view.length ? chunkOf(chunk, view) : null;
};

const halved = (chunk: Chunk): Chunk[] =>
  split(chunk.view, Math.ceil(chunk.tags.size / 2))
    .filter((lines) => lines.some(({ kind }) => kind === 'add'))
    .map((lines) => chunkOf(chunk, lines));

const onlyAdded = (chunk: Chunk): Chunk | null => {
  const view = chunk.view.filter(({ kind }) => kind === 'add');
  return view.length < chunk.view.length ? chunkOf(chunk, view) : null;
};

/** A chunk packed smaller by one step: less context, then halves, then a line without context; null where nothing is left to take. */
export const smaller = (chunk: Chunk): Chunk[] | null => {
  const narrow = narrowed(chunk);
  if (narrow) return [narrow];
  if (chunk.tags.size > 1) return halved(chunk);
  const bare = onlyAdded(chunk);
  return bare ? [bare] : null;
};

/** The parts of a chunk that fit, and those that do not fit however small they are packed. */
export interface Packed {
  readonly fitting: readonly Chunk[];
  readonly unfit: readonly Chunk[];
}

/** Packs a chunk until each part fits; `fits` tells whether the question about it does. */
export const packed = (chunk: Chunk, fits: (chunk: Chunk) => boolean): Packed => {
  if (fits(chunk)) return { fitting: [chunk], unfit: [] };
  const parts = smaller(chunk);
  if (!parts) return { fitting: [], unfit: [chunk] };
  const inner = parts.map((part) => packed(part, fits));
  return { fitting: inner.flatMap(({ fitting }) => fitting), unfit: inner.flatMap(({ unfit }) => unfit) };
};
