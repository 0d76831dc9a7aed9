import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { makeRepo, type TestRepo } from '../support/repo.ts';
import { BIN, lgtm, type Ran, run } from '../support/run.ts';

const stages = suite<{ repo: TestRepo }>('the stages of the hook');

const ROOT = join(import.meta.dirname, '..', '..');

/** Written in two parts, so that this file plants nothing itself. */
const EVAL = ['ev', 'al(req.query.x)'].join('');
const BAD = `export const f = (req) => ${EVAL};\n`;

stages.before.each((context) => {
  context.repo = makeRepo();
  context.repo.commit({ 'a.js': 'export const a = 1;\n' });
});
stages.after.each(({ repo }) => repo.remove());

const install = async (repo: TestRepo, stage: string): Promise<void> => {
  assert.is((await lgtm(['install', '--stage', stage], { cwd: repo.root, env: repo.env })).code, 0);
};
const git = (repo: TestRepo, ...args: string[]): Promise<Ran> => run('git', args, { cwd: repo.root, env: repo.env });
const hook = (repo: TestRepo, ...args: string[]): Promise<Ran> =>
  lgtm(['hook', ...args], { cwd: repo.root, env: repo.env });
/** With what git writes to a pre-push hook. */
const push = (repo: TestRepo, input: string, ...args: string[]) => {
  const options = { cwd: repo.root, env: repo.env, input };
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, 'hook', 'pre-push', ...args], options);
  return { code: status, stdout: stdout.toString(), stderr: stderr.toString() };
};
const head = (repo: TestRepo, ref = 'HEAD'): string => repo.git('rev-parse', ref).trim();
const NOTHING = '0'.repeat(40);

stages('commit-msg looks at the message, and only at the message', async ({ repo }) => {
  await install(repo, 'commit-msg');
  repo.stage({ 'a.js': BAD });
  const warned = await git(repo, 'commit', '-m', 'Added new stuff.');
  assert.is(warned.code, 0);
  assert.match(warned.stderr, /warn │ git\/commit-subject/);
  assert.match(warned.stderr, /COMMIT_EDITMSG:1/);
  assert.not.match(warned.stderr, /dynamic-eval/, 'the files were reviewed one hook before');
  repo.stage({ 'a.js': 'export const a = 2;\n' });
  const silent = await git(repo, 'commit', '-m', 'Refuse orders without a price');
  assert.equal([silent.code, silent.stderr], [0, '']);
});

stages('commit-msg blocks where the configuration in HEAD says so, and obeys it in everything', async ({ repo }) => {
  await install(repo, 'commit-msg');
  repo.commit({ 'lgtm.config.yaml': 'rules: { git/commit-subject: block }\n' });
  repo.stage({ 'lgtm.config.yaml': 'rules: { git/commit-subject: off }\n' });
  assert.is((await git(repo, 'commit', '-m', 'fix')).code, 1, 'a commit cannot loosen its own review');
  assert.is((await git(repo, 'commit', '-m', 'Switch the rule about subjects off')).code, 0);
  repo.stage({ 'a.js': 'export const a = 2;\n' });
  assert.is((await git(repo, 'commit', '-m', 'fix')).code, 0);
});

stages('commit-msg reads past comments, whatever they begin with', async ({ repo }) => {
  const file = join(repo.home, 'message');
  repo.git('config', 'core.commentChar', ';');
  writeFileSync(
    file,
    '; Please enter the message\nfix\n; ------------------------ >8 ------------------------\nbody\n',
  );
  assert.match((await hook(repo, 'commit-msg', file)).stdout, /COMMIT_EDITMSG:1[\s\S]*fix/);
  writeFileSync(file, '; only comments\n');
  assert.equal((await hook(repo, 'commit-msg', file)).stdout, '');
});

