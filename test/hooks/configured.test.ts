import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { LgtmError } from '../../lib/errors.ts';
import { inspectHooks } from '../../lib/hooks/inspect.ts';
import { carryOut } from '../../lib/hooks/install.ts';
import { planInstall } from '../../lib/hooks/plan.ts';
import type { HookSite } from '../../lib/hooks/site.ts';
import type { InstallOptions, Step } from '../../lib/hooks/steps.ts';
import { HOOK, MARK } from './kinds.ts';
import { type HookRepo, makeHookRepo, only } from './support.ts';

const CONFIG: InstallOptions = { method: 'config', force: false, yes: false };

const configured = suite("git's own configuration");
let repo: HookRepo;
configured.before.each(() => {
  repo = makeHookRepo();
});
configured.after.each(() => repo.remove());

const [major = 0, minor = 0] = (/\d+\.\d+/.exec(makeVersion()) ?? ['0.0'])[0].split('.').map(Number);

function makeVersion(): string {
  const probe = makeHookRepo(false);
  const version = probe.git('version');
  probe.remove();
  return version;
}

const knowsThem = major > 2 || (major === 2 && minor >= 54);

const inspect = async (
  gitVersion: HookSite['gitVersion'],
  stages: Parameters<typeof inspectHooks>[2] = ['pre-commit'],
) => {
  const { git, site } = await inspectHooks(repo.root, repo.env, stages);
  return { git, site: { ...site, gitVersion } };
};

/** Installs as if git were of this version, which only the plan looks at. */
const installAs = async (
  gitVersion: HookSite['gitVersion'],
  stages?: Parameters<typeof inspectHooks>[2],
): Promise<readonly Step[]> => {
  const { git, site } = await inspect(gitVersion, stages);
  const steps = planInstall(site, CONFIG);
  if (steps.every(({ kind }) => kind !== 'stop')) await carryOut(git, site, steps, repo.env);
  return steps;
};

/** Runs the entry of a stage as git does: through a shell, with the arguments behind it. */
const runEntry = (name: string, ...args: string[]) => {
  const command = repo.git('config', '--local', `hook.${name}.command`).trim();
  return repo.start('/bin/sh', ['-c', `${command} "$@"`, command, ...args]);
};

configured('is refused on a git that would pass over it without a word', async () => {
  const before = readFileSync(join(repo.root, '.git/config'));
  const step = only(await installAs([2, 53]));
  assert.match(step.kind === 'stop' ? step.why : '', /git 2\.53 does not know hooks in its configuration/);
  assert.equal(readFileSync(join(repo.root, '.git/config')), before);
});

configured('gets an entry for each stage that reaches lgtm, and loses them without a trace', async () => {
  const before = readFileSync(join(repo.root, '.git/config'));
  assert.equal(
    (await installAs([2, 54], ['pre-commit', 'commit-msg'])).map(({ kind }) => kind),
    ['configure', 'configure'],
  );
  assert.is(repo.git('config', '--local', '--get-all', 'hook.lgtm.event'), 'pre-commit\n');
  assert.is(runEntry('lgtm').code, 0);
  assert.is(runEntry('lgtm-commit-msg', 'a b').code, 0);
  assert.equal(
    repo.seen().map(({ args }) => args),
    [
      ['hook', 'pre-commit'],
      ['hook', 'commit-msg', 'a b'],
    ],
  );
  assert.not.ok(existsSync(join(repo.root, HOOK)));
  const between = readFileSync(join(repo.root, '.git/config'));
  assert.equal(
    (await installAs([3, 0], ['pre-commit', 'commit-msg'])).map(({ kind }) => kind),
    ['keep', 'keep'],
  );
  assert.equal(readFileSync(join(repo.root, '.git/config')), between);
  await repo.uninstall();
  assert.equal(readFileSync(join(repo.root, '.git/config')), before);
});

configured('hands the exit code on, and lets the commit pass where the package is gone', async () => {
  await installAs([2, 54]);
  const command = repo.git('config', '--local', 'hook.lgtm.command').trim();
  assert.is(repo.start('/bin/sh', ['-c', `${command} "$@"`, command], { env: { STAND_IN_EXIT: '1' } }).code, 1);
  rmSync(join(repo.root, 'node_modules'), { recursive: true });
  const ended = runEntry('lgtm');
  assert.equal([ended.code, /^lgtm: NOT REVIEWED: /.test(ended.stderr)], [0, true]);
});

configured('replaces an entry of an older installation', async () => {
  repo.git('config', 'hook.lgtm.event', 'pre-commit');
  repo.git('config', 'hook.lgtm.command', 'node_modules/lgtm-hook/old');
  assert.is(only(await installAs([2, 54])).kind, 'configure');
  assert.is(only(await installAs([2, 54])).kind, 'keep');
});

configured('is left as it was where the entry would not reach lgtm', async () => {
  const before = readFileSync(join(repo.root, '.git/config'));
  repo.write('node_modules/lgtm-hook/bin/lgtm.js', 'process.exit(1);\n');
  const error = await installAs([2, 54]).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  assert.instance(error, LgtmError);
  assert.equal(readFileSync(join(repo.root, '.git/config')), before);
});

configured('gets its older entry back where the new one would not reach lgtm', async () => {
  repo.git('config', 'hook.lgtm.event', 'pre-commit');
  repo.git('config', 'hook.lgtm.command', 'older');
  const before = readFileSync(join(repo.root, '.git/config'));
  repo.write('node_modules/lgtm-hook/bin/lgtm.js', 'process.exit(1);\n');
  const error = await installAs([2, 54]).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  assert.instance(error, LgtmError);
  assert.equal(readFileSync(join(repo.root, '.git/config')), before);
});

configured('and a hook file do not both call lgtm', async () => {
  await repo.install();
  assert.is(only(await installAs([2, 54])).kind, 'stop');
  await repo.uninstall();
  await installAs([2, 54]);
  assert.is(only(await repo.install()).kind, 'keep');
  assert.not.ok(existsSync(join(repo.root, HOOK)));
});

if (knowsThem) {
  configured(
    'reaches lgtm at a real commit, beside a hook in a folder of its own and with hooks switched off',
    async () => {
      repo.hook('.githooks/pre-commit', `#!/bin/sh\n${MARK}`);
      repo.git('config', 'core.hooksPath', '.githooks');
      assert.is(only(await repo.install(CONFIG)).kind, 'configure');
      assert.is(repo.tryCommit().code, 0);
      assert.equal([repo.marks(), repo.seen().length], [['other'], 1]);
      assert.is(repo.tryCommit({ STAND_IN_EXIT: '1' }).code, 1);
      repo.git('config', 'core.hooksPath', '/dev/null');
      repo.seen();
      assert.is(repo.tryCommit().code, 0);
      assert.is(repo.seen().length, 1);
    },
  );
} else {
  configured('is refused by the real command on this older git', async () => {
    assert.is(only(await repo.install(CONFIG)).kind, 'stop');
  });
}

configured.run();
