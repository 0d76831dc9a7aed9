import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openRepo } from '../../lib/git/repo.ts';
import { type Dismissal, dismissedFile, readDismissed, writeDismissed } from '../../lib/state/dismissed.ts';
import { stateFolder } from '../../lib/state/folders.ts';
import { keepLastRun, readLastRun } from '../../lib/state/last-run.ts';
import { type RepoState, repoState } from '../../lib/state/repository.ts';
import { keepSkip, readSkips } from '../../lib/state/skips.ts';
import { makeRepo, type TestRepo } from '../support/repo.ts';

const kept = suite<{ repo: TestRepo; state: RepoState }>('what is kept about a repository');

const stateOf = async (cwd: string, env: NodeJS.ProcessEnv): Promise<RepoState> =>
  repoState((await openRepo(cwd, env)).git, env);

kept.before.each(async (context) => {
  context.repo = makeRepo();
  context.repo.commit({ 'a.js': 'a\n', 'sub/b.js': 'b\n' });
  context.state = await stateOf(context.repo.root, context.repo.env);
});
kept.after.each(({ repo }) => repo.remove());

const dismissal = (id: string, change: Partial<Dismissal> = {}): Dismissal => ({
  ...{ id, rule: 'a/b', path: 'a.js', reason: 'fine', at: '2026-01-01T00:00:00.000Z' },
  ...change,
});

const finding = (id: string) => ({ id, rule: 'a/b', path: 'a.js', line: 3 });

kept('stands outside of the repository, the same for all its folders and work trees', async ({ repo, state }) => {
  assert.ok(state.folder.startsWith(stateFolder(repo.env)));
  assert.equal(await stateOf(join(repo.root, 'sub'), repo.env), state);
  const tree = join(repo.home, 'tree');
  repo.git('worktree', 'add', '-q', tree);
  assert.equal(await stateOf(tree, repo.env), state);
  const other = makeRepo();
  assert.is.not((await stateOf(other.root, repo.env)).folder, state.folder);
  other.remove();
});

kept('is for its user alone', ({ state }) => {
  writeDismissed(state, [dismissal('1')]);
  assert.is(statSync(state.folder).mode & 0o777, 0o700);
  assert.is(statSync(dismissedFile(state)).mode & 0o777, 0o600);
});

kept('holds dismissals, the last of an id counting', ({ state }) => {
  assert.equal(readDismissed(state), []);
  writeDismissed(state, [dismissal('1'), dismissal('2'), dismissal('1', { reason: 'changed' })]);
  assert.equal(
    readDismissed(state)?.map(({ id, reason }) => [id, reason]),
    [
      ['1', 'changed'],
      ['2', 'fine'],
    ],
  );
});

kept('bounds what it holds', ({ state }) => {
  const many = Array.from({ length: 1000 }, (_, i) =>
    dismissal(String(i), { reason: 'r'.repeat(5000), path: 'p'.repeat(5000) }),
  );
  writeDismissed(state, many);
  assert.is(readDismissed(state)?.length, 1000);
  assert.throws(() => writeDismissed(state, [...many, dismissal('x')]), /1000 findings are dismissed here/);
  keepLastRun(
    state,
    Array.from({ length: 600 }, (_, i) => finding(String(i))),
  );
  assert.is(readLastRun(state).length, 500);
});

kept('does not take a torn, foreign or linked file for dismissals', ({ repo, state }) => {
  writeDismissed(state, [dismissal('1')]);
  for (const text of ['', '[]', 'lgtm dismissed 2 x\n[]', `${'x'.repeat(2_000_000)}`]) {
    writeFileSync(dismissedFile(state), text);
    assert.is(readDismissed(state), null, text.slice(0, 20));
  }
  rmSync(dismissedFile(state));
  repo.link('target', dismissedFile(state));
  assert.equal(readDismissed(state), []);
});

kept('believes nothing in a folder that others can write to', ({ repo, state }) => {
  writeDismissed(state, [dismissal('1')]);
  chmodSync(stateFolder(repo.env), 0o777);
  assert.is(readDismissed(state), null);
});

kept('says where it could not be written', ({ repo, state }) => {
  mkdirSync(join(repo.home, '.local'), { recursive: true });
  writeFileSync(join(repo.home, '.local', 'state'), 'a file in the way');
  assert.throws(() => writeDismissed(state, [dismissal('1')]), /cannot write .*dismissed/);
  keepLastRun(state, [finding('1')]);
  assert.equal(readLastRun(state), []);
  assert.is(keepSkip(state, { at: '', repository: '', head: null, stage: '', reason: '' }), false);
});

kept('remembers what the last run reported, and writes nothing where there is nothing to forget', ({ state }) => {
  keepLastRun(state, []);
  assert.throws(() => readdirSync(state.folder), /ENOENT/);
  keepLastRun(state, [finding('1'), finding('2')]);
  assert.equal(readLastRun(state), [finding('1'), finding('2')]);
  keepLastRun(state, []);
  assert.equal(readLastRun(state), []);
});

kept('remembers the last hundred skips', ({ repo, state }) => {
  const skip = { at: '2026-01-01T00:00:00.000Z', repository: repo.root, head: null, stage: 'pre-commit', reason: '' };
  for (let i = 0; i < 103; i++) assert.ok(keepSkip(state, { ...skip, reason: `${i}${'x'.repeat(900)}` }));
  const skips = readSkips(state);
  assert.is(skips.length, 100);
  assert.match(skips[0]?.reason ?? '', /^3x/);
  assert.is(skips.at(-1)?.reason.length, 500);
});

kept.run();