stages('commit-msg keeps the findings of the files to be dismissed', async ({ repo }) => {
  await install(repo, 'pre-commit,commit-msg');
  repo.stage({ 'a.js': 'try {\n  go();\n} catch {}\n' });
  assert.is((await git(repo, 'commit', '-m', 'fix')).code, 0);
  const known = (await lgtm(['dismiss', '--known'], { cwd: repo.root, env: repo.env })).stdout;
  assert.match(known, /rob\/swallowed-error a\.js:3/);
  assert.match(known, /git\/commit-subject COMMIT_EDITMSG:1/);
});

stages(
  'commit-msg lets pass, loudly, a message that it cannot read, and refuses to be given none',
  async ({ repo }) => {
    for (const path of [join(repo.home, 'missing'), repo.home]) {
      const ran = await hook(repo, 'commit-msg', path);
      assert.is(ran.code, 0);
      assert.match(ran.stderr, /^lgtm: NOT REVIEWED: the message of the commit cannot be read: /);
    }
    const ran = await hook(repo, 'commit-msg');
    assert.equal([ran.code, /was given no message file/.test(ran.stderr)], [2, true]);
  },
);

stages('pre-merge-commit reviews a merge that git commits by itself', async ({ repo }) => {
  await install(repo, 'pre-merge-commit');
  repo.git('checkout', '-q', '-b', 'side');
  repo.commit({ 'b.js': 'export const b = 1;\n' });
  repo.git('checkout', '-q', 'main');
  repo.commit({ 'c.js': 'export const c = 1;\n' });
  const ran = await git(repo, 'merge', '--no-edit', 'side');
  assert.is(ran.code, 0, ran.stderr);
  assert.match(ran.stdout + ran.stderr, /lgtm: clean/);
});

stages('pre-push reviews what the push brings, and blocks it', async ({ repo }) => {
  await install(repo, 'pre-push');
  repo.git('init', '-q', '--bare', `${repo.home}/remote.git`);
  repo.git('remote', 'add', 'origin', `${repo.home}/remote.git`);
  const first = await git(repo, 'push', '-q', 'origin', 'main');
  assert.is(first.code, 0, first.stderr);
  repo.commit({ 'b.js': 'export const b = 1;\n' });
  repo.commit({ 'a.js': BAD });
  repo.stage({ 'staged.js': BAD });
  const blocked = await git(repo, 'push', 'origin', 'main');
  assert.is(blocked.code, 1);
  assert.match(blocked.stderr, new RegExp(`lgtm: refs/heads/main: ${head(repo, 'HEAD~2').slice(0, 12)}\\.\\.`));
  assert.match(blocked.stdout, /a\.js:1/);
  assert.not.match(blocked.stdout, /staged\.js/, 'what is staged is not pushed');
  repo.git('checkout', '-q', '-b', 'fine', 'HEAD~1');
  const fine = await git(repo, 'push', 'origin', 'fine');
  assert.is(fine.code, 0, fine.stderr);
  assert.match(fine.stdout, /lgtm: clean/);
});

stages(
  'pre-push compares a new branch with what the remote has, and a rewritten one with where it left',
  async ({ repo }) => {
    repo.git('update-ref', 'refs/remotes/origin/main', head(repo));
    const base = head(repo);
    repo.git('checkout', '-q', '-b', 'new');
    repo.commit({ 'a.js': BAD });
    const created = push(repo, `refs/heads/new ${head(repo)} refs/heads/new ${NOTHING}\n`, 'origin', 'url');
    assert.is(created.code, 1);
    assert.match(created.stderr, new RegExp(`${base.slice(0, 12)}\\.\\.${head(repo).slice(0, 12)}`));
    const old = head(repo);
    repo.git('reset', '-q', '--hard', base);
    repo.commit({ 'b.js': 'export const b = 1;\n' });
    const forced = push(repo, `refs/heads/new ${head(repo)} refs/heads/new ${old}\n`, 'origin', 'url');
    assert.is(forced.code, 0, forced.stdout);
    assert.match(forced.stderr, new RegExp(`${base.slice(0, 12)}\\.\\.`));
  },
);

stages('pre-push reviews everything where nothing is known of the remote', ({ repo }) => {
  repo.commit({ 'b.js': BAD });
  const ran = push(repo, `refs/heads/main ${head(repo)} refs/heads/main ${'1'.repeat(40)}\n`, 'origin', 'url');
  assert.is(ran.code, 1);
  assert.match(ran.stdout, /b\.js:1/);
});

