import type { StagedFile } from '../types.ts';

/**
 * What is held for later stages, in bytes as they weigh in memory: of files that the model is shown or that are reported,
 * and of others, whose lines checks over the whole change look at. What lies beyond was still scanned.
 */
const HELD = { shown: 8_000_000, lines: 12_000_000, files: 1000 } as const;

/** Bytes of a line beside its text: the line and its place in a list. */
const LINE = 64;

const NONE: readonly never[] = [];

const weight = (file: StagedFile): number =>
  (file.text?.length ?? 0) +
  LINE * (file.addedLines.length + file.removedLines.length) +
  LINE * file.hunks.reduce((sum, { lines }) => sum + lines.length, 0);

/** Holds files while there is room, and lets go of what no later stage can use. */
export const makeShelf = () => {
  const left = { ...HELD } as Record<keyof typeof HELD, number>;
  const room = (): boolean => left.shown > 0 && left.files > 0;

  const lines = (file: StagedFile): StagedFile => {
    left.lines -= weight(file);
    const bare = { ...file, text: null, hunks: NONE };
    return left.lines > 0 ? bare : { ...bare, addedLines: NONE, removedLines: NONE };
  };

  const put = (file: StagedFile, reported: boolean): StagedFile => {
    const shown = file.review === 'yes';
    if (!shown && !reported) return lines(file);
    if (!room()) return lines(shown ? { ...file, review: 'too-large' } : file);
    left.shown -= weight(file);
    left.files--;
    return file;
  };

  return { room, put };
};
