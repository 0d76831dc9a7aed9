import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { EXIT, GitError } from '../../lib/errors.ts';
import { inspectHooks } from '../../lib/hooks/inspect.ts';
import type { Step } from '../../lib/hooks/steps.ts';
import { HOOK, MARK } from './kinds.ts';
import { snapshot } from './snapshot.ts';
import { type HookRepo, makeHookRepo, only, putPackage } from './support.ts';

const places = suite('where hooks live');
let repo: HookRepo;
places.before.each(() => {
  repo = makeHookRepo();
});
places.after.each(() => repo.remove());

const words = (step: Step): string =>
  step.kind === 'stop' ? [step.why, ...step.advice].join('\n') : `not a stop: ${step.kind}`;

/** Installs where it must not: nothing may be written, neither in the repository nor at home. */
const refused = async (...args: Parameters<HookRepo['install']>): Promise<string> => {
  const before = [snapshot(repo.root), snapshot(repo.home)];
  const text = words(only(await repo.install(...args)));
  assert.equal([snapshot(repo.root), snapshot(repo.home)], before);
  return text;
};

places('stops at a folder for all repositories, and offers ways that leave it alone', async () => {
  mkdirSync(join(repo.home, 'hooks'));
  repo.git('config', '--global', 'core.hooksPath', join(repo.home, 'hooks'));
  const text = await refused();
  assert.match(text, /outside this repository \(core\.hooksPath in .*\.gitconfig\)/);
  assert.match(text, /git config --local core\.hooksPath/);
  writeFileSync(join(repo.home, 'hooks', 'pre-commit'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  assert.match(await refused({ force: true, yes: true }), /outside this repository/);
});

places('takes a folder outside for done where its hook calls lgtm', async () => {
  mkdirSync(join(repo.home, 'hooks'));
  repo.git('config', 'core.hooksPath', join(repo.home, 'hooks'));
  writeFileSync(join(repo.home, 'hooks', 'pre-commit'), '#!/bin/sh\nlgtm hook pre-commit\n', { mode: 0o755 });
  assert.is(only(await repo.install()).kind, 'keep');
});

places('does not remove a file of its own that serves other repositories', async () => {
  mkdirSync(join(repo.home, 'hooks'));
  repo.git('config', 'core.hooksPath', join(repo.home, 'hooks'));
  writeFileSync(
    join(repo.home, 'hooks', 'pre-commit'),
    readFileSync(join(repo.root, 'node_modules/lgtm-hook/hooks/pre-commit')),
    { mode: 0o755 },
  );
  assert.is(only(await repo.uninstall(true)).kind, 'stop');
  assert.ok(existsSync(join(repo.home, 'hooks', 'pre-commit')));
});

places('explains a folder that does not exist, and does not make it', async () => {
  repo.git('config', 'core.hooksPath', 'tools/hooks');
  assert.match(await refused(), /core\.hooksPath is tools\/hooks \(\.git\/config\), which does not exist/);
});

places('explains that hooks are switched off', async () => {
  repo.git('config', 'core.hooksPath', '/dev/null');
  repo.hook(HOOK, `#!/bin/sh\n${MARK}`);
  assert.match(await refused({ force: true, yes: true }), /switched off here: core\.hooksPath is \/dev\/null/);
  assert.equal(await repo.uninstall(), []);
  repo.git('config', 'core.hooksPath', '');
  assert.match(await refused({ force: true, yes: true }), /switched off here/);
});

places('asks before it changes a tracked file, and then writes nothing of this machine into it', async () => {
  repo.hook('.githooks/pre-commit', `#!/bin/sh\n${MARK}`);
  repo.commit({});
  repo.git('config', 'core.hooksPath', '.githooks');
  assert.match(
    await refused(),
    /is tracked by git[\s\S]*--yes[\s\S]*sh node_modules\/lgtm-hook\/hooks\/pre-commit "\$@"/,
  );
  assert.is(only(await repo.install({ yes: true })).kind, 'chain');
  const text = readFileSync(join(repo.root, '.githooks/pre-commit'), 'utf8');
  assert.not.ok(text.includes(repo.root) || text.includes(process.execPath));
  assert.is(repo.tryCommit().code, 0);
  assert.equal([repo.marks(), repo.seen().length], [['other'], 1]);
  await repo.uninstall();
  assert.is(repo.git('status', '--porcelain', '.githooks'), '');
});

places('accepts the line that it prints as an installation', async () => {
  repo.hook('.githooks/pre-commit', `#!/bin/sh\n${MARK}`);
  repo.commit({});
  repo.git('config', 'core.hooksPath', '.githooks');
  const line = /^ {2}(\[ .*)$/m.exec(await refused())?.[1] ?? '';
  repo.hook('.githooks/pre-commit', `#!/bin/sh\n${MARK}${line}\n`);
  assert.is(only(await repo.install()).kind, 'keep');
  assert.is(repo.tryCommit({ STAND_IN_EXIT: '1' }).code, 1);
  rmSync(join(repo.root, 'node_modules'), { recursive: true });
  assert.is(repo.tryCommit().code, 0);
});

places('serves all work trees of a repository from one file, also those without the package, and says so', async () => {
  const first = only(await repo.install());
  assert.equal('notes' in first ? first.notes : [], []);
  await repo.uninstall();
  repo.git('worktree', 'add', '-q', '../side');
  const again = only(await repo.install());
  assert.match('notes' in again ? again.notes.join(' ') : '', /every work tree/);
  const commit = (cwd: string) => repo.start('git', ['commit', '-q', '--allow-empty', '-m', 'x'], { cwd });
  assert.equal([commit('').code, commit('../side').code], [0, 0]);
  putPackage(join(repo.root, '..', 'side'));
  assert.is(commit('../side').code, 0);
  const inMain = repo.seen().map(({ cwd, program }) => [cwd, program].map((path) => path.startsWith(repo.root)));
  assert.equal(inMain, [
    [true, true],
    [false, true],
    [false, false],
  ]);
  const { site } = await inspectHooks(join(repo.root, '../side'), repo.env, ['pre-commit']);
  assert.is(site.stages[0]?.file.kind, 'own');
});

places(
  'asks git for the folder: work tree of a bare repository, separate git folder, submodule, subdirectory, link',
  async () => {
    const bare = join(repo.home, 'hub.git');
    repo.git('clone', '-q', '--bare', '.', bare);
    repo.start('git', ['worktree', 'add', '-q', join(repo.home, 'wt'), 'main'], { cwd: '../home/hub.git' });
    repo.git('init', '-q', `--separate-git-dir=${join(repo.home, 'kept.git')}`, join(repo.home, 'apart'));
    repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', bare, 'sub');
    mkdirSync(join(repo.root, 'deep/er'), { recursive: true });
    symlinkSync(repo.root, join(repo.home, 'link'));
    const expected: Readonly<Record<string, string>> = {
      '../home/wt': join(bare, 'hooks'),
      '../home/apart': join(repo.home, 'kept.git', 'hooks'),
      sub: join(repo.root, '.git/modules/sub/hooks'),
      'deep/er': join(repo.root, '.git/hooks'),
      '../home/link': join(repo.root, '.git/hooks'),
    };
    for (const [cwd, folder] of Object.entries(expected)) {
      const { site } = await inspectHooks(join(repo.root, cwd), repo.env);
      assert.equal([site.folder.path, site.folder.place], [folder, 'git'], cwd);
    }
  },
);

places('works where the path holds everything that a shell minds', async () => {
  const odd = mkdtempSync(join(tmpdir(), 'lgtm odd \'"$(x)`;*\n'));
  renameSync(repo.root, join(odd, 'repo'));
  symlinkSync(join(odd, 'repo'), repo.root);
  rmSync(join(repo.root, 'node_modules'), { recursive: true });
  const elsewhere = putPackage(join(odd, 'global'));
  repo.hook(HOOK, `#!/bin/sh\n${MARK}`);
  const { git, site } = await inspectHooks(repo.root, repo.env, ['pre-commit']);
  const { planInstall } = await import('../../lib/hooks/plan.ts');
  const { carryOut } = await import('../../lib/hooks/install.ts');
  const moved = { ...site, package: { ...site.package, program: join(elsewhere, 'bin/lgtm.js') } };
  await carryOut(git, moved, planInstall(moved, { method: 'file', force: false, yes: false }), repo.env);
  assert.is(repo.tryCommit().code, 0);
  assert.equal([repo.marks(), repo.seen().length], [['other'], 1]);
  rmSync(odd, { recursive: true });
});

places('is a usage error outside a repository, in a bare one, and in one of somebody else', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'lgtm-none-'));
  repo.git('init', '-q', '--bare', join(repo.home, 'bare.git'));
  const other = { ...repo.env, GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' };
  const tries: readonly [string, NodeJS.ProcessEnv, RegExp][] = [
    [outside, repo.env, /not a git repository/],
    [join(repo.home, 'bare.git'), repo.env, /bare repository/],
    [repo.root, other, /dubious ownership/],
  ];
  for (const [cwd, env, expected] of tries) {
    const error = await inspectHooks(cwd, env).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    assert.instance(error, GitError);
    assert.equal([(error as GitError).exitCode, expected.test((error as GitError).message)], [EXIT.usage, true]);
  }
  rmSync(outside, { recursive: true });
});

places('does not touch a folder in the place of a hook, nor a file in the place of the folder', async () => {
  mkdirSync(join(repo.root, HOOK), { recursive: true });
  assert.match(await refused({ force: true }), /is a folder, not a hook/);
  rmSync(join(repo.root, '.git/hooks'), { recursive: true });
  repo.write('.git/hooks', 'a file\n');
  assert.match(await refused({ force: true }), /\.git\/hooks is not a folder/);
});

places.run();
