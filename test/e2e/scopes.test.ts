import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Report } from '../../lib/types.ts';
import { makeRepo, type TestRepo } from '../support/repo.ts';
import { lgtm, type Ran } from '../support/run.ts';

const scopes = suite<{ repo: TestRepo }>('what is looked at');

/** Written in two parts, so that this file plants nothing itself. */
const EVAL = ['ev', 'al(req.query.x)'].join('');
const BAD = `export const f = (req) => ${EVAL};\n`;
const SWALLOWED = 'try {\n  go();\n} catch {}\n';

scopes.before.each((context) => {
  context.repo = makeRepo();
  context.repo.commit({ 'a.js': 'export const a = 1;\n' });
});
scopes.after.each(({ repo }) => repo.remove());

const run = (repo: TestRepo, ...args: string[]): Promise<Ran> => lgtm(args, { cwd: repo.root, env: repo.env });
const check = (repo: TestRepo, ...args: string[]): Promise<Ran> =>
  run(repo, 'check', '--no-model', '--format', 'json', ...args);
const reportOf = (ran: Ran): Report => JSON.parse(ran.stdout || '{}') as Report;
const rulesIn = (ran: Ran): string[] => reportOf(ran).findings.map(({ rule, path }) => `${rule} ${path}`);

/** Contents that a hook has an opinion about, each staged on top of the one before, and what it says of them. */
const CHANGES: readonly (readonly [what: string, outcome: string, files: Readonly<Record<string, string>>])[] = [
  ['blocks', 'blocked', { 'a.js': `// first\n${BAD}` }],
  ['warns', 'warned', { 'b.js': SWALLOWED }],
  ['is waived', 'clean', { 'c.js': `// lgtm-ignore sec/dynamic-eval: a sandbox\n${BAD}` }],
  ['brings a configuration', 'warned', { 'lgtm.config.yaml': 'mode: warn\n', 'd.js': BAD }],
  ['loosens it', 'blocked', { 'lgtm.config.yaml': 'mode: block\nrules: { sec/dynamic-eval: off }\n', 'h.js': BAD }],
  ['is switched off in HEAD', 'clean', { 'e.js': BAD }],
  ['leaves itself out', 'warned', { '.lgtmignore': 'f.js\n', 'f.js': SWALLOWED }],
  [
    'needs a model',
    'warned',
    { 'g.js': 'export const f = async (us) => {\n  for (const u of us) await fetch(u);\n};\n' },
  ],
];

scopes('a commit and a range give the verdict that the hook gives of the same change', async ({ repo }) => {
  for (const [i, [what, outcome, files]] of CHANGES.entries()) {
    repo.stage(files);
    const staged = await check(repo);
    assert.is(reportOf(staged).outcome, outcome, `${what}: ${staged.stdout}${staged.stderr}`);
    repo.git('commit', '-q', '--no-verify', '-m', what);
    repo.write('a.js', BAD);
    repo.write('elsewhere.js', BAD);
    const scope = i % 2 === 0 ? ['--commit', 'HEAD'] : ['--range', 'HEAD~1..HEAD'];
    const ran = await check(repo, ...scope);
    assert.equal([ran.code, reportOf(ran)], [staged.code, reportOf(staged)], `${what}: ${scope.join(' ')}`);
    repo.git('checkout', '-q', '--', 'a.js');
    rmSync(join(repo.root, 'elsewhere.js'));
  }
});

scopes('what only the first end of a range holds is none of the change', async ({ repo }) => {
  repo.git('checkout', '-q', '-b', 'side');
  repo.commit({ 'side.js': SWALLOWED });
  repo.git('checkout', '-q', 'main');
  repo.commit({ 'main.js': BAD });
  assert.equal(rulesIn(await check(repo, '--range', 'main..side')), ['rob/swallowed-error side.js']);
  const nothing = await run(repo, 'check', '--range', 'main~1..main~1');
  assert.equal([nothing.code, nothing.stdout], [0, 'lgtm: clean: main~1 brings nothing that main~1 lacks\n']);
});

scopes(
  'a merge is looked at where it differs from all of its parents, the first commit as a whole',
  async ({ repo }) => {
    repo.git('checkout', '-q', '-b', 'side');
    repo.commit({ 'side.js': BAD });
    repo.git('checkout', '-q', 'main');
    repo.commit({ 'main.js': SWALLOWED });
    repo.git('merge', '-q', '--no-commit', '--no-ff', 'side');
    repo.stage({ 'own.js': SWALLOWED });
    const staged = await check(repo);
    repo.git('commit', '-q', '--no-verify', '-m', 'merge');
    const merge = await check(repo, '--commit', 'HEAD');
    assert.equal(reportOf(merge), reportOf(staged));
    assert.equal(rulesIn(merge), ['rob/swallowed-error own.js']);
    const whole = await check(repo, '--range', 'main~1..main');
    assert.equal(rulesIn(whole), ['sec/dynamic-eval side.js', 'rob/swallowed-error own.js']);
    const first = await run(repo, 'context', '--json', '--commit', 'main~2');
    const { tier1 } = JSON.parse(first.stdout) as { tier1: { unborn: boolean; files: { path: string }[] } };
    assert.equal([tier1.unborn, tier1.files.map(({ path }) => path)], [true, ['a.js']]);
  },
);

