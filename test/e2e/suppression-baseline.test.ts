import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Report } from '../../lib/types.ts';
import { makeRepo, type TestRepo } from '../support/repo.ts';
import { lgtm, type Ran } from '../support/run.ts';

const baseline = suite<{ repo: TestRepo }>('lgtm baseline');

/** Written in two parts, so that this file plants nothing itself. */
const EVAL = ['ev', 'al(req.query.x)'].join('');
const BAD = `export const f = (req) => ${EVAL};\n`;
const FILE = '.lgtm/baseline.json';

interface Entry {
  readonly id: string;
  readonly rule: string;
  readonly path: string;
  readonly reason?: string;
}

baseline.before.each((context) => {
  context.repo = makeRepo();
  context.repo.commit({ 'a.js': 'export const a = 1;\n' });
});
baseline.after.each(({ repo }) => repo.remove());

const run = (repo: TestRepo, ...args: string[]): Promise<Ran> => lgtm(args, { cwd: repo.root, env: repo.env });
const write = (repo: TestRepo, ...args: string[]): Promise<Ran> => run(repo, 'baseline', '--no-model', ...args);
const check = async (repo: TestRepo): Promise<Report> =>
  JSON.parse((await run(repo, 'check', '--no-model', '--format', 'json')).stdout) as Report;
const textOf = (repo: TestRepo): string => readFileSync(join(repo.root, FILE), 'utf8');
const entriesOf = (repo: TestRepo): readonly Entry[] => JSON.parse(textOf(repo)).findings;
const accept = async (repo: TestRepo, ...args: string[]): Promise<void> => {
  const ran = await write(repo, ...args);
  assert.is(ran.code, 0, ran.stderr);
  repo.git('add', FILE);
  repo.git('commit', '-q', '--no-verify', '-m', 'accept', FILE);
};
const isRefused = ({ code, stdout, stderr }: Ran, message: RegExp): void => {
  assert.equal([code, stdout], [2, ''], stderr);
  assert.match(stderr, message);
  assert.not.match(stderr, /\n\s+at /);
};

