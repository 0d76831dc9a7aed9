import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Report } from '../../lib/types.ts';
import { makeRepo, type TestRepo } from '../support/repo.ts';
import { lgtm, type Ran } from '../support/run.ts';

const config = suite<{ repo: TestRepo }>('lgtm config');

interface Setting {
  readonly key: string;
  readonly value: string;
  readonly source: string;
  readonly where: string;
}

/** Written in two parts, so that this file plants nothing itself. */
const EVAL = ['ev', 'al(req.query.x)'].join('');
const BAD = `export const f = (req) => ${EVAL};\n`;

config.before.each((context) => {
  context.repo = makeRepo();
  context.repo.commit({ 'a.js': 'export const a = 1;\n' });
});
config.after.each(({ repo }) => repo.remove());

const run = (repo: TestRepo, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> =>
  lgtm(args, { cwd: repo.root, env: { ...repo.env, ...env } });
const settings = async (repo: TestRepo, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}) => {
  const ran = await run(repo, ['config', '--json', ...args], env);
  assert.is(ran.code, 0, ran.stderr);
  const { settings: all, notes } = JSON.parse(ran.stdout) as { settings: Setting[]; notes: string[] };
  const at = (key: string): readonly unknown[] => {
    const one = all.find((setting) => setting.key === key);
    return [one?.value, one?.source, one?.where];
  };
  return { at, notes, all };
};
const writeOwn = (repo: TestRepo, text: string): string => {
  const folder = join(repo.home, '.config', 'lgtm');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'config.yaml'), text);
  return join(folder, 'config.yaml');
};
const check = async (repo: TestRepo): Promise<Report> =>
  JSON.parse((await run(repo, ['check', '--no-model', '--format', 'json'])).stdout) as Report;

config('shows every value with where it comes from', async ({ repo }) => {
  const own = writeOwn(repo, 'host: 127.0.0.1:9\nfailOn: warn\ndeadline: 10\nmodel: mine\n');
  repo.commit({ 'lgtm.config.yaml': 'deadline: 20\nrules: { sec/dynamic-eval: warn, tran/print-debug: off }\n' });
  repo.stage({ 'lgtm.config.yaml': 'deadline: 20\nwaivers: head\nrules: { sec/dynamic-eval: block }\n' });
  const env = { LGTM_MODEL: 'theirs' };
  const { at } = await settings(repo, ['--fail-closed'], env);
  assert.equal(at('mode'), ['block', 'default', '']);
  assert.equal(at('failOn'), ['warn', 'your file', own]);
  assert.equal(at('deadline'), ['20', 'HEAD', 'lgtm.config.yaml']);
  assert.equal(at('waivers'), ['head', 'index', 'lgtm.config.yaml']);
  assert.equal(at('rules.sec/dynamic-eval'), ['block', 'index', 'lgtm.config.yaml']);
  assert.equal(at('rules.tran/print-debug'), [undefined, undefined, undefined], 'taken out is tighter');
  assert.equal(at('model'), ['theirs', 'environment', 'LGTM_MODEL']);
  assert.equal(at('onNotReviewed'), ['block', 'flag', '--fail-closed']);
  assert.equal(at('budget.context'), ['8192', 'default', '']);
  const { at: flagged } = await settings(repo, ['--deadline', '7']);
  assert.equal(flagged('deadline'), ['7', 'flag', '--deadline']);
  const text = (await run(repo, ['config'], env)).stdout;
  assert.match(text, /^deadline +20 +HEAD \(lgtm\.config\.yaml\)$/m);
  assert.match(text, /^Your file: .*config\.yaml$/m);
});

config('never shows a key of the user', async ({ repo }) => {
  writeOwn(repo, 'apiKey: hunter2hunter2\n');
  for (const args of [['config'], ['config', '--json']]) {
    const { stdout } = await run(repo, args);
    assert.match(stdout, /\(set, not shown\)/);
    assert.not.match(stdout, /hunter2/);
  }
});

config('shows overrides, packages and ignored files with their places', async ({ repo }) => {
  repo.commit({
    'lgtm.config.yaml': 'overrides: [{ paths: [src/**], rules: { tran/print-debug: off } }]\nhost: 203.0.113.9\n',
    '.lgtmignore': '# generated\ngen/\n',
    'p/api/lgtm.config.yaml': 'rules: { sec/sql-concat: warn }\nexclude: [x/**]\n',
  });
  const { at, notes } = await settings(repo);
  assert.equal(at('overrides 1'), ['src/**: tran/print-debug: off', 'HEAD', 'lgtm.config.yaml']);
  assert.equal(at('p/api: rules'), ['sec/sql-concat: warn', 'HEAD', 'p/api/lgtm.config.yaml']);
  assert.equal(at('p/api: exclude'), ['x/**', 'HEAD', 'p/api/lgtm.config.yaml']);
  assert.equal(at('.lgtmignore'), ['gen/', 'HEAD', '.lgtmignore']);
  assert.match(notes.join('\n'), /"host" is ignored/);
});