scopes('all files are looked at, by the configuration of HEAD, and not as one huge change', async ({ repo }) => {
  const many = Array.from({ length: 500 }, (_, i) => `export const n${i} = ${i};\n`).join('');
  repo.commit({ 'lgtm.config.yaml': 'rules: { rob/swallowed-error: block }\n', 'old.js': SWALLOWED, 'many.js': many });
  assert.equal(rulesIn(await check(repo)), []);
  repo.stage({ 'lgtm.config.yaml': 'rules: { rob/swallowed-error: off }\n', 'new.js': BAD });
  repo.write('untracked.js', BAD);
  const ran = await check(repo, '--all-files');
  assert.equal(rulesIn(ran), ['sec/dynamic-eval new.js', 'rob/swallowed-error old.js']);
  assert.is(ran.code, 1);
  assert.ok(reportOf(ran).notes.some((note) => note.includes('lgtm.config.yaml')));
});

scopes('a baseline of all files silences what was there, and nothing that comes', async ({ repo }) => {
  repo.commit({ 'old.js': SWALLOWED, 'older.js': BAD });
  const made = await run(repo, 'baseline', '--all-files', '--no-model');
  assert.is(made.code, 0, made.stderr);
  assert.match(made.stdout, /2 entries, 2 new/);
  repo.commit({});
  assert.equal(rulesIn(await check(repo, '--all-files')), []);
  repo.stage({ 'old.js': `${SWALLOWED}${BAD}` });
  assert.equal(rulesIn(await check(repo)), ['sec/dynamic-eval old.js']);
});

scopes('all files are looked at by the configuration of their package', async ({ repo }) => {
  repo.commit({
    'one/lgtm.config.yaml': 'rules: { rob/swallowed-error: off }\n',
    'one/a.js': SWALLOWED,
    'two/a.js': SWALLOWED,
  });
  assert.equal(rulesIn(await check(repo, '--all-files')), ['rob/swallowed-error two/a.js']);
});

scopes('the questions of a range can be shown', async ({ repo }) => {
  repo.commit({ 'g.js': 'export const f = async (url) => {\n  for (const u of url) await fetch(u);\n};\n' });
  const ran = await run(repo, 'check', '--commit', 'HEAD', '--dry-run');
  assert.is(ran.code, 0, ran.stderr);
  assert.match(ran.stdout, /about g\.js[\s\S]*questions, about/);
});

/** Every file of a folder, with what it holds. */
const stateOf = (folder: string): string => {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(folder, name);
    hash.update(`${name}\0`);
    if (lstatSync(path).isFile()) hash.update(readFileSync(path));
  }
  return hash.digest('hex');
};

scopes('nothing is written into the repository', async ({ repo }) => {
  repo.git('config', 'core.splitIndex', 'true');
  repo.commit({ 'a.js': BAD });
  const before = stateOf(repo.root);
  for (const scope of [['--commit', 'HEAD'], ['--range', 'HEAD~1..HEAD'], ['--all-files']])
    assert.is((await check(repo, ...scope)).code, 1);
  assert.is(stateOf(repo.root), before);
});

scopes('what cannot be understood is refused in one line', async ({ repo }) => {
  repo.git('checkout', '-q', '--orphan', 'apart');
  repo.commit({ 'b.js': BAD });
  for (const [args, message] of [
    [['--commit', 'gone'], /there is no commit "gone" here\n.*--unshallow/],
    [['--commit', '--all'], /argument|unknown option|ambiguous/],
    [['--commit=--all'], /there is no commit "--all" here/],
    [['--commit', 'HEAD:b.js'], /there is no commit "HEAD:b.js" here/],
    [['--commit', '\u001b[31m'], /there is no commit "<U\+001B>\[31m" here/],
    [['--range', '..'], /"\.\." is no range/],
    [['--range', '..HEAD'], /"\.\.HEAD" is no range/],
    [['--range', 'main..'], /"main\.\." is no range/],
    [['--range', 'main'], /"main" is no range/],
    [['--range', 'a..b..c'], /"a\.\.b\.\.c" is no range/],
    [['--range', `${'0'.repeat(40)}..HEAD`], /there is no commit "0{40}" here/],
    [['--range', 'main..apart'], /have no commit in common\n.*--unshallow/],
    [['--staged', '--all-files'], /--staged and --all-files exclude each other/],
    [['--range', 'a..b', '--commit', 'HEAD'], /--range and --commit exclude each other/],
  ] as const) {
    const ran = await run(repo, args[0] === '--commit' ? 'context' : 'check', ...args);
    assert.equal([ran.code, ran.stdout], [2, ''], args.join(' '));
    assert.match(ran.stderr, message);
    assert.ok(ran.stderr.trim().split('\n').length <= 2, ran.stderr);
  }
});

scopes.run();
