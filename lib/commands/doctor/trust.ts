import type { Git } from '../../git/exec.ts';
import { excerpt } from '../../text/visible.ts';
import { type Diagnosis, ok, warn } from './diagnosis.ts';
import { isInert, meaningOf } from './trust-keys.ts';

const HINT = '`git config --local --list --show-origin` shows where it is set; lgtm itself runs nothing of it.';

/** Settings that are listed one by one. */
const LISTED = 12;

interface Setting {
  readonly key: string;
  readonly value: string;
}

const parse = (output: string): Setting[] =>
  output
    .split('\0')
    .filter((entry) => entry !== '')
    .map((entry) => {
      const end = entry.indexOf('\n');
      return end === -1 ? { key: entry, value: '' } : { key: entry.slice(0, end), value: entry.slice(end + 1) };
    });

/** What stands in the repository's own configuration files; it is read, and nothing that it names is run. Throws GitError. */
const readLocal = async (git: Git): Promise<Setting[]> => {
  const read = async (scope: string): Promise<Setting[]> => {
    const { code, stdout } = await git.run(['config', scope, '--list', '-z'], { accept: [0, 1, 128] });
    return code === 0 ? parse(stdout.toString('utf8')) : [];
  };
  const local = await read('--local');
  const perTree = local.some(({ key, value }) => key === 'extensions.worktreeconfig' && value !== 'false');
  return perTree ? [...local, ...(await read('--worktree'))] : local;
};

/**
 * Local git configuration outside an inert list: git itself obeys it at every command, whoever wrote it. lgtm runs none of
 * it. Values are not shown, for some hold passwords. Throws GitError.
 */
export const checkTrust = async (git: Git): Promise<Diagnosis[]> => {
  const settings = await readLocal(git);
  const named = [...new Map(settings.filter((one) => !isInert(one)).map((one) => [one.key, one])).values()];
  if (named.length === 0)
    return [ok('trust', `${settings.length} local git settings, none of which runs or redirects anything`)];
  return [
    ...named
      .slice(0, LISTED)
      .map((one, i) =>
        warn('trust', `local git setting ${excerpt(one.key, 100)} ${meaningOf(one)}`, i === 0 ? HINT : ''),
      ),
    ...(named.length > LISTED ? [warn('trust', `and ${named.length - LISTED} more such settings`)] : []),
  ];
};
