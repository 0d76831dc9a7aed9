import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { makeRepo, type TestRepo } from '../support/repo.ts';
import { lgtm } from '../support/run.ts';

/** Feedback without telemetry, through the real program. */

const stats = suite<{ repo: TestRepo }>('lgtm stats');
stats.before.each((context) => {
  context.repo = makeRepo();
});
stats.after.each(({ repo }) => repo.remove());

const run = (repo: TestRepo, ...args: string[]) => lgtm(args, { cwd: repo.root, env: repo.env });
const check = (repo: TestRepo) => run(repo, 'check', '--no-model');

interface Row {
  readonly rule: string;
  readonly shown: number;
  readonly changed: number;
  readonly dismissed: number;
  readonly stood: number;
  readonly open: number;
}

const rows = async (repo: TestRepo): Promise<Record<string, number[]>> => {
  const ran = await run(repo, 'stats', '--json');
  const list = (JSON.parse(ran.stdout) as { rules: Row[] }).rules;
  return Object.fromEntries(
    list.map(({ rule, shown, changed, dismissed, stood, open }) => [rule, [shown, changed, dismissed, stood, open]]),
  );
};

stats('tells a line that was changed from one that was let stand and one that was dismissed', async ({ repo }) => {
  repo.stage({ 'a.js': 'export const a = (x) => eval(x.text);\n', 'b.js': 'export const b = (x) => x == 1;\n' });
  assert.is((await check(repo)).code, 1);
  const first = await rows(repo);
  assert.equal(
    [first['sec/dynamic-eval'], first['corr/loose-equality']],
    [
      [1, 0, 0, 0, 1],
      [1, 0, 0, 0, 1],
    ],
  );
  repo.stage({ 'a.js': 'export const a = (x) => x.text;\n' });
  await check(repo);
  assert.equal((await rows(repo))['sec/dynamic-eval'], [1, 1, 0, 0, 0]);
  repo.commit({}, 'Let it stand');
  repo.stage({ 'c.js': 'export const c = (x) => x == 2;\n' });
  await check(repo);
  assert.equal((await rows(repo))['corr/loose-equality'], [2, 0, 0, 1, 1]);
  const known = (await run(repo, 'dismiss', '--known')).stdout;
  const [id = ''] = /^[0-9a-f]{16}/m.exec(known) ?? [];
  await run(repo, 'dismiss', id, '--reason', 'a test');
  await check(repo);
  assert.equal((await rows(repo))['corr/loose-equality'], [2, 0, 1, 1, 0]);
  const page = (await run(repo, 'stats')).stdout;
  assert.match(page, /^corr\/loose-equality +2 +0 +1 +1 +0 +0 %$/m);
  assert.is((await run(repo, 'stats', '--clear')).code, 0);
  assert.equal(await rows(repo), {});
});

const stateText = (repo: TestRepo): string => {
  const folder = join(repo.home, '.local', 'state', 'lgtm', 'repositories');
  if (!existsSync(folder)) return '';
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('feedback'));
  return names.map((name) => readFileSync(join(folder, name), 'utf8')).join('');
};

stats('keeps no code, and nothing where nothing was found', async ({ repo }) => {
  repo.stage({ 'a.js': 'export const a = 1;\n' });
  await check(repo);
  assert.is(stateText(repo), '');
  repo.stage({ 'a.js': 'export const secretName = (x) => eval(x.text);\n' });
  await check(repo);
  assert.match(stateText(repo), 'sec/dynamic-eval');
  assert.not.match(stateText(repo), /secretName|eval\(/);
});

stats('names the rules that are hardly ever acted on', async ({ repo }) => {
  for (let i = 0; i < 8; i++) {
    repo.stage({ [`f${i}.js`]: `export const f${i} = (x) => x == ${i};\n` });
    await check(repo);
    repo.commit({}, `Add f${i}`);
  }
  repo.stage({ 'last.js': 'export const last = 1;\n' });
  await check(repo);
  assert.match((await run(repo, 'stats')).stdout, /turned down:\nrules:\n {2}corr\/loose-equality: info\n/);
});

stats.run();
