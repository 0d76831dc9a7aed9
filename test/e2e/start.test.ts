import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { listCode } from '../../lib/state/compiled.ts';
import { keepSealedBytes } from '../../lib/state/sealed.ts';
import { freshFolders } from '../support/payments.ts';
import { makeRepo, type TestRepo } from '../support/repo.ts';
import { lgtm } from '../support/run.ts';

/** The launcher: the program is loaded from V8's own form of it, which the first review has kept. */
const start = suite<{ repo: TestRepo }>('how the program starts');

start.before.each((context) => {
  context.repo = makeRepo();
});
start.after.each(({ repo }) => repo.remove());

const BAD = 'try {\n  send();\n} catch {}\n';

const setting = (repo: TestRepo, more: NodeJS.ProcessEnv = {}) => {
  repo.commit({ 'README.md': '# Start\n' });
  repo.stage({ 'a.js': BAD });
  const env = { ...repo.env, ...freshFolders(repo), ...more };
  const check = () => lgtm(['check', '--no-model'], { cwd: repo.root, env });
  return { env, check, kept: () => listCode(env).map(({ path }) => path) };
};

start('the first review keeps the compiled program, the next one reads it and says the same', async ({ repo }) => {
  const { env, check, kept } = setting(repo);
  const first = await check();
  const [path = ''] = kept();
  const before = statSync(path);
  const second = await check();
  assert.equal([second.code, second.stdout], [first.code, first.stdout]);
  assert.match(second.stdout, /rob\/swallowed-error/);
  assert.equal(kept(), [path]);
  assert.equal([statSync(path).ino, before.mode & 0o777], [before.ino, 0o600]);
  assert.equal([first.stderr, second.stderr].join('').includes('Warning'), false);
  assert.match((await lgtm(['cache'], { cwd: repo.root, env })).stdout, /beside lgtm itself as Node compiled it, \d/);
  await lgtm(['cache', 'clear'], { cwd: repo.root, env });
  assert.equal(kept(), []);
});

start('what needs little of the program keeps nothing', async ({ repo }) => {
  const { env, kept } = setting(repo);
  repo.git('reset', '-q', '--hard');
  for (const args of [['--version'], ['check'], ['rules', 'list']])
    assert.is((await lgtm(args, { cwd: repo.root, env })).code, 0);
  assert.equal(kept(), []);
});

start('a kept program that is damaged, or that V8 does not take, is compiled and kept anew', async ({ repo }) => {
  const { env, check, kept } = setting(repo);
  const { stdout } = await check();
  const [path = ''] = kept();
  const good = readFileSync(path);
  const root = join(env['XDG_CACHE_HOME'] ?? '', 'lgtm');
  for (const damage of [good.subarray(0, 100_000), Buffer.from('x'.repeat(200_000))]) {
    keepSealedBytes(root, path, { name: 'code', version: 1 }, damage);
    const ran = await check();
    assert.equal([ran.code, ran.stdout], [0, stdout]);
    assert.ok(readFileSync(path).length > 300_000, 'kept anew');
  }
});

start('nothing is kept where Node is told to, nor inside the repository', async ({ repo }) => {
  const off = setting(repo, { NODE_DISABLE_COMPILE_CACHE: '1' });
  assert.is((await off.check()).code, 0);
  assert.equal(off.kept(), []);
  const within = { ...off.env, NODE_DISABLE_COMPILE_CACHE: '', XDG_CACHE_HOME: join(repo.root, 'cache') };
  assert.is((await lgtm(['check', '--no-model'], { cwd: repo.root, env: within })).code, 0);
  assert.equal(listCode(within), []);
});

start.run();
