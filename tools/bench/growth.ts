import { bareGit, stagedRepo } from './changes.ts';
import { BIN, bar, medians, ms, row, say, times } from './measure.ts';

const SIZES = [1, 10, 100, 1_000, 10_000] as const;
const roundsFor = (files: number): number => (files > 1_000 ? 3 : 7);

/** From this size on, the tool's own work may be this share of the total. */
const FROM = 1_000;
const OWN_SHARE = 1 / 3;
/** A step to ten times the files may cost this many times ten: more is not linear. */
const SLACK = 1.3;

interface Row {
  readonly files: number;
  readonly total: number;
  readonly git: number;
}

const measure = (files: number): Row => {
  const repo = stagedRepo(files);
  try {
    const git = bareGit(repo);
    const check = {
      name: 'lgtm',
      args: [process.execPath, BIN, 'check', '--no-model'],
      cwd: repo.root,
      env: repo.env,
    } as const;
    const took = medians([check, ...git], roundsFor(files));
    const bare = git.reduce((sum, { name }) => sum + (took.get(name) ?? Number.NaN), 0);
    return { files, total: took.get('lgtm') ?? Number.NaN, git: bare };
  } finally {
    repo.remove();
  }
};

/** Cost against the number of staged files: it grows with them and no faster, and most of it is git's. */
export const benchGrowth = (): boolean => {
  say('Staged files, three lines added to each, without a model');
  say(row(['files', 'lgtm', 'bare git', 'ratio', 'own share'], 10));
  const rows = SIZES.map((files) => {
    const one = measure(files);
    const own = (one.total - one.git) / one.total;
    say(
      row([String(files), ms(one.total), ms(one.git), times(one.total / one.git), `${(own * 100).toFixed(0)} %`], 10),
    );
    return one;
  });
  const [last, before] = [rows.at(-1), rows.at(-2)];
  const step = (last?.total ?? Number.NaN) / (before?.total ?? Number.NaN);
  const share = Math.max(...rows.filter(({ files }) => files > FROM).map(({ total, git }) => (total - git) / total));
  return [
    bar(`ten times the files, at most ${10 * SLACK} times the time`, times(step), step <= 10 * SLACK),
    bar(`own share above ${FROM} files, at most a third`, `${(share * 100).toFixed(0)} %`, share <= OWN_SHARE),
  ].every(Boolean);
};
