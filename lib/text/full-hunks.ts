import type { Hunk, HunkLine } from '../types.ts';
import { type FullLines, MINUS, PLUS } from './full-lines.ts';

/** Unchanged lines around a change, as in git's `-U3`. */
const CONTEXT = 3;

const LF = 0x0a;

/** Changed lines that share a hunk: git joins hunks whose context would touch. */
const groupsOf = (changed: readonly number[]): number[][] => {
  const groups: number[][] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const index of changed) {
    if (index - last - 1 > 2 * CONTEXT) groups.push([]);
    groups.at(-1)?.push(index);
    last = index;
  }
  return groups;
};

/**
 * The hunks of a file out of a patch with full context: what git prints with three lines of context. An empty side of a hunk
 * starts at line 0.
 */
export const hunksIn = (bytes: Buffer, { starts, changed }: FullLines): Hunk[] => {
  let [added, removed] = [0, 0];

  const lineAt = (index: number): HunkLine => {
    const start = starts[index] ?? 0;
    const text = bytes.toString('utf8', start + 1, bytes.indexOf(LF, start));
    const [inOld, inNew] = [index - added + 1, index - removed + 1];
    if (bytes[start] === PLUS) {
      added++;
      return { kind: 'add', line: inNew, text };
    }
    if (bytes[start] !== MINUS) return { kind: 'context', line: inNew, text };
    removed++;
    return { kind: 'del', line: inOld, text };
  };

  return groupsOf(changed).map((group) => {
    const first = Math.max(0, (group[0] ?? 0) - CONTEXT);
    const end = Math.min(starts.length, (group.at(-1) ?? 0) + CONTEXT + 1);
    const [oldStart, newStart] = [first - added, first - removed];
    const lines: HunkLine[] = [];
    for (let index = first; index < end; index++) lines.push(lineAt(index));
    const hasOld = lines.some(({ kind }) => kind !== 'add');
    const hasNew = lines.some(({ kind }) => kind !== 'del');
    return { oldStart: oldStart + Number(hasOld), newStart: newStart + Number(hasNew), lines };
  });
};
