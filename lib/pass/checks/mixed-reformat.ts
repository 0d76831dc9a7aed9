import type { Line, StagedFile } from '../../types.ts';
import type { Change, ChangeFound } from './kinds.ts';
import { isCode } from './source-files.ts';

/** Fewer added lines are read at a glance; and so many of them must be the same code in a new form. */
const LEAST = { added: 20, reformatted: 0.5, real: 3 } as const;

/** A line without what formatters change. */
const bare = ({ text }: Line): string => text.replace(/[\s;,'"`()]/g, '');

/** The added lines that are no mere reformatting of a removed one; null where the file is not a mixture. */
const realLines = ({ addedLines, removedLines }: StagedFile): readonly Line[] | null => {
  const added = addedLines.filter((line) => bare(line) !== '');
  if (added.length < LEAST.added) return null;
  const removed = new Set(removedLines.map(bare));
  const exact = new Set(removedLines.map(({ text }) => text));
  const real = added.filter((line) => !removed.has(bare(line)));
  const reformatted = added.filter((line) => removed.has(bare(line)) && !exact.has(line.text));
  return reformatted.length >= added.length * LEAST.reformatted && real.length >= LEAST.real ? real : null;
};

/** Finds code in which a few real changes are hidden among many reformatted lines; reported on the first real one. */
export const mixedReformat = ({ files }: Change): ChangeFound[] =>
  files.flatMap((file) => {
    const [first, ...others] = (isCode(file) && realLines(file)) || [];
    return first
      ? [{ path: file.path, line: first.line, quote: first.text, note: `${others.length + 1} real changes` }]
      : [];
  });