config('shows what holds for one path, from any folder', async ({ repo }) => {
  repo.commit({
    'lgtm.config.yaml': 'exclude: [gen/**]\noverrides: [{ paths: [p/**], rules: { tran/print-debug: off } }]\n',
    'p/api/lgtm.config.yaml': 'domains: [bitcoin]\nrules: { sec/sql-concat: warn }\n',
  });
  const cwd = join(repo.root, 'p');
  const ran = await lgtm(['config', 'api/src/new.js', '--json'], { cwd, env: repo.env });
  const found = JSON.parse(ran.stdout);
  assert.equal(
    [found.path, found.package, found.shown, found.domains],
    ['p/api/src/new.js', 'p/api', true, ['bitcoin']],
  );
  assert.equal(
    found.rules.map(({ id, severity }: { id: string; severity: string }) => [id, severity]),
    [
      ['sec/sql-concat', 'warn'],
      ['tran/print-debug', 'off'],
    ],
  );
  assert.match((await run(repo, ['config', 'gen/a.js'])).stdout, /the model is not shown it/);
  const outside = await run(repo, ['config', '../elsewhere.js']);
  assert.equal([outside.code, /is not a file of this repository/.test(outside.stderr)], [2, true]);
});

config('names rules that do not exist, and goes on', async ({ repo }) => {
  repo.commit({
    'lgtm.config.yaml': 'rules: { sec/dynamic-evl: off }\noverrides: [{ paths: [a], rules: { x/y: off } }]\n',
  });
  repo.stage({ 'a.js': BAD });
  const report = await check(repo);
  assert.is(report.outcome, 'blocked');
  assert.equal(report.notes, [
    'rules: there is no rule "sec/dynamic-evl"; did you mean "sec/dynamic-eval"?',
    'overrides 1: there is no rule "x/y"',
  ]);
});

config('gives rules another severity for some paths, as HEAD has it and no looser', async ({ repo }) => {
  const overrides = (level: string): string =>
    `overrides: [{ paths: [scripts/**], rules: { sec/dynamic-eval: ${level} } }]\n`;
  repo.commit({ 'lgtm.config.yaml': overrides('off') });
  repo.stage({ 'scripts/a.js': BAD });
  const off = await check(repo);
  assert.equal([off.outcome, off.findings], ['clean', []]);
  assert.not.ok(off.rules.selected.some(({ id }) => id === 'sec/dynamic-eval'));
  repo.stage({ 'src/a.js': BAD });
  assert.equal(
    (await check(repo)).findings.map(({ path, severity }) => [path, severity]),
    [['src/a.js', 'block']],
  );
  repo.commit({ 'lgtm.config.yaml': 'mode: block\n' });
  repo.stage({ 'lgtm.config.yaml': overrides('off'), 'scripts/a.js': `${BAD}// more\n`, 'scripts/b.js': BAD });
  const report = await check(repo);
  assert.is(report.outcome, 'blocked', 'a commit cannot loosen its own review');
  assert.match(report.notes.join('\n'), /counts from the next commit on: overrides/);
});

config('takes a staged override at once where it tightens', async ({ repo }) => {
  repo.commit({ 'lgtm.config.yaml': 'mode: block\n' });
  repo.stage({
    'lgtm.config.yaml': 'overrides: [{ paths: [a.js], rules: { rob/swallowed-error: block } }]\n',
    'a.js': 'try {\n  go();\n} catch {}\n',
    'b.js': 'try {\n  go();\n} catch {}\n',
  });
  assert.equal(
    (await check(repo)).findings.map(({ path, severity }) => [path, severity]),
    [
      ['a.js', 'block'],
      ['b.js', 'warn'],
    ],
  );
});

config('leaves out what HEAD’s .lgtmignore names, not what a staged one adds', async ({ repo }) => {
  repo.commit({ '.lgtmignore': 'gen/\n!gen/keep.js\n' });
  repo.stage({ 'gen/a.js': 'export const a = 1;\n', 'gen/keep.js': 'export const k = 1;\n', '.lgtmignore': '*.js\n' });
  const report = await check(repo);
  assert.equal(
    report.notReviewed.map(({ path, reason }) => [path, reason]),
    [['gen/a.js', 'excluded']],
  );
  assert.match(report.notes.join('\n'), /this commit changes \.lgtmignore; it counts from the next commit on/);
});

config('reads a configuration that is only announced with intent-to-add as none', async ({ repo }) => {
  repo.write('lgtm.config.yaml', 'mode: warn\n');
  repo.git('add', '--intent-to-add', 'lgtm.config.yaml');
  const { at, notes } = await settings(repo);
  assert.equal(at('mode'), ['warn', 'work tree', 'lgtm.config.yaml']);
  assert.match(notes.join('\n'), /is not committed; it is read from the work tree/);
});

config('refuses a configuration that is a link or too large, with one line', async ({ repo }) => {
  repo.link('lgtm.config.yaml', 'a.js');
  repo.git('add', '-A');
  const linked = await run(repo, ['check', '--no-model']);
  assert.equal([linked.code, /lgtm\.config\.yaml is no plain file/.test(linked.stderr)], [2, true]);
  repo.git('rm', '-q', '-f', 'lgtm.config.yaml');
  repo.stage({ 'lgtm.config.yaml': `mode: warn # ${'x'.repeat(70_000)}\n` });
  const large = await run(repo, ['check', '--no-model']);
  assert.equal([large.code, /lgtm\.config\.yaml: larger than 64 KiB/.test(large.stderr)], [2, true]);
});

config.run();
