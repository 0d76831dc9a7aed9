import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Report } from '../../lib/types.ts';
import { makeRepo, type TestRepo } from '../support/repo.ts';
import { lgtm, type Ran } from '../support/run.ts';

const dismiss = suite<{ repo: TestRepo }>('lgtm dismiss');

/** Written in two parts, so that this file plants nothing itself. */
const EVAL = ['ev', 'al(req.query.x)'].join('');
const BAD = `export const f = (req) => ${EVAL};\n`;

dismiss.before.each((context) => {
  context.repo = makeRepo();
  context.repo.commit({ 'a.js': 'export const a = 1;\n' });
});
dismiss.after.each(({ repo }) => repo.remove());

const run = (repo: TestRepo, ...args: string[]): Promise<Ran> => lgtm(args, { cwd: repo.root, env: repo.env });
const check = async (repo: TestRepo): Promise<Report> =>
  JSON.parse((await run(repo, 'check', '--no-model', '--format', 'json')).stdout) as Report;
const idOf = async (repo: TestRepo): Promise<string> => (await check(repo)).findings[0]?.id ?? '';
const isRefused = ({ code, stdout, stderr }: Ran): void => {
  assert.equal([code, stdout], [2, ''], stderr);
  assert.not.match(stderr, /\n\s+at /);
};

dismiss('takes a finding out of the verdict at once, and lists it in every report', async ({ repo }) => {
  repo.stage({ 'a.js': BAD });
  const text = await run(repo, 'check', '--no-model');
  const [, id = ''] = /lgtm dismiss ([0-9a-f]{16}) --reason/.exec(text.stdout) ?? [];
  const ran = await run(repo, 'dismiss', id, '--reason', 'our own test bench');
  assert.is(ran.code, 0, ran.stderr);
  assert.match(ran.stdout, new RegExp(`^dismissed ${id}: sec/dynamic-eval a\\.js:1\n`));
  const report = await check(repo);
  assert.equal([report.outcome, report.findings], ['clean', []]);
  const [one] = report.suppressed;
  assert.equal([one?.finding.id, one?.by, one?.reason, one?.added], [id, 'dismissed', 'our own test bench', false]);
  const after = await run(repo, 'check', '--no-model');
  assert.match(after.stdout, /suppressed \(1\): dismissed: a\.js:1 sec\/dynamic-eval: our own test bench/);
  const sarif = JSON.parse((await run(repo, 'check', '--no-model', '--format', 'sarif')).stdout);
  const [result] = sarif.runs[0].results;
  assert.equal([result.suppressions[0].kind, result.suppressions[0].justification], ['external', 'our own test bench']);
  assert.is(repo.git('status', '--porcelain'), 'M  a.js\n', 'and nothing is written into the repository');
});

dismiss('lists the findings of the last run and what is dismissed, and takes a dismissal back', async ({ repo }) => {
  assert.is((await run(repo, 'dismiss', '--known')).stdout, 'The last run here reported nothing.\n');
  assert.is((await run(repo, 'dismiss', '--list')).stdout, 'Nothing is dismissed here.\n');
  repo.stage({ 'a.js': BAD });
  const id = await idOf(repo);
  assert.is((await run(repo, 'dismiss', '--known')).stdout, `${id}  sec/dynamic-eval a.js:1\n`);
  assert.is((await run(repo, 'dismiss', id.slice(0, 6), '--reason', 'it is fine')).code, 0);
  assert.match(
    (await run(repo, 'dismiss', '--list')).stdout,
    new RegExp(`^${id}  sec/dynamic-eval a\\.js: it is fine \\(`),
  );
  const listed = JSON.parse((await run(repo, 'dismiss', '--list', '--json')).stdout);
  assert.equal([listed.schema, listed.findings[0].id], [1, id]);
  assert.is((await run(repo, 'dismiss', '--remove', id.toUpperCase())).code, 0);
  assert.is((await check(repo)).outcome, 'blocked');
  isRefused(await run(repo, 'dismiss', '--remove', id));
});

dismiss('refuses an id that the last run did not report, with the list of those that it did', async ({ repo }) => {
  repo.stage({ 'a.js': `${BAD}export const g = (req) => [${EVAL}];\n` });
  const report = await check(repo);
  const ran = await run(repo, 'dismiss', '0000000000000000', '--reason', 'it is fine');
  isRefused(ran);
  assert.match(ran.stderr, /^lgtm: the last run here did not report "0000000000000000"\n/);
  for (const { id, line } of report.findings) assert.ok(ran.stderr.includes(`${id}  sec/dynamic-eval a.js:${line}\n`));
  repo.stage({ 'a.js': 'export const a = 2;\n' });
  await check(repo);
  const gone = await run(repo, 'dismiss', report.findings[0]?.id ?? '', '--reason', 'it is fine');
  isRefused(gone);
  assert.match(gone.stderr, /It reported nothing\. Run `lgtm check` first\./);
});

