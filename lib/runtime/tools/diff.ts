import { plainRow, redactedLines, rowsOf, viewOf } from '../../pass/chunks.ts';
import { shownLine } from '../../pass/fence.ts';
import { indexPath } from './paths.ts';
import { refused, type Tool } from './tool.ts';

/** Lines of a change that one call shows. */
const MOST = 160;

/** The changed lines of one file, as far as a model is shown them: tier 2. */
export const diff: Tool = {
  about: `The changed lines of one changed file, at most ${MOST}.`,
  args: { path: 'text' },
  tier: 2,
  run: async (args, { inspection }) => {
    const path = indexPath(args.text('path'));
    const file = inspection.files.find((one) => one.path === path);
    if (!file) return refused('that file is not part of the change');
    if (file.review !== 'yes') return refused(`its lines are not shown: ${file.review}`);
    const lines = file.hunks.flatMap((hunk) => hunk.lines);
    const view = viewOf(lines.slice(0, MOST), redactedLines(inspection.hits, file.path));
    const rows = rowsOf(view, (one) => (one.kind === 'add' ? `+   ${one.shown}` : plainRow(one)));
    const more = lines.length > MOST ? `, the first ${MOST} of ${lines.length} lines` : '';
    return { ok: true, head: `CHANGE OF ${shownLine(file.path)}${more}`, rows };
  },
};
