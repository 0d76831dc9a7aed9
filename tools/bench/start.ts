import { makeRepo } from '../../test/support/repo.ts';
import { bareGit, stagedRepo } from './changes.ts';
import { BIN, bar, type Command, medians, ms, row, say, times } from './measure.ts';

const ROUNDS = 15;

/** What nothing staged may cost above bare Node, on a quiet machine (seconds). */
const NOTHING_STAGED = 0.08;

/** What every commit pays for: the start of the program, a commit without a change, and one of ten files. */
export const benchStart = (): boolean => {
  const empty = makeRepo();
  const ten = stagedRepo(10);
  try {
    empty.commit({ 'a.txt': 'a\n' });
    const node = (name: string, args: readonly string[], repo = empty): Command => ({
      name,
      args: [process.execPath, ...args],
      cwd: repo.root,
      env: repo.env,
    });
    const git = bareGit(ten);
    const took = medians(
      [
        node('node -e 0', ['-e', '0']),
        node('lgtm --version', [BIN, '--version']),
        node('lgtm check, nothing staged', [BIN, 'check', '--no-model']),
        node('lgtm check, ten files', [BIN, 'check', '--no-model'], ten),
        ...git,
      ],
      ROUNDS,
    );
    const of = (name: string): number => took.get(name) ?? Number.NaN;
    const [bare, gits] = [of('node -e 0'), git.reduce((sum, { name }) => sum + of(name), 0)];
    say(`Start-up, median of ${ROUNDS} interleaved runs; git: ${git.length} bare commands on ten files`);
    say(row(['', 'median', 'to node', 'to git']));
    for (const name of [...took.keys()].filter((name) => !name.startsWith('git ')))
      say(row([name, ms(of(name)), times(of(name) / bare), times(of(name) / gits)]));
    say(row(['bare git, ten files', ms(gits), times(gits / bare), times(1)]));
    const above = of('lgtm check, nothing staged') - bare;
    return bar(`nothing staged above bare node, at most ${ms(NOTHING_STAGED)}`, ms(above), above <= NOTHING_STAGED);
  } finally {
    empty.remove();
    ten.remove();
  }
};