dismiss('refuses ids that are none, and does nothing with them', async ({ repo }) => {
  repo.stage({ 'a.js': BAD });
  await check(repo);
  for (const id of [
    '',
    '../../etc/passwd',
    'zz',
    '\u001b[31mred\u202e',
    'a'.repeat(100_000),
    '$(touch x)',
    '.*',
    '__proto__',
  ]) {
    const ran = await run(repo, 'dismiss', id, '--reason', 'it is fine');
    isRefused(ran);
    for (const hidden of ['\u001b', '\u202e']) assert.not.ok(ran.stderr.includes(hidden));
    assert.ok(ran.stderr.length < 1000, 'and no id is repeated at length');
  }
});

dismiss('refuses what it cannot make sense of, with one line each', async ({ repo }) => {
  for (const [args, message] of [
    [['dismiss'], /needs the id of a finding/],
    [['dismiss', 'abcd'], /needs a reason/],
    [['dismiss', 'abcd', '--reason', ' . '], /needs a reason/],
    [['dismiss', 'abcd', '--list'], /one thing at a time/],
    [['dismiss', '--list', '--known'], /one thing at a time/],
  ] as const) {
    const ran = await run(repo, ...args);
    isRefused(ran);
    assert.match(ran.stderr, message);
  }
});

dismiss('holds when the line shifts, the block moves, and the file is renamed', async ({ repo }) => {
  repo.stage({ 'a.js': BAD });
  await run(repo, 'dismiss', await idOf(repo), '--reason', 'it is fine');
  repo.stage({ 'a.js': `export const first = 1;\n\n\t${BAD}` });
  assert.equal((await check(repo)).suppressed.length, 1, 'shifted');
  repo.git('commit', '-q', '--no-verify', '-m', 'with it');
  repo.stage({ 'a.js': `${BAD}export const first = 1;\n\n` });
  assert.equal((await check(repo)).findings, [], 'moved');
  const rest = 'export const many = [1, 2, 3, 4];\nexport const more = [5, 6, 7, 8];\n';
  repo.commit({ 'a.js': `export const one = 1;\n${rest}${BAD}` });
  repo.git('mv', 'a.js', 'b.js');
  repo.stage({ 'b.js': `${BAD}export const one = 1;\n${rest}` });
  const renamed = await check(repo);
  assert.equal([renamed.findings, renamed.suppressed[0]?.finding.path], [[], 'b.js'], 'renamed');
  repo.git('commit', '-q', '--no-verify', '-m', 'rename');
  repo.stage({ 'b.js': `export const one = 1;\n${rest}${BAD}` });
  assert.equal((await check(repo)).suppressed.length, 1, 'and the dismissal follows to the new name');
});

dismiss('does not hold for an equal line that is added beside it', async ({ repo }) => {
  repo.stage({ 'a.js': BAD });
  await run(repo, 'dismiss', await idOf(repo), '--reason', 'it is fine');
  repo.git('commit', '-q', '--no-verify', '-m', 'with it');
  repo.stage({ 'a.js': `${BAD}export const between = 1;\n${BAD}` });
  const report = await check(repo);
  assert.equal(
    report.findings.map(({ line }) => line),
    [3],
  );
});

dismiss('is shared by the work trees of a repository, and by no other repository', async ({ repo }) => {
  repo.stage({ 'a.js': BAD });
  await run(repo, 'dismiss', await idOf(repo), '--reason', 'it is fine');
  const tree = join(repo.home, 'tree');
  repo.git('worktree', 'add', '-q', tree);
  writeFileSync(join(tree, 'a.js'), BAD);
  repo.git('-C', tree, 'add', '-A');
  const there = await lgtm(['check', '--no-model'], { cwd: tree, env: repo.env });
  assert.is(there.code, 0, there.stdout);
  const other = makeRepo();
  other.stage({ 'a.js': BAD });
  assert.is((await lgtm(['check', '--no-model'], { cwd: other.root, env: repo.env })).code, 1);
  other.remove();
});

dismiss('says where the state folder cannot be used, and the review goes on without', async ({ repo }) => {
  mkdirSync(join(repo.home, '.local'), { recursive: true });
  writeFileSync(join(repo.home, '.local', 'state'), 'a file in the way');
  repo.stage({ 'a.js': BAD });
  assert.is((await check(repo)).outcome, 'blocked');
  isRefused(await run(repo, 'dismiss', await idOf(repo), '--reason', 'it is fine'));
});

dismiss('tells of dismissals that cannot be read, and does not throw them away', async ({ repo }) => {
  repo.stage({ 'a.js': BAD });
  const id = await idOf(repo);
  await run(repo, 'dismiss', id, '--reason', 'it is fine');
  const state = join(repo.home, '.local', 'state', 'lgtm');
  const file =
    readdirSync(state, { recursive: true, encoding: 'utf8' }).find((path) => path.endsWith('dismissed')) ?? '';
  writeFileSync(join(state, file), 'torn');
  const report = await check(repo);
  assert.is(report.outcome, 'blocked');
  assert.match(report.notes.join('\n'), /dismissed cannot be read: no dismissal counts/);
  const ran = await run(repo, 'dismiss', id, '--reason', 'it is fine');
  isRefused(ran);
  assert.match(ran.stderr, /cannot be read[\s\S]*Remove it to start anew/);
  assert.is(readFileSync(join(state, file), 'utf8'), 'torn');
});

dismiss.run();
