import type { RawRecord, Review } from '../types.ts';
import { classify } from './classify.ts';

/** What a tool wrote, by its name or its first lines, as the pipeline tells it. */
const MADE: ReadonlySet<Review> = new Set<Review>(['generated', 'minified', 'source-map', 'lock-file', 'long-line']);

/** Folders of built or other people's code. */
const TAKEN_OVER = /(?:^|\/)(?:dist|vendor|third_party|bower_components)\//;

const NEW = { status: 'A', oldMode: '000000', newMode: '100644', oldId: '', newId: 'new' } as const;

/**
 * Whether a file was made by a tool or taken over from others rather than written here. Rules about how code is written
 * leave it alone; rules of security do not, or a name would be enough to hide from them.
 */
export const isMade = (path: string, text: string, longest: number): boolean => {
  const record: RawRecord = { ...NEW, path };
  const side = { size: text.length, lines: 1, longest, binary: false, head: text.slice(0, 8000) };
  return TAKEN_OVER.test(path) || MADE.has(classify(record, side));
};
