import { isTestPath } from '../../text/language.ts';
import type { StagedFile } from '../../types.ts';

const CODE = new Set('js ts tsx vue py go rs java kt swift cs c cpp rb php dart scala ex sol'.split(' '));

/** Code that a person wrote, tests among it; nothing generated or merged in. */
export const isCode = (file: StagedFile): boolean => CODE.has(file.language ?? '') && file.review === 'yes';

/** Code that a person wrote and that runs in production: no tests and no declarations either. */
export const isSource = (file: StagedFile): boolean =>
  isCode(file) && file.status !== 'D' && !isTestPath(file.path) && !/\.d\.[cm]?ts$|\.pyi$/.test(file.path);

/** The file that adds the most lines, if any. */
export const largest = (files: readonly StagedFile[]): StagedFile | undefined =>
  [...files].sort((a, b) => b.addedLines.length - a.addedLines.length)[0];
