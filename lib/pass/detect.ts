import { compileSafely } from '../text/pattern.ts';

export { runChecks } from './detect-change.ts';
export { detectFile } from './detect-file.ts';
export type { DetectInput } from './detect-finds.ts';
export { largeScanner } from './detect-large.ts';
export { type Detectors, prepareDetectors } from './detect-prepare.ts';

/** A rule's pattern as a test of one line, for filters outside the detectors (`exempt`). Throws what the engine throws. */
export const compilePattern = (source: string): ((line: string) => boolean) => {
  const pattern = compileSafely(source);
  return (line) => pattern.test(line);
};
