import { chmodSync, linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { LgtmError } from '../../lib/errors.ts';
import { inspectHooks } from '../../lib/hooks/inspect.ts';
import { carryOut } from '../../lib/hooks/install.ts';
import { readTemplates } from '../../lib/hooks/package.ts';
import { planInstall } from '../../lib/hooks/plan.ts';
import { renderHook } from '../../lib/hooks/template.ts';
import { undoStep } from '../../lib/hooks/undo.ts';
import { BESIDE, HOOK, MARK } from './kinds.ts';
import { snapshot } from './snapshot.ts';
import { type HookRepo, makeHookRepo, only } from './support.ts';

const repair = suite('an installation that meets an earlier one');
let repo: HookRepo;
repair.before.each(() => {
  repo = makeHookRepo();
});
repair.after.each(() => repo.remove());

const path = (name = HOOK): string => join(repo.root, name);
const text = (name = HOOK): string => readFileSync(path(name), 'utf8');
const other = (): void => repo.hook(HOOK, `#!/bin/sh\n${MARK}`);

const thrown = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

repair('renews the file of an older version in place, with the hook that was moved aside', async () => {
  other();
  await repo.install();
  const current = text();
  const older = readTemplates().hook.replace('skip() {', '# an older text\nskip() {');
  writeFileSync(
    path(),
    renderHook(older, {
      stage: 'pre-commit',
      previous: 'pre-commit.lgtm-previous',
      project: '',
      lgtm: '',
      node: '',
      madeFolder: false,
    }),
  );
  const step = only(await repo.install());
  assert.is(step.kind === 'write' ? step.over : step.kind, 'own');
  assert.is(text(), current);
  assert.is(repo.tryCommit().code, 0);
  assert.equal(repo.marks(), ['other']);
});

repair('renews a file that lost its permission to run, or whose line ends were changed', async () => {
  await repo.install();
  const current = text();
  chmodSync(path(), 0o644);
  assert.is(only(await repo.install()).kind, 'write');
  writeFileSync(path(), current.replaceAll('\n', '\r\n'));
  assert.is(only(await repo.install()).kind, 'write');
  assert.is(text(), current);
  assert.is(repo.tryCommit().code, 0);
});

repair('leaves a file alone that was edited by hand, until it is insisted on', async () => {
  await repo.install();
  writeFileSync(path(), text().replace('skip() {', 'echo mine >> "$MARKS"\nskip() {'));
  const edited = text();
  assert.is(only(await repo.install()).kind, 'stop');
  assert.is(only(await repo.uninstall()).kind, 'stop');
  assert.is(text(), edited);
  assert.is(only(await repo.install({ force: true })).kind, 'write');
  assert.not.match(text(), /mine/);
  writeFileSync(path(), edited);
  assert.is(only(await repo.uninstall(true)).kind, 'remove');
});

repair('completes an installation that was cut off after the hook got its second name', async () => {
  other();
  const before = snapshot(repo.root)[HOOK];
  linkSync(path(), path(BESIDE));
  assert.is(only(await repo.install()).kind, 'chain');
  assert.is(repo.tryCommit().code, 0);
  assert.equal(repo.marks(), ['other']);
  await repo.uninstall();
  assert.is(snapshot(repo.root)[HOOK], before);
});

repair('takes up a hook that was moved aside and is called by nothing any longer', async () => {
  other();
  const before = snapshot(repo.root)[HOOK];
  renameSync(path(), path(BESIDE));
  const step = only(await repo.install());
  assert.match('notes' in step ? step.notes.join(' ') : '', /pre-commit\.lgtm-previous/);
  assert.is(repo.tryCommit().code, 0);
  assert.equal(repo.marks(), ['other']);
  await repo.uninstall();
  assert.is(snapshot(repo.root)[HOOK], before);
});

repair('does not choose between a new hook and one that was moved aside', async () => {
  other();
  await repo.install();
  repo.hook(HOOK, '#!/bin/sh\necho newer >> "$MARKS"\n');
  const before = snapshot(repo.root);
  const step = only(await repo.install({ force: true }));
  assert.match(step.kind === 'stop' ? step.why : step.kind, /pre-commit\.lgtm-previous/);
  assert.equal(await repo.uninstall(), []);
  assert.equal(snapshot(repo.root), before);
});

repair('removes its file where the hook that was moved aside is gone', async () => {
  other();
  await repo.install();
  rmSync(path(BESIDE));
  assert.is(repo.tryCommit().code, 0);
  assert.is(only(await repo.uninstall()).kind, 'remove');
  assert.is(snapshot(repo.root)[HOOK], undefined);
});

repair('takes everything back where lgtm would not be reached', async () => {
  const broken = 'process.stderr.write("no such module\\n"); process.exit(1);\n';
  writeFileSync(path('node_modules/lgtm-hook/bin/lgtm.js'), broken);
  const kinds: readonly (() => void)[] = [() => undefined, other, () => repo.hook(HOOK, '#!/bin/sh\necho "$0"\n')];
  for (const make of kinds) {
    rmSync(path(), { force: true });
    make();
    const before = snapshot(repo.root);
    const error = await thrown(repo.install({}, ['pre-commit', 'commit-msg']));
    assert.instance(error, LgtmError);
    assert.match((error as LgtmError).message, /everything is as it was before.*no such module/);
    assert.equal(snapshot(repo.root), before);
  }
});

repair('puts older lines and entries of its own back where newer ones would not reach lgtm', async () => {
  repo.git('config', 'core.hooksPath', '.husky/_');
  repo.hook('.husky/_/pre-commit', `#!/bin/sh\nsh -e "\${0%/*}/../pre-commit"\n`);
  repo.hook('.husky/pre-commit', MARK, 0o644);
  await repo.install();
  repo.hook('.husky/pre-commit', text('.husky/pre-commit').replace("lgtm_node=''", "lgtm_node='/older'"), 0o644);
  writeFileSync(path('node_modules/lgtm-hook/bin/lgtm.js'), 'process.exit(1);\n');
  const before = snapshot(repo.root);
  const error = await thrown(repo.install());
  assert.match((error as LgtmError).message, /everything is as it was before/);
  assert.equal(snapshot(repo.root), before);
});

repair('says that lgtm is no longer reached, and leaves a file that was there before', async () => {
  await repo.install();
  writeFileSync(path('node_modules/lgtm-hook/bin/lgtm.js'), 'process.exit(1);\n');
  const before = snapshot(repo.root);
  const error = await thrown(repo.install());
  assert.match((error as LgtmError).message, /was there before and stays/);
  assert.equal(snapshot(repo.root), before);
});

repair('undoes what it has begun where the disk refuses', async () => {
  repo.hook(HOOK, '#!/bin/sh\necho "$0"\n');
  writeFileSync(join(repo.root, '.git/hooks.lgtm-pre-commit'), 'in the way\n');
  const before = snapshot(repo.root);
  const error = await thrown(repo.install({}, ['commit-msg', 'pre-commit']));
  assert.match(error instanceof LgtmError ? error.message : '', /cannot write .*pre-commit: /);
  assert.equal(snapshot(repo.root), before);
});

repair('undoes a step that was cut off in its middle', async () => {
  other();
  const before = snapshot(repo.root);
  const { git, site } = await inspectHooks(repo.root, repo.env, ['pre-commit']);
  const step = only(planInstall(site, { method: 'file', force: false, yes: false }));
  linkSync(path(), path(BESIDE));
  await undoStep(git, site, step);
  assert.equal(snapshot(repo.root), before);
});

repair('is not misled by variables that would have the hook skipped', async () => {
  other();
  const env = { ...repo.env, LGTM: '0', HUSKY: '0', LGTM_STAGE: 'post-commit', LGTM_WRAPPED: path(), CI: 'true' };
  const { git, site } = await inspectHooks(repo.root, env, ['pre-commit']);
  await carryOut(git, site, planInstall(site, { method: 'file', force: false, yes: false }), env);
  assert.is(repo.tryCommit().code, 0);
  assert.is(repo.seen().length, 1);
});

repair('writes nothing at all where one of several stages stops', async () => {
  repo.hook('.git/hooks/commit-msg', '#!/bin/sh\ncall_lefthook run commit-msg\n');
  const before = snapshot(repo.root);
  assert.equal(
    (await repo.install({}, ['pre-commit', 'commit-msg'])).map(({ kind }) => kind),
    ['write', 'stop'],
  );
  assert.equal(snapshot(repo.root), before);
});

repair('leaves no temporary file behind', async () => {
  other();
  await repo.install();
  await repo.uninstall();
  assert.equal(
    readdirSync(dirname(path())).filter((name) => !name.endsWith('.sample')),
    ['pre-commit'],
  );
});

repair.run();
