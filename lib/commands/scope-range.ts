import { openGit } from '../git/repo.ts';
import { commitOf, emptyTree, endsOf, forkOf, parentsOf } from '../git/revisions.ts';
import { scopedRange } from './range.ts';
import type { Scoped } from './scope.ts';

/** `A..B`: what B brings since the two have parted. */
export const between =
  (range: string): Scoped =>
  async (call, work) => {
    const { from, to } = endsOf(range);
    const { git } = await openGit(call.cwd, call.env);
    const [start, tip] = [await commitOf(git, from), await commitOf(git, to)];
    const base = await forkOf(git, { from: start, to: tip });
    return scopedRange({ base, tip }, `${to} brings nothing that ${from} lacks`)(call, work);
  };

/** One commit against its parent; a merge where it differs from all of its parents, as its own hook sees it. */
export const single =
  (revision: string): Scoped =>
  async (call, work) => {
    const { git } = await openGit(call.cwd, call.env);
    const tip = await commitOf(git, revision);
    const [base = await emptyTree(git), ...mergeHeads] = await parentsOf(git, tip);
    return scopedRange({ base, tip, mergeHeads }, `${revision} changes nothing`)(call, work);
  };
