import { isTestPath } from '../../text/language.ts';
import type { StagedFile } from '../../types.ts';
import type { Change, ChangeFound } from './kinds.ts';
import { isSource, largest } from './source-files.ts';

/** New lines of code in one file below which a missing test is no surprise. */
const LEAST = 15;

const NO_CODE =
  /^\s*(?:$|\/\/|#|\*|\/\*|import\b|from\s|package\s|use\s|using\s|export\s+(?:\*|type|interface)|[{}()[\];,]+\s*$)/;

const codeLines = ({ addedLines }: StagedFile): number => addedLines.filter(({ text }) => !NO_CODE.test(text)).length;

/** Finds changes with a good deal of new code and no test; reported on the file that adds most. */
export const codeWithoutTest = ({ files }: Change): ChangeFound[] => {
  if (files.some(({ path }) => isTestPath(path))) return [];
  const grown = files.filter((file) => isSource(file) && codeLines(file) >= LEAST);
  const first = largest(grown);
  return first
    ? [
        {
          path: first.path,
          line: first.addedLines[0]?.line ?? 1,
          note: `${codeLines(first)} new lines of code, no test`,
        },
      ]
    : [];
};
