import { spawnSync } from 'node:child_process';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Report } from '../../lib/types.ts';
import { makeRepo, type TestRepo } from '../support/repo.ts';
import { BIN } from '../support/run.ts';

const diffs = suite<{ repo: TestRepo }>('a diff from a file or standard input');

/** Written in two parts, so that this file plants nothing itself. */
const EVAL = ['ev', 'al(req.query.x)'].join('');
const BAD = `export const f = (req) => ${EVAL};\n`;
const LONG = Array.from({ length: 60 }, (_, i) => `export const n${i} = ${i};\n`).join('');

diffs.before.each((context) => {
  context.repo = makeRepo();
  context.repo.commit({
    'a.js': 'export const a = 1;\n',
    'long.js': LONG,
    'old name.js': `${LONG}// x\n`,
    'gone.js': BAD,
  });
});
diffs.after.each(({ repo }) => repo.remove());

const run = (repo: TestRepo, args: readonly string[], input: string | Buffer = '') => {
  const options = { cwd: repo.root, env: repo.env, input, encoding: 'utf8', maxBuffer: 1e9 } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, ...args], options);
  return { code: status, stdout, stderr };
};
const check = (repo: TestRepo, input: string | Buffer, ...args: string[]) =>
  run(repo, ['check', '--no-model', '--format', 'json', '--diff', '-', ...args], input);
const reportOf = ({ stdout }: { stdout: string }): Report => JSON.parse(stdout || '{}') as Report;
const found = (ran: { stdout: string }): string[] => reportOf(ran).findings.map((f) => `${f.rule} ${f.path}:${f.line}`);

diffs('says of every file and every line what the index says', ({ repo }) => {
  repo.git('mv', 'old name.js', 'new name.js');
  repo.git('rm', '-q', 'gone.js');
  repo.write('run.sh', 'echo\n');
  repo.chmod('run.sh', 0o755);
  repo.link('link', 'a.js');
  repo.stage({
    'long.js': LONG.replace('n3 = 3', 'n3 = 33').replace('n50 = 50;\n', 'n50 = 50;\nexport const more = 1;\n'),
    'new name.js': `${LONG}// y\n`,
    'a.js': 'export const a = 2;',
    'sub/\u00e4\t".js': 'export const q = 1;\r\n',
    empty: '',
  });
  const view = (ran: { stdout: string }) => {
    const { tier1, tier2 } = JSON.parse(ran.stdout) as { tier1: { files: object[] }; tier2: { files: object[] } };
    return [tier1.files, tier2.files];
  };
  const staged = run(repo, ['context', '--json']);
  const diff = repo.git('diff', '--cached', '-M');
  assert.equal(view(run(repo, ['context', '--json', '--diff', '-'], diff)), view(staged));
  assert.ok(view(staged)[0]?.length === 8, staged.stdout);
});

diffs('reports the added lines, by the configuration of HEAD, and says what it could not see', ({ repo }) => {
  repo.commit({ 'lgtm.config.yaml': 'rules: { rob/swallowed-error: off }\n' });
  repo.stage({ 'long.js': `${LONG}${BAD}try {\n  go();\n} catch {}\n`, 'lgtm.config.yaml': 'mode: warn\n' });
  const ran = check(repo, repo.git('diff', '--cached'));
  assert.equal([ran.code, found(ran)], [1, ['sec/dynamic-eval long.js:61']]);
  assert.match(reportOf(ran).notes[0] ?? '', /^from a diff: of 2 files only the hunks are known; \d+ rules that could/);
  const whole = check(repo, `--- /dev/null\n+++ b/x.js\n@@ -0,0 +1 @@\n+${BAD}`);
  assert.equal([found(whole), reportOf(whole).notes], [['sec/dynamic-eval x.js:1'], []]);
  const text = run(repo, ['check', '--no-model', '--diff', '-'], repo.git('diff', '--cached')).stdout;
  assert.match(text, /59 │ export const n58 = 58;\n[\s\S]*> 61 │ export const f/);
});

diffs('a comment that begins in one hunk does not hide the next', ({ repo }) => {
  repo.stage({ 'long.js': `/* ${LONG.replace('n50 = 50;\n', `n50 = 50; */\n${BAD}`)}` });
  repo.commit({}, 'comment');
  repo.stage({ 'long.js': `/*\n${LONG.replace('n50 = 50;\n', `n50 = 50; */\n${BAD.replace('f =', 'g =')}`)}` });
  const ran = check(repo, repo.git('diff', '--cached', '-U0'));
  assert.equal(found(ran), ['sec/dynamic-eval long.js:53']);
});

diffs('what a diff does not show is not reviewed, and that is no pass', ({ repo }) => {
  repo.commit({ '.gitattributes': '*.js -diff\n' });
  repo.stage({ 'a.js': BAD });
  const ran = check(repo, repo.git('diff', '--cached'));
  assert.equal([ran.code, reportOf(ran).outcome], [3, 'not-reviewed']);
  assert.match(reportOf(ran).notes[0] ?? '', /^a\.js: the diff does not show its content/);
  assert.equal(found(check(repo, repo.git('diff', '--cached', '--text'))), ['sec/dynamic-eval a.js:1']);
});

diffs('checks over the change see the repository with the diff in it', ({ repo }) => {
  repo.commit({ 'package.json': '{\n  "dependencies": {\n  }\n}\n', 'package-lock.json': '{}\n' });
  const diff =
    '--- a/package.json\n+++ b/package.json\n@@ -2,2 +2,3 @@\n   "dependencies": {\n+    "left": "^1.0.0"\n   }\n';
  assert.equal(found(check(repo, diff)), ['git/lockfile-drift package.json:3']);
  const both = `${diff}--- a/package-lock.json\n+++ b/package-lock.json\n@@ -1 +1 @@\n-{}\n+{"x":1}\n`;
  assert.equal(found(check(repo, both)), []);
});

diffs('a file is read, an empty diff is clean, and a repository without a commit will do', ({ repo }) => {
  repo.write('../home/x.diff', `--- /dev/null\n+++ b/x.js\n@@ -0,0 +1 @@\n+${BAD}`);
  assert.is(run(repo, ['check', '--no-model', '--diff', '../home/x.diff']).code, 1);
  const empty = run(repo, ['check', '--diff', '-']);
  assert.equal([empty.code, empty.stdout], [0, 'lgtm: clean: the diff holds no file\n']);
  repo.git('checkout', '-q', '--orphan', 'fresh');
  assert.equal(found(check(repo, `--- /dev/null\n+++ b/x.js\n@@ -0,0 +1 @@\n+${BAD}`)), ['sec/dynamic-eval x.js:1']);
});

diffs('bad input is refused in a line or two', ({ repo }) => {
  for (const [args, input, message] of [
    [['--diff', 'gone.diff'], '', /the diff cannot be read: ENOENT/],
    [['--diff', '.'], '', /the diff cannot be read: EISDIR/],
    [['--diff', '-'], 'no diff\n', /the diff cannot be used: line 1: there is no file in it\n.*`git diff`/],
    [['--diff', '-'], '\u001b[31m--- a\n@@ -1 +1 @@\n', /line 2: a hunk without a file/],
    [['--diff', '-', '--range', 'a..b'], '', /--range and --diff exclude each other/],
  ] as const) {
    const ran = run(repo, ['check', ...args], input);
    assert.equal([ran.code, ran.stdout], [2, ''], args.join(' '));
    assert.match(ran.stderr, message);
    assert.ok(ran.stderr.trim().split('\n').length <= 2, ran.stderr);
  }
});

diffs.run();
