import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Report } from '../../lib/types.ts';
import { makeRepo, type TestRepo } from '../support/repo.ts';
import { lgtm, type Ran } from '../support/run.ts';

const broken = suite<{ repo: TestRepo }>('situations: broken');

broken.before.each((context) => {
  context.repo = makeRepo();
  const { repo } = context;
  repo.commit({ 'a.js': 'a\n', 'old.txt': 'one\ntwo\nthree\n', 'wide.txt': 'w\n'.repeat(100) });
  repo.git('mv', 'old.txt', 'new.txt');
  repo.stage({ 'a.js': 'a\neval(input);\n', 'new.txt': 'one\ntwo\nthree\nfour\n' });
});
broken.after.each(({ repo }) => repo.remove());

const GIT = execFileSync('/bin/sh', ['-c', 'command -v git']).toString().trim();

/** A folder with a git that does as the script says; `$n` is the number of the call, also where calls overlap. */
const fakeGit = (repo: TestRepo, script: string): { env: NodeJS.ProcessEnv; calls: () => number } => {
  const [bin, calls] = [join(repo.home, 'bin'), join(repo.home, 'calls')];
  for (const folder of [bin, calls]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
  }
  const count = `n=1\nwhile ! mkdir '${calls}'/$n 2>/dev/null; do n=$((n + 1)); done`;
  writeFileSync(join(bin, 'git'), `#!/bin/sh\n${count}\n${script}\nexec '${GIT}' "$@"\n`);
  chmodSync(join(bin, 'git'), 0o755);
  return { env: { ...repo.env, PATH: `${bin}:${repo.env['PATH']}` }, calls: () => readdirSync(calls).length };
};

const check = (repo: TestRepo, env = repo.env): Promise<Ran> => lgtm(['check', '--no-model'], { cwd: repo.root, env });

/** One or two lines for a person: what happened and what to do; never a trace. */
const complains = (ran: Ran, code: number, message: RegExp): void => {
  assert.is(ran.code, code, ran.stderr);
  assert.match(ran.stderr, message);
  assert.not.match(ran.stderr, /\n\s+at .*:\d+:\d+/);
  const lines = ran.stderr.trimEnd().split('\n');
  assert.ok(lines.length <= 3, ran.stderr);
  assert.is(ran.stdout, '');
};

broken('says so where git is missing', async ({ repo }) => {
  complains(await check(repo, { ...repo.env, PATH: join(repo.home, 'nothing') }), 2, /git was not found/);
});

for (const [version, fits] of [
  ['2.24.4', false],
  ['1.9.5', false],
  ['2.25.0', true],
  ['2.100.1.windows.1', true],
  ['3.0.0-rc1', true],
] as const)
  broken(`${fits ? 'takes' : 'refuses'} git ${version}`, async ({ repo }) => {
    const { env } = fakeGit(repo, `case "$*" in *' version') echo 'git version ${version}'; exit 0 ;; esac`);
    const ran = await check(repo, env);
    if (fits) assert.is(ran.code, 1, ran.stderr);
    else complains(ran, 2, new RegExp(`git ${version} is too old`));
  });

/** Ways in which a call may fail: before it says anything, after some of it, by a signal, without a word. */
const FAILURES: readonly (readonly [string, string])[] = [
  ['at once', 'echo "fatal: made to fail" >&2; exit 128'],
  ['in the middle of its answer', `'${GIT}' "$@" | head -c 90; echo "fatal: made to fail" >&2; exit 1`],
  ['without a word', 'exit 1'],
  ['by a signal', 'kill -9 $$'],
];

for (const [how, script] of FAILURES)
  broken(`never takes a git that fails ${how} for a change without faults`, async ({ repo }) => {
    const healthy = await check(repo);
    assert.is(healthy.code, 1);
    let failed = 0;
    for (let call = 1; ; call++) {
      const { env, calls } = fakeGit(repo, `if [ $n = ${call} ]; then ${script}; fi`);
      const ran = await check(repo, env);
      const said = ran.stdout + ran.stderr;
      assert.not.match(said, /\n\s+at .*:\d+:\d+|internal error/, `call ${call}`);
      assert.not.match(said, /nothing is staged/, `call ${call}`);
      // Recent subjects and the pairing of renames may fail without a consequence for the verdict.
      if (ran.code === 1) assert.match(said, /sec\/dynamic-eval/, `call ${call}`);
      else {
        assert.ok(ran.code === 2 || ran.code === 3, `call ${call}: exit ${ran.code}: ${said}`);
        assert.match(said, /made to fail|failed: (?:exit|ended)|git/, `call ${call}`);
        failed++;
      }
      if (calls() < call) break;
    }
    assert.ok(failed >= 5, `${failed} calls mattered`);
  });

