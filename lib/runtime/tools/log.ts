import { shownLine } from '../../pass/fence.ts';
import { refused, type Tool } from './tool.ts';

/** Commits that are listed. */
const MOST = 20;

/** Subjects of recent commits: what their authors say, which is tier 0 and never for a Reviewer. */
export const log: Tool = {
  about: `Subjects of the last ${MOST} commits.`,
  args: {},
  tier: 0,
  run: async (_args, { repo, tip }) => {
    if (tip === null) return refused('there is no commit yet');
    const format = ['--no-show-signature', '--no-color', '--no-decorate', '--format=%h %s'];
    const text = await repo.git.text(['log', `-${MOST}`, ...format, tip, '--']);
    return { ok: true, head: 'COMMITS', rows: text.split('\n').filter(Boolean).map(shownLine) };
  },
};
