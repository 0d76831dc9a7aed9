import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Report } from '../../lib/types.ts';
import { makeRepo, type TestRepo } from '../support/repo.ts';
import { lgtm, type Ran } from '../support/run.ts';

const check = suite<{ repo: TestRepo }>('lgtm check');

/** Written in two parts, so that this file plants nothing itself. */
const EVAL = ['ev', 'al(req.query.x)'].join('');
const CLEAN = 'export const limit = 10;\n';

check.before.each((context) => {
  context.repo = makeRepo();
  context.repo.commit({ 'a.js': 'export const a = 1;\n' });
});
check.after.each(({ repo }) => repo.remove());

const run = (repo: TestRepo, ...args: string[]): Promise<Ran> => lgtm(args, { cwd: repo.root, env: repo.env });
const reportOf = (ran: Ran): Report => JSON.parse(ran.stdout) as Report;
const oneLine = (ran: Ran): void => {
  assert.not.match(ran.stderr, /\n\s+at /);
  assert.ok(ran.stderr.trim().split('\n').length <= 3, ran.stderr);
};

check('ends 0 and says one line where nothing is staged', async ({ repo }) => {
  const ran = await run(repo, 'check', '--staged');
  assert.equal([ran.code, ran.stdout, ran.stderr], [0, 'lgtm: clean: nothing is staged\n', '']);
  assert.is(reportOf(await run(repo, 'check', '--format', 'json')).outcome, 'clean');
});

check('ends 0 on a clean change without asking for a model that nothing needs', async ({ repo }) => {
  repo.stage({ 'a.js': CLEAN });
  const ran = await run(repo, 'check', '--staged');
  assert.equal([ran.code, ran.stdout], [0, 'lgtm: clean\n'], ran.stderr);
});

check('ends 1 on a finding that blocks, and shows place, line, rule, reason and remedy', async ({ repo }) => {
  repo.stage({ 'a.js': `export function f(req) {\n  return ${EVAL};\n}\n` });
  const ran = await run(repo, 'check', '--staged', '--no-model');
  assert.is(ran.code, 1);
  for (const part of ['a.js:2', EVAL, 'sec/dynamic-eval', 'why', 'fix', 'lgtm: blocked: 1 finding blocks'])
    assert.ok(ran.stdout.includes(part), part);
});

check('reviews the index, not the work tree', async ({ repo }) => {
  repo.stage({ 'a.js': `export const f = (req) => ${EVAL};\n` });
  repo.write('a.js', CLEAN);
  assert.is((await run(repo, 'check', '--no-model')).code, 1);
  repo.git('add', '-A');
  repo.write('a.js', `export const f = (req) => ${EVAL};\n`);
  assert.is((await run(repo, 'check', '--no-model')).code, 0);
});

check('SARIF holds the full text of each rule, whether it was asked to explain or not', async ({ repo }) => {
  repo.stage({ 'a.js': 'try {\n  go();\n} catch {}\n' });
  const { runs } = JSON.parse((await run(repo, 'check', '--no-model', '--format', 'sarif')).stdout);
  const rule = runs[0].tool.driver.rules.find(({ id }: { id: string }) => id === 'rob/swallowed-error');
  assert.match(rule.help.text, /^RULE rob\/swallowed-error: [\s\S]{400}/);
});

check('warns and ends 0 where nothing blocks', async ({ repo }) => {
  repo.stage({ 'a.js': 'try {\n  go();\n} catch {}\n' });
  const report = reportOf(await run(repo, 'check', '--no-model', '--format', 'json'));
  assert.equal([report.outcome, report.exitCode, report.findings[0]?.rule], ['warned', 0, 'rob/swallowed-error']);
});

check('ends 3 where a model is needed and none is there', async ({ repo }) => {
  repo.stage({ 'a.js': 'export const isOld = (t) => t.exp < Date.now();\n' });
  const ran = await run(repo, 'check', '--format', 'json');
  const report = reportOf(ran);
  assert.equal([ran.code, report.outcome, report.exitCode], [3, 'not-reviewed', 3]);
  assert.equal(
    report.notReviewed.map(({ rule, reason }) => [rule, reason]),
    [['det/wall-clock', 'model unavailable']],
  );
  assert.is((await run(repo, 'check', '--fail-closed')).code, 1);
});

check('blocks on what needs no model whether or not there is one', async ({ repo }) => {
  repo.stage({ 'a.js': `export const f = (req) => [${EVAL}, Date.now()];\n` });
  const ran = await run(repo, 'check', '--format', 'json');
  assert.equal([ran.code, reportOf(ran).outcome], [1, 'blocked']);
});