stages('pre-push has nothing to say of deletions, of what the remote has, and of no input', ({ repo }) => {
  repo.git('update-ref', 'refs/remotes/origin/main', head(repo));
  for (const input of [
    '',
    `(delete) ${NOTHING} refs/heads/old ${head(repo)}\n`,
    `refs/heads/main ${head(repo)} refs/heads/main ${head(repo)}\n`,
    `refs/tags/v1 ${head(repo)} refs/tags/v1 ${NOTHING}\n`,
  ]) {
    const ran = push(repo, input, 'origin', 'url');
    assert.equal([ran.code, ran.stdout], [0, ''], ran.stderr);
  }
});

stages('pre-push refuses input that git does not write', ({ repo }) => {
  const ran = push(repo, 'rm -rf /\u001b[31m\n', 'origin', 'url');
  assert.equal([ran.code, /unexpected line/.test(ran.stderr), ran.stderr.includes('\u001b')], [2, true, false]);
});

stages('pre-push writes nothing into the repository, and leaves nothing behind', ({ repo }) => {
  repo.commit({ 'a.js': BAD });
  repo.git('config', 'core.splitIndex', 'true');
  const list = (): string[] => readdirSync(join(repo.root, '.git'), { recursive: true, encoding: 'utf8' }).sort();
  const left = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('lgtm-range-'));
  const [before, index] = [list(), repo.git('ls-files', '-s')];
  push(repo, `refs/heads/main ${head(repo)} refs/heads/main ${head(repo, 'HEAD~1')}\n`, 'origin', 'url');
  assert.equal([list(), repo.git('ls-files', '-s'), left()], [before, index, []]);
});

stages('an unknown stage ends 2', async ({ repo }) => {
  for (const stage of ['post-commit', '__proto__', 'constructor']) {
    const ran = await hook(repo, stage);
    assert.equal([ran.code, /unknown hook stage/.test(ran.stderr)], [2, true], stage);
  }
});

/** A copy of the program whose rules make it fail in a way that nobody has thought of. */
const brokenCopy = (repo: TestRepo): string => {
  const copy = join(repo.home, 'broken');
  mkdirSync(copy);
  for (const name of ['bin', 'dist', 'specs', 'package.json'])
    cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  writeFileSync(join(copy, 'specs', 'compiled', 'headers.json'), '[null]');
  return join(copy, 'bin', 'lgtm.js');
};

stages('an internal error lets the commit pass with one line, without a trace', async ({ repo }) => {
  repo.stage({ 'a.js': BAD });
  const broken = brokenCopy(repo);
  const ran = await run(process.execPath, [broken, 'hook', 'pre-commit'], { cwd: repo.root, env: repo.env });
  assert.equal([ran.code, ran.stdout], [0, '']);
  assert.match(ran.stderr, /^lgtm: NOT REVIEWED: internal error: [^\n]+\n$/m);
  assert.not.match(ran.stderr, /\n\s+at /);
  const byHand = await run(process.execPath, [broken, 'check'], { cwd: repo.root, env: repo.env });
  assert.is(byHand.code, 4);
});

stages('an internal error and an unread message stop the commit where the repository says so', async ({ repo }) => {
  repo.commit({ 'lgtm.config.yaml': 'onNotReviewed: block\n' });
  repo.stage({ 'a.js': 'export const a = 2;\n' });
  const ran = await run(process.execPath, [brokenCopy(repo), 'hook', 'pre-commit'], { cwd: repo.root, env: repo.env });
  assert.is(ran.code, 1);
  assert.match(ran.stderr, /^lgtm: NOT REVIEWED: internal error: .*\(onNotReviewed: block\)$/m);
  assert.is((await hook(repo, 'commit-msg', join(repo.home, 'missing'))).code, 1);
  assert.not.ok(existsSync(join(repo.root, '.git', 'index.lock')));
});

stages.run();