broken('says so where the index is damaged', async ({ repo }) => {
  writeFileSync(join(repo.root, '.git', 'index'), 'DIRC garbage');
  complains(await check(repo), 2, /index/);
});

broken('says so where HEAD names a commit that is missing', async ({ repo }) => {
  writeFileSync(join(repo.root, '.git', 'refs', 'heads', 'main'), `${'1'.repeat(40)}\n`);
  complains(await check(repo), 2, /1{40}|HEAD/);
});

broken('says so where the tree of HEAD is missing', async ({ repo }) => {
  const tree = repo.git('rev-parse', 'HEAD^{tree}').trim();
  rmSync(join(repo.root, '.git', 'objects', tree.slice(0, 2), tree.slice(2)));
  complains(await check(repo), 2, /tree/);
});

broken('names staged objects that are damaged, and reviews the rest', async ({ repo }) => {
  const bulk = Array.from({ length: 2000 }, (_, i) => `${Math.sin(i)}\n`).join('');
  repo.stage({ 'bulk.txt': bulk, 'z.js': 'eval(other);\n' });
  for (const [name, size] of [
    ['a.js', 10],
    ['bulk.txt', 9000],
  ] as const) {
    const id = repo.git('rev-parse', `:${name}`).trim();
    const path = join(repo.root, '.git', 'objects', id.slice(0, 2), id.slice(2));
    chmodSync(path, 0o644);
    truncateSync(path, size);
  }
  const ran = await lgtm(['check', '--no-model', '--format', 'json'], { cwd: repo.root, env: repo.env });
  assert.is(ran.code, 1, ran.stderr);
  const report = JSON.parse(ran.stdout) as Report;
  assert.equal(
    report.findings.map(({ path }) => path),
    ['z.js'],
  );
  const why = Object.fromEntries(report.notReviewed.map(({ path, reason }) => [path, reason]));
  assert.is(why['a.js'], 'object missing');
  assert.match(why['bulk.txt'] ?? '', /^git cat-file failed: /);
});

broken('says so where there is no repository, or no work tree', async ({ repo }) => {
  const outside = join(repo.beside, 'outside');
  mkdirSync(outside);
  const env = { ...repo.env, GIT_CEILING_DIRECTORIES: repo.beside };
  complains(await lgtm(['check'], { cwd: outside, env }), 2, /not a git repository/);
  repo.gitIn(outside, ['init', '-q', '--bare']);
  complains(await lgtm(['check'], { cwd: outside, env: repo.env }), 2, /bare repository/);
});

broken('says which paths are unmerged', async ({ repo }) => {
  repo.git('commit', '-q', '-m', 'x');
  repo.git('checkout', '-q', '-b', 'side');
  repo.commit({ 'a.js': 'side\n' });
  repo.git('checkout', '-q', 'main');
  repo.commit({ 'a.js': 'main\n' });
  assert.throws(() => repo.git('merge', 'side'));
  complains(await check(repo), 2, /unmerged paths: "a\.js"/);
});

broken(
  'stops the commit where git cannot be used, and lets it pass with a loud line where an object cannot be read',
  async ({ repo }) => {
    const hook = (env: NodeJS.ProcessEnv) => lgtm(['hook', 'pre-commit'], { cwd: repo.root, env });
    const { env } = fakeGit(repo, 'case "$*" in *diff-index*) echo "fatal: made to fail" >&2; exit 128 ;; esac');
    assert.is((await hook(env)).code, 2);
    repo.stage({ 'a.js': 'a\n' });
    repo.git('update-index', '--add', '--cacheinfo', `100644,${'1'.repeat(40)},gone.txt`);
    const ran = await hook(repo.env);
    assert.is(ran.code, 0);
    assert.match(ran.stdout + ran.stderr, /NOT REVIEWED[^\n]*gone\.txt: object missing/);
  },
);

broken.run();
