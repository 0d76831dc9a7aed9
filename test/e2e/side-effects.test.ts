import { chmodSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { indexState } from '../../lib/git/index-state.ts';
import { openRepo } from '../../lib/git/repo.ts';
import { listing } from '../support/listing.ts';
import { makeRepo, type TestRepo } from '../support/repo.ts';
import { lgtm, run } from '../support/run.ts';
import { placeHook } from '../support/situations.ts';

const effects = suite<{ repo: TestRepo }>('side effects');

effects.before.each((context) => {
  context.repo = makeRepo();
  const { repo } = context;
  repo.commit({ 'a.js': 'a\n', 'b.txt': 'b\n', 'sub/c.txt': 'c\n' });
  repo.stage({ 'a.js': 'a\neval(input);\n', 'new.ts': 'export const x = 1;\n' });
  repo.write('b.txt', 'b\nnot staged\n');
  repo.write('untracked.txt', 'u\n');
});
effects.after.each(({ repo }) => repo.remove());

/** The index disagrees with the work tree about times, so that any git that may would write it anew. */
const makeStale = (repo: TestRepo): void => {
  const past = new Date('2020-01-01T00:00:00Z');
  for (const name of ['a.js', 'b.txt', 'sub/c.txt']) utimesSync(join(repo.root, name), past, past);
};

const COMMANDS = [
  ['check'],
  ['check', '--no-model', '--format', 'sarif'],
  ['check', '--dry-run'],
  ['context', '--json'],
  ['doctor'],
  ['rules', 'why', 'a.js'],
];

effects('writes nothing in the repository, neither in the work tree nor in the git directory', async ({ repo }) => {
  makeStale(repo);
  const before = listing(repo.root);
  for (const args of COMMANDS)
    for (const folder of ['', 'sub']) await lgtm(args, { cwd: join(repo.root, folder), env: repo.env });
  assert.equal(listing(repo.root), before);
});

effects('reviews a repository that cannot be written', async ({ repo }) => {
  const git = join(repo.root, '.git');
  chmodSync(git, 0o555);
  try {
    const ran = await lgtm(['check', '--no-model'], { cwd: repo.root, env: repo.env });
    assert.is(ran.code, 1, ran.stderr);
  } finally {
    chmodSync(git, 0o755);
  }
});

effects('reviews while another git holds the lock of the index', async ({ repo }) => {
  writeFileSync(join(repo.root, '.git', 'index.lock'), '');
  assert.is((await lgtm(['check', '--no-model'], { cwd: repo.root, env: repo.env })).code, 1);
  assert.ok(readdirSync(join(repo.root, '.git')).includes('index.lock'));
});

effects('leaves a commit that it stops as if it had not been tried', async ({ repo }) => {
  const state = (): string[] => [
    repo.git('rev-parse', 'HEAD'),
    repo.git('ls-files', '-s'),
    repo.git('stash', 'list'),
    repo.git('status', '--porcelain'),
    ...readdirSync(repo.root),
  ];
  const before = state();
  await placeHook(repo.root, repo.env, join(repo.home, 'answer'), ['hook', 'pre-commit']);
  for (const form of ['', '-a', 'a.js', '-i b.txt', '--amend']) {
    const ran = await run('/bin/sh', ['-c', `git commit -q -m x ${form}`], { cwd: repo.root, env: repo.env });
    assert.is.not(ran.code, 0, form);
    assert.equal(state(), before, form);
  }
});

effects('tells when the index is no longer what was reviewed', async ({ repo }) => {
  const opened = await openRepo(repo.root, repo.env);
  const first = await indexState(opened);
  makeStale(repo);
  repo.git('update-index', '-q', '--really-refresh');
  assert.is(await indexState(opened), first, 'times are no change');
  repo.git('add', 'b.txt');
  const second = await indexState(opened);
  assert.is.not(second, first, 'content is');
  repo.git('update-index', '--chmod=+x', 'b.txt');
  assert.is.not(await indexState(opened), second, 'a mode is');
});

effects('reads the state of the index that git hands to the hook', async ({ repo }) => {
  const other = join(repo.home, 'other-index');
  const env = { ...repo.env, GIT_INDEX_FILE: other };
  repo.gitIn(repo.root, ['read-tree', 'HEAD'], { GIT_INDEX_FILE: other });
  assert.is.not(
    await indexState(await openRepo(repo.root, env)),
    await indexState(await openRepo(repo.root, repo.env)),
  );
});

effects('keeps its own folder out of the repository', async ({ repo }) => {
  mkdirSync(join(repo.root, 'deep'));
  const before = listing(repo.root);
  const env = { ...repo.env, XDG_CACHE_HOME: '', XDG_STATE_HOME: '', XDG_CONFIG_HOME: '', TMPDIR: repo.home };
  await lgtm(['check'], { cwd: join(repo.root, 'deep'), env });
  assert.equal(listing(repo.root), before);
});

effects.run();
