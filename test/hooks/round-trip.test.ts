import { existsSync, lstatSync, mkdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { BESIDE, HOOK, KINDS, MARK } from './kinds.ts';
import { snapshot } from './snapshot.ts';
import { type HookRepo, makeHookRepo, only } from './support.ts';

const trip = suite('a round trip');
let repo: HookRepo;
trip.before.each(() => {
  repo = makeHookRepo();
});
trip.after.each(() => repo.remove());

for (const { title, make, marks, refused = false, aside } of KINDS) {
  trip(`over ${title} keeps what is there, reaches lgtm and leaves no trace`, async () => {
    make(repo);
    const before = snapshot(repo.root);
    await repo.install();
    if (aside !== undefined) assert.ok(lstatSync(join(repo.root, aside)), aside);
    assert.equal([repo.marks(), repo.seen()], [[], []], 'the self-test ran nothing');

    const inPlace = snapshot(repo.root);
    assert.is(only(await repo.install()).kind, 'keep');
    assert.equal(snapshot(repo.root), inPlace, 'the second installation changed nothing');

    const ended = repo.tryCommit();
    assert.is(ended.code === 0, !refused, ended.stderr);
    assert.equal(repo.marks(), marks);
    assert.equal(
      repo.seen().map((seen) => seen.args),
      refused ? [] : [['hook', 'pre-commit']],
    );
    assert.is(repo.tryCommit({ STAND_IN_EXIT: '1' }).code === 0, false);

    assert.is((await repo.uninstall()).length, 1);
    repo.git('reset', '-q', '--hard');
    assert.equal(snapshot(repo.root)[aside ?? ''], undefined);
    const after = snapshot(repo.root);
    assert.equal(
      Object.keys(after).filter((key) => key !== 'a.txt' && after[key] !== before[key]),
      [],
    );
    assert.equal(
      Object.keys(before).filter((key) => after[key] === undefined),
      [],
    );
    assert.equal(await repo.uninstall(), []);
  });
}

trip('lets lgtm see what an earlier hook has staged', async () => {
  repo.hook(HOOK, '#!/bin/sh\necho formatted > a.txt\ngit add a.txt\n');
  await repo.install();
  assert.is(repo.tryCommit().code, 0);
  assert.match(repo.seen()[0]?.GIT_INDEX_FILE ?? '', /index$/);
  assert.is(repo.git('show', 'HEAD:a.txt'), 'formatted\n');
});

trip('has lgtm write a skip down with LGTM=0, after the other hook, and lets the commit go on', async () => {
  repo.hook(HOOK, `#!/bin/sh\n${MARK}`);
  await repo.install();
  assert.is(repo.tryCommit({ LGTM: '0', STAND_IN_EXIT: '1' }).code, 0);
  assert.equal([repo.marks(), repo.seen().length], [['other'], 1]);
});

trip('serves every stage on request, each with what git gives it', async () => {
  repo.hook('.git/hooks/pre-push', '#!/bin/sh\nwhile read -r line; do echo "pushed" >> "$MARKS"; done\n');
  repo.hook('.git/hooks/commit-msg', '#!/bin/sh\necho "$1" >> "$MARKS"\n');
  const before = snapshot(repo.root);
  await repo.install({}, ['commit-msg', 'pre-merge-commit', 'pre-push']);
  repo.git('init', '-q', '--bare', join(repo.home, 'remote.git'));
  repo.git('checkout', '-q', '-b', 'side');
  repo.commit({ 'side.txt': 's\n' });
  repo.git('checkout', '-q', 'main');
  assert.is(repo.tryCommit().code, 0);
  assert.is(repo.start('git', ['merge', '-q', '--no-ff', '-m', 'merge', 'side']).code, 0);
  assert.is(repo.start('git', ['push', '-q', join(repo.home, 'remote.git'), 'main', 'side']).code, 0);
  const seen = repo.seen();
  assert.equal(
    seen.map(({ args }) => args.slice(0, 3)).filter(([, stage]) => stage !== 'commit-msg'),
    [
      ['hook', 'pre-merge-commit'],
      ['hook', 'pre-push', join(repo.home, 'remote.git')],
    ],
  );
  assert.is(seen.at(-1)?.stdin.trim().split('\n').length, 2);
  assert.equal(seen[0]?.args, ['hook', 'commit-msg', '.git/COMMIT_EDITMSG']);
  assert.equal(repo.marks().filter((mark) => mark === 'pushed').length, 2);
  await repo.uninstall();
  for (const stage of ['pre-push', 'commit-msg', 'pre-merge-commit'])
    assert.is(snapshot(repo.root)[`.git/hooks/${stage}`], before[`.git/hooks/${stage}`]);
});

trip('reaches lgtm without node on PATH, and without a terminal', async () => {
  await repo.install();
  const ended = repo.start('setsid', ['-w', 'git', 'commit', '-q', '--allow-empty', '-m', 'x'], {
    env: { PATH: '/usr/bin:/bin', LGTM_NODE: '' },
  });
  assert.is(ended.code, 0, ended.stderr);
  assert.is(repo.seen().length, 1);
});

trip('says nothing and does nothing where nothing of lgtm is in place', async () => {
  repo.hook(HOOK, `#!/bin/sh\n${MARK}`);
  const before = snapshot(repo.root);
  assert.equal(await repo.uninstall(), []);
  assert.equal(snapshot(repo.root), before);
});

trip('keeps the text of a link that is not UTF-8', async () => {
  const target = Buffer.from('/nowhere/caf\xe9', 'latin1');
  rmSync(join(repo.root, HOOK), { force: true });
  symlinkSync(target, join(repo.root, HOOK));
  await repo.install();
  assert.equal(readlinkSync(join(repo.root, BESIDE), 'buffer'), target);
  await repo.uninstall();
  assert.equal(readlinkSync(join(repo.root, HOOK), 'buffer'), target);
});

trip('keeps files that somebody put beside a hook in its own folder', async () => {
  repo.hook(HOOK, '#!/bin/sh\necho "$0" >> "$MARKS"\n');
  await repo.install();
  repo.write('.git/hooks.lgtm-pre-commit/notes.txt', 'mine\n');
  await repo.uninstall();
  assert.is(readFileSync(join(repo.root, '.git/hooks.lgtm-pre-commit/notes.txt'), 'utf8'), 'mine\n');
  assert.ok(existsSync(join(repo.root, HOOK)));
});

trip('writes a file that git can run whatever the mask of the process', async () => {
  const mask = process.umask(0o177);
  try {
    await repo.install();
  } finally {
    process.umask(mask);
  }
  assert.is(lstatSync(join(repo.root, HOOK)).mode & 0o777, 0o755);
});

trip('does not remove a hooks folder that it did not make', async () => {
  rmSync(join(repo.root, '.git/hooks'), { recursive: true });
  mkdirSync(join(repo.root, '.git/hooks'));
  await repo.install();
  await repo.uninstall();
  assert.ok(existsSync(join(repo.root, '.git/hooks')));
});

trip.run();
