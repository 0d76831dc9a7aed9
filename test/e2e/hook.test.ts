import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { makeRepo, type TestRepo } from '../support/repo.ts';
import { lgtm, type Ran, run } from '../support/run.ts';

const hook = suite<{ repo: TestRepo }>('the hook');

const EVAL = ['ev', 'al(req.query.x)'].join('');
const BAD = `export const f = (req) => ${EVAL};\n`;
const CLOCK = 'export const isOld = (t) => t.exp < Date.now();\n';

hook.before.each(async (context) => {
  context.repo = makeRepo();
  context.repo.commit({ 'a.js': 'export const a = 1;\n' });
  const ran = await lgtm(['install'], { cwd: context.repo.root, env: context.repo.env });
  assert.is(ran.code, 0, ran.stderr);
});
hook.after.each(({ repo }) => repo.remove());

const commit = (repo: TestRepo, env: NodeJS.ProcessEnv = {}, ...args: string[]): Promise<Ran> =>
  run('git', ['commit', '-m', 'change', ...args], { cwd: repo.root, env: { ...repo.env, ...env } });
const head = (repo: TestRepo): string => repo.git('log', '-1', '--format=%s').trim();

hook('blocks a commit with a finding, and lets the fixed one through', async ({ repo }) => {
  repo.stage({ 'a.js': BAD });
  const blocked = await commit(repo);
  assert.is(blocked.code, 1);
  assert.match(blocked.stderr, /sec\/dynamic-eval[\s\S]*a\.js:1[\s\S]*lgtm: blocked: 1 finding blocks/);
  assert.is(head(repo), 'start');
  repo.stage({ 'a.js': 'export const f = (req) => table[req.query.x];\n' });
  const passed = await commit(repo);
  assert.equal([passed.code, head(repo)], [0, 'change'], passed.stderr);
});

hook('says nothing where nothing is staged', async ({ repo }) => {
  const ran = await commit(repo, {}, '--allow-empty');
  assert.equal([ran.code, ran.stderr], [0, '']);
});

hook('lets pass with one loud line what could not be reviewed', async ({ repo }) => {
  repo.stage({ 'a.js': CLOCK });
  const ran = await commit(repo);
  assert.equal([ran.code, head(repo)], [0, 'change']);
  assert.match(ran.stderr, /^lgtm: NOT REVIEWED: /m);
});

hook('blocks what could not be reviewed where the repository says so', async ({ repo }) => {
  repo.commit({ 'lgtm.config.yaml': 'onNotReviewed: block\n' });
  repo.stage({ 'a.js': CLOCK });
  const ran = await commit(repo);
  assert.equal([ran.code, head(repo)], [1, 'start']);
  assert.match(ran.stderr, /NOT REVIEWED/);
});

hook('reviews the temporary index of commit -a, of paths and of -i', async ({ repo }) => {
  repo.write('a.js', BAD);
  assert.is((await commit(repo, {}, '-a')).code, 1);
  repo.commit({ 'b.js': 'export const b = 1;\n', 'a.js': 'export const a = 1;\n' });
  repo.stage({ 'a.js': BAD });
  repo.write('b.js', 'export const b = 2;\n');
  assert.is((await commit(repo, {}, '--', 'b.js')).code, 0);
  repo.write('b.js', 'export const b = 3;\n');
  assert.is((await commit(repo, {}, '-i', 'b.js')).code, 1);
});

hook('is skipped once by LGTM=0, and stays out of CI unless asked in', async ({ repo }) => {
  repo.stage({ 'a.js': BAD });
  assert.is((await commit(repo, { CI: 'true', LGTM: '1' })).code, 1);
  const inCi = await commit(repo, { CI: 'true' });
  assert.equal([inCi.code, /skipped in CI/.test(inCi.stderr)], [0, true]);
  repo.stage({ 'b.js': BAD });
  const skipped = await commit(repo, { LGTM: '0' });
  assert.is(skipped.code, 0);
  assert.match(skipped.stderr, /^lgtm: skipped \(LGTM=0\); recorded/);
});

hook('stops the commit on a configuration that cannot be read', async ({ repo }) => {
  repo.stage({ 'lgtm.config.yaml': 'mode: [\n' });
  const ran = await commit(repo);
  assert.is(ran.code, 1);
  assert.match(ran.stderr, /^lgtm: lgtm\.config\.yaml:\d+:\d+: /m);
});

hook.run();