baseline('accepts the findings of what is staged, an entry a line, with the reason', async ({ repo }) => {
  repo.stage({ 'b.js': BAD, 'a.js': `${BAD}try {\n  f();\n} catch {}\n` });
  const ran = await write(repo, '--reason', 'older than the hook');
  assert.is(ran.code, 0, ran.stderr);
  assert.match(ran.stdout, /3 entries, 3 new, 0 gone\. It counts once it is committed/);
  assert.equal(
    entriesOf(repo).map(({ rule, path, reason }) => [path, rule, reason]),
    [
      ['a.js', 'rob/swallowed-error', 'older than the hook'],
      ['a.js', 'sec/dynamic-eval', 'older than the hook'],
      ['b.js', 'sec/dynamic-eval', 'older than the hook'],
    ],
  );
  assert.is(
    textOf(repo)
      .split('\n')
      .filter((line) => line.includes('"id"')).length,
    3,
  );
  assert.equal(readdirSync(join(repo.root, '.lgtm')), ['baseline.json'], 'and nothing else is left there');
  assert.match(repo.git('status', '--porcelain'), /\?\? \.lgtm\//, 'nor staged');
});

baseline('counts once it is committed, and is listed in every report', async ({ repo }) => {
  repo.stage({ 'a.js': BAD });
  await write(repo, '--reason', 'older than the hook');
  repo.git('add', FILE);
  const before = await check(repo);
  assert.is(before.outcome, 'blocked', 'a commit cannot accept its own findings');
  assert.match(before.notes.join('\n'), /this commit adds \.lgtm\/baseline\.json: it counts from the next commit on/);
  repo.git('commit', '-q', '--no-verify', '-m', 'accept', FILE);
  const report = await check(repo);
  const [one] = report.suppressed;
  assert.equal([report.outcome, one?.by, one?.reason, one?.added], ['clean', 'baseline', 'older than the hook', false]);
  const text = (await run(repo, 'check', '--no-model')).stdout;
  assert.match(text, /suppressed \(1\): in the baseline: a\.js:1 sec\/dynamic-eval: older than the hook/);
  const [result] = JSON.parse((await run(repo, 'check', '--no-model', '--format', 'sarif')).stdout).runs[0].results;
  assert.is(result.suppressions[0].properties.by, 'baseline');
});

baseline('counts in its HEAD version where the commit changes it, and the change is said', async ({ repo }) => {
  repo.stage({ 'a.js': BAD });
  await accept(repo);
  repo.git('commit', '-q', '--no-verify', '-m', 'with it');
  repo.stage({ 'a.js': `${BAD}export const g = (req) => [${EVAL}];\n` });
  await write(repo, '--update');
  repo.git('add', FILE);
  const report = await check(repo);
  assert.equal(
    report.findings.map(({ line }) => line),
    [2],
  );
  assert.match(
    report.notes.join('\n'),
    /changes \.lgtm\/baseline\.json \(1 entry more, 0 fewer\); it counts from the next/,
  );
  writeFileSync(join(repo.root, FILE), '{"version":1,"findings":[]}');
  repo.stage({ 'a.js': `x;\n${BAD}` });
  assert.equal((await check(repo)).findings, [], 'taking an entry out counts from the next commit on as well');
});

baseline('of a repository without a commit is the staged one', async () => {
  const repo = makeRepo();
  repo.stage({ 'a.js': BAD });
  await write(repo);
  repo.git('add', '-A');
  const report = await check(repo);
  assert.equal([report.outcome, report.suppressed.length], ['clean', 1]);
  assert.match(report.notes.join('\n'), /no commit yet: the staged \.lgtm\/baseline\.json counts/);
  repo.remove();
});

baseline('reports entries that match nothing any more, and removes them with --prune', async ({ repo }) => {
  repo.stage({ 'a.js': `${BAD}export const g = (req) => [${EVAL}];\n`, 'b.js': BAD, 'c.js': BAD });
  await accept(repo);
  repo.git('commit', '-q', '--no-verify', '-m', 'with them');
  repo.stage({ 'a.js': BAD, 'd.js': 'export const d = 1;\n' });
  const report = await check(repo);
  assert.match(
    report.notes.join('\n'),
    /baseline\.json: an entry matches nothing any more \(sec\/dynamic-eval in a\.js\)/,
  );
  repo.git('rm', '-q', 'c.js');
  assert.match((await check(repo)).notes.join('\n'), /2 entries match nothing any more/);
  const ran = await write(repo, '--prune');
  assert.match(ran.stdout, /2 entries, 0 new, 2 gone/);
  assert.equal(
    entriesOf(repo).map(({ path }) => path),
    ['a.js', 'b.js'],
  );
  assert.match((await write(repo, '--prune')).stdout, /nothing to change, 2 entries/);
});

baseline('says nothing of entries whose line is only not part of the change', async ({ repo }) => {
  repo.stage({ 'a.js': BAD });
  await accept(repo);
  repo.git('commit', '-q', '--no-verify', '-m', 'with it');
  repo.stage({ 'a.js': `${BAD}export const more = 1;\n` });
  const report = await check(repo);
  assert.equal([report.outcome, report.notes], ['clean', []]);
});

baseline('follows a renamed file', async ({ repo }) => {
  const rest = 'export const many = [1, 2, 3, 4];\nexport const more = [5, 6, 7, 8];\n';
  repo.stage({ 'a.js': `${rest}${BAD}` });
  await accept(repo);
  repo.git('commit', '-q', '--no-verify', '-m', 'with it');
  const [before] = entriesOf(repo);
  repo.git('mv', 'a.js', 'b.js');
  repo.stage({ 'b.js': `${BAD}${rest}` });
  const report = await check(repo);
  assert.equal([report.findings, report.suppressed.length, report.notes], [[], 1, []]);
  await write(repo, '--update', '--prune');
  const [after] = entriesOf(repo);
  assert.equal([after?.path, entriesOf(repo).length], ['b.js', 1]);
  assert.is.not(after?.id, before?.id);
  repo.git('add', '-A');
  repo.git('commit', '-q', '--no-verify', '-m', 'rename');
  repo.stage({ 'b.js': `${rest}${BAD}` });
  assert.equal((await check(repo)).findings, []);
});

baseline('adds with --update and keeps what is there', async ({ repo }) => {
  repo.stage({ 'a.js': BAD });
  await accept(repo, '--reason', 'first');
  repo.stage({ 'b.js': BAD });
  assert.match((await write(repo, '--update', '--reason', 'second')).stdout, /2 entries, 1 new, 0 gone/);
  assert.equal(
    entriesOf(repo).map(({ reason }) => reason),
    ['first', 'second'],
  );
  const text = textOf(repo);
  assert.match((await write(repo, '--update')).stdout, /nothing to change/);
  assert.is(textOf(repo), text);
  const json = JSON.parse((await write(repo, '--update', '--json')).stdout);
  assert.equal([json.schema, json.file, json.entries, json.added], [1, FILE, 2, []]);
});

baseline('writes nothing where nothing is found', async ({ repo }) => {
  repo.stage({ 'a.js': 'export const a = 2;\n' });
  const ran = await write(repo);
  assert.equal([ran.code, existsSync(join(repo.root, '.lgtm'))], [0, false], ran.stdout);
});

baseline('says that it is not complete where the model that it needs is not there', async ({ repo }) => {
  repo.stage({ 'a.js': `${BAD}export const isOld = (t) => t.exp < Date.now();\n` });
  const ran = await run(repo, 'baseline');
  assert.is(ran.code, 3);
  assert.match(ran.stderr, /the review behind it was not complete: /);
  assert.is(entriesOf(repo).length, 1);
});

baseline('refuses to overwrite one, and to prune none', async ({ repo }) => {
  repo.stage({ 'a.js': BAD });
  isRefused(await write(repo, '--prune'), /there is no \.lgtm\/baseline\.json to prune/);
  await write(repo);
  const text = textOf(repo);
  isRefused(await write(repo), /there is a \.lgtm\/baseline\.json already[\s\S]*--update adds to it/);
  assert.is(textOf(repo), text);
  isRefused(await write(repo, '--update', '--reason', ' '), /--reason is empty/);
});

baseline(
  'refuses one that is of another version, too large, torn or no file, by hand and in a review',
  async ({ repo }) => {
    for (const [text, message] of [
      ['{"version":2,"findings":[]}', /\.lgtm\/baseline\.json is of version 2, and this lgtm reads version 1/],
      [`{"version":1,"findings":[]}${' '.repeat(4 * 1024 * 1024)}`, /\.lgtm\/baseline\.json.* larger than 4 MiB/],
      ['<<<<<<< HEAD\n', /is not JSON \(it holds conflict markers\)/],
      ['{"version":1,"findings":[{"id":"x"}]}', /entry 1 has no id of 16 digits/],
    ] as const) {
      repo.stage({ [FILE]: text, 'a.js': BAD });
      isRefused(await write(repo, '--update'), message);
      isRefused(await run(repo, 'check', '--no-model'), message);
      assert.is(textOf(repo).length, text.length, 'it stays as it is');
    }
  },
);

baseline('in HEAD that cannot be read counts for nothing in the commit that mends it', async ({ repo }) => {
  for (const broken of ['{', `{"version":1,"findings":[]}${' '.repeat(4 * 1024 * 1024)}`]) {
    repo.commit({ [FILE]: broken, 'a.js': 'export const a = 1;\n' });
    repo.stage({ 'a.js': BAD });
    isRefused(await run(repo, 'check', '--no-model'), /baseline\.json/);
    repo.stage({ [FILE]: '{"version":1,"findings":[]}' });
    assert.is((await check(repo)).outcome, 'blocked');
  }
});

baseline('follows no link, out of the repository or inside', async ({ repo }) => {
  const outside = join(repo.home, 'outside');
  mkdirSync(outside);
  symlinkSync(outside, join(repo.root, '.lgtm'));
  repo.write('a.js', BAD);
  repo.git('add', 'a.js');
  isRefused(await write(repo), /\.lgtm is no folder/);
  assert.equal(readdirSync(outside), []);
});

baseline('leaves nothing half-written where the folder cannot be written', async ({ repo }) => {
  if (process.getuid?.() === 0) {
    // Permissions stop no root: a folder in the place of the file does.
    mkdirSync(join(repo.root, FILE), { recursive: true });
    repo.stage({ 'a.js': BAD });
    isRefused(await write(repo), /baseline\.json is no plain file/);
    assert.equal(readdirSync(join(repo.root, '.lgtm')), ['baseline.json']);
    return;
  }
  mkdirSync(join(repo.root, '.lgtm'));
  repo.stage({ 'a.js': BAD });
  chmodSync(join(repo.root, '.lgtm'), 0o555);
  isRefused(await write(repo), /cannot write/);
  assert.equal(readdirSync(join(repo.root, '.lgtm')), []);
  chmodSync(join(repo.root, '.lgtm'), 0o755);
});

baseline.run();
