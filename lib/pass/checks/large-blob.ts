import type { StagedFile } from '../../types.ts';
import type { Change, ChangeFound } from './kinds.ts';

/** Bytes from which a file weighs on every clone for ever: git keeps each version whole, and binary ones hardly shrink. */
const LIMIT = { binary: 512 * 1024, text: 2 * 1024 * 1024 } as const;

/** How many times as large as before a file may become that was large already: whoever keeps such a file has decided. */
const GROWTH = 2;

const isNewContent = ({ status, kind, oldId, newId }: StagedFile): boolean =>
  kind === 'file' && status !== 'D' && oldId !== newId;

const sizeOf = (bytes: number): string =>
  bytes >= 1024 * 1024 ? `${(bytes / 1024 / 1024).toFixed(1)} MiB` : `${Math.round(bytes / 1024)} KiB`;

const limitOf = ({ binary }: StagedFile): number => (binary ? LIMIT.binary : LIMIT.text);

const isLarge = (file: StagedFile): boolean => file.review !== 'lock-file' && (file.size ?? 0) > limitOf(file);

/** Finds staged contents that are too heavy for a repository; a new version of what was as heavy before is none. */
export const largeBlob = async ({ files, extras }: Change): Promise<ChangeFound[]> => {
  const large = files.filter((file) => isNewContent(file) && isLarge(file));
  if (large.length === 0) return [];
  const known = (await extras.sizes?.(large.map(({ oldId }) => oldId))) ?? new Map<string, number>();
  const wasLarge = (file: StagedFile): boolean => {
    const before = known.get(file.oldId) ?? 0;
    return before > limitOf(file) && (file.size ?? 0) <= before * GROWTH;
  };
  return large
    .filter((file) => !wasLarge(file))
    .map(({ path, size, binary }) => ({
      path,
      line: 1,
      quote: path,
      note: `${binary ? 'binary, ' : ''}${sizeOf(size ?? 0)}`,
    }));
};
