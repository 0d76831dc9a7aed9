import { shownLine } from '../../pass/fence.ts';
import { entriesBelow, indexPath, otherKind } from './paths.ts';
import { refused, type Tool } from './tool.ts';

/** Names that one call lists. */
const MOST = 200;

/** Names of what is tracked below a folder. */
export const listFiles: Tool = {
  about: 'Names of the files below a folder; an empty path is the whole repository.',
  args: { path: 'text' },
  run: async (args, { repo }) => {
    const path = indexPath(args.text('path'));
    if (path === null) return refused('that is no path inside the repository');
    const { entries, more } = await entriesBelow(repo, path, MOST);
    if (entries.length === 0) return refused('nothing is there');
    const rows = entries.map((entry) => [shownLine(entry.path), otherKind(entry)].filter(Boolean).join(', '));
    const head = `FILES BELOW ${path === '' ? 'the top' : shownLine(path)}${more ? `, the first ${MOST}` : ''}`;
    return { ok: true, head, rows };
  },
};
