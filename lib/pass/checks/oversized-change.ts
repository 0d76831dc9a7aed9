import type { Change, ChangeFound } from './kinds.ts';
import { isSource, largest } from './source-files.ts';

/** Reviewers find less in larger changes: few defects beyond 400 lines (SmartBear/Cisco, 2006), for models even fewer. */
const LIMIT = 400;

/** Finds changes that add more code than one can review at once; reported on the file that adds most. */
export const oversizedChange = ({ files }: Change): ChangeFound[] => {
  const source = files.filter(isSource);
  const lines = source.reduce((sum, { added }) => sum + (added ?? 0), 0);
  const first = largest(source);
  if (lines <= LIMIT || !first) return [];
  const names = source.length === 1 ? '1 file' : `${source.length} files`;
  return [{ path: first.path, line: first.addedLines[0]?.line ?? 1, note: `${lines} added lines of code in ${names}` }];
};