check('ends 2 with one line on a command line that cannot be understood', async ({ repo }) => {
  for (const [args, message] of [
    [['chekc'], 'Did you mean "check"?'],
    [['check', '--no-modl'], 'Did you mean "--no-model"?'],
    [['check', '--deadline', 'soon'], '--deadline takes 1 to 3600 seconds'],
    [['check', '--format', 'jsn'], 'unknown format "jsn"'],
    [['check', 'what'], 'unexpected argument "what"'],
    [['rules', 'show', 'sec/dynamic-evil'], 'Did you mean "sec/dynamic-eval"?'],
  ] as const) {
    const ran = await run(repo, ...args);
    assert.equal([ran.code, ran.stdout], [2, ''], args.join(' '));
    assert.ok(ran.stderr.includes(message), ran.stderr);
    oneLine(ran);
  }
});

check('ends 2 and names line and column of a configuration that cannot be read', async ({ repo }) => {
  for (const [text, message] of [
    ['mode: [\n', /lgtm\.config\.yaml:\d+:\d+: /],
    ['mode: block\nmodle: x\n', /lgtm\.config\.yaml:2:1: unknown key "modle"; did you mean "(?:mode|model)"\?/],
  ] as const) {
    repo.stage({ 'lgtm.config.yaml': text, 'a.js': CLEAN });
    const ran = await run(repo, 'check', '--staged');
    assert.is(ran.code, 2);
    assert.match(ran.stderr, message);
    oneLine(ran);
  }
});

check('ends 2 outside of a work tree, in a bare repository and on unmerged paths', async ({ repo }) => {
  const outside = await lgtm(['check'], { cwd: repo.home, env: repo.env });
  assert.is(outside.code, 2);
  assert.match(outside.stderr, /^lgtm: not a git repository/);
  oneLine(outside);
  repo.git('init', '-q', '--bare', `${repo.home}/bare`);
  const bare = await lgtm(['check'], { cwd: `${repo.home}/bare`, env: repo.env });
  assert.equal([bare.code, /bare repository/.test(bare.stderr)], [2, true]);
  repo.git('checkout', '-q', '-b', 'side');
  repo.commit({ 'a.js': 'side\n' });
  repo.git('checkout', '-q', 'main');
  repo.commit({ 'a.js': 'main\n' });
  assert.throws(() => repo.git('merge', 'side'));
  const unmerged = await run(repo, 'check');
  assert.equal([unmerged.code, /unmerged paths: "a\.js"/.test(unmerged.stderr)], [2, true]);
  oneLine(unmerged);
});

check('counts from HEAD’s configuration what the commit would loosen', async ({ repo }) => {
  repo.commit({ 'lgtm.config.yaml': 'mode: block\n' });
  repo.stage({
    'lgtm.config.yaml': 'mode: off\nhost: http://203.0.113.9:1\n',
    'a.js': `export const f = (req) => ${EVAL};\n`,
  });
  const report = reportOf(await run(repo, 'check', '--no-model', '--format', 'json'));
  assert.is(report.outcome, 'blocked');
  assert.match(report.notes.join('\n'), /"host" is ignored[\s\S]*counts from the next commit on: mode/);
});

check('obeys mode, severities and waivers that are committed', async ({ repo }) => {
  repo.commit({ 'lgtm.config.yaml': 'mode: warn\n' });
  repo.stage({ 'a.js': `export const f = (req) => ${EVAL};\n` });
  assert.is((await run(repo, 'check', '--no-model')).code, 0);
  repo.commit({ 'lgtm.config.yaml': 'rules:\n  sec/dynamic-eval: off\n' });
  repo.stage({ 'b.js': `export const f = (req) => ${EVAL};\n` });
  assert.is((await run(repo, 'check', '--no-model')).code, 0);
});

check('lists a waiver, and marks it where the commit adds it', async ({ repo }) => {
  repo.stage({
    'a.js': `// lgtm-ignore sec/dynamic-eval: input comes from the test bench\nexport const f = (req) => ${EVAL};\n`,
  });
  const report = reportOf(await run(repo, 'check', '--no-model', '--format', 'json'));
  assert.equal(
    [report.outcome, report.suppressed[0]?.reason, report.suppressed[0]?.added],
    ['clean', 'input comes from the test bench', true],
  );
});

check('prints every question with --dry-run and asks none', async ({ repo }) => {
  repo.stage({ 'a.js': 'export const isOld = (t) => t.exp < Date.now();\n' });
  const ran = await run(repo, 'check', '--dry-run');
  assert.is(ran.code, 0);
  for (const part of ['det/wall-clock', '[system]', '[user]', 'L1+ export const isOld', 'tokens'])
    assert.ok(ran.stdout.includes(part), part);
});

check('writes a report to a file and still shows the verdict', async ({ repo }) => {
  repo.stage({ 'a.js': CLEAN });
  const path = `${repo.home}/report.json`;
  const ran = await run(repo, 'check', '--format', 'text', '--format', `json=${path}`);
  assert.equal([ran.code, ran.stdout], [0, 'lgtm: clean\n']);
  assert.is((await import('node:fs')).readFileSync(path, 'utf8').startsWith('{"schema":1'), true);
});

check.run();
