import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { withOllama } from '../support/ollama.ts';
import { CODER } from '../support/ollama-models.ts';
import { makeRepo, type TestRepo } from '../support/repo.ts';
import { lgtm, type Ran } from '../support/run.ts';

const init = suite<{ repo: TestRepo }>('lgtm policies init');

init.before.each((context) => {
  context.repo = makeRepo();
});
init.after.each(({ repo }) => repo.remove());

const call = (repo: TestRepo, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> =>
  lgtm(args, { cwd: repo.root, env: { ...repo.env, ...env } });
const folder = (repo: TestRepo): string => join(repo.root, '.lgtm', 'policies');
const read = (repo: TestRepo, name: string): string => readFileSync(join(folder(repo), name), 'utf8');

const many = (count: number, name: (i: number) => string): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [name(i), `export const a = ${i};\n`]));

const SHOP: Readonly<Record<string, string>> = {
  'package.json': '{ "scripts": { "test": "x", "lint`rm`": "y" }, "main": "src/index.ts" }\n',
  'package-lock.json': '{ "lockfileVersion": 3 }\n',
  'biome.json': '{}\n',
  'CONTRIBUTING.md': '# Contributing\n\nAmounts are in cents.\n',
  '.github/workflows/ci.yml': 'on: push\n',
  'src/index.ts': 'export const a = 1;\n',
  ...many(12, (i) => `src/order-line-${i}.ts`),
  ...many(9, (i) => `test/order-${i}.test.ts`),
};

init('drafts an entry point and notes that are whole rules, each right about its own examples', async ({ repo }) => {
  repo.commit(SHOP);
  const { code, stderr } = await call(repo, ['policies', 'init']);
  assert.equal([code, stderr], [0, '']);
  const names = ['README', 'ci', 'dependencies', 'file-names', 'lock-file', 'public-interface', 'test-names'];
  assert.equal(
    readdirSync(folder(repo)).sort(),
    names.map((name) => `${name}.md`),
  );
  for (const name of names.slice(1)) {
    const tried = await call(repo, ['rules', 'test', `local/${name}`]);
    assert.equal([tried.code, tried.stdout.split('\n')[0]?.slice(0, 4)], [0, 'ok  '], tried.stdout);
  }
});

init('cites what the repository holds, and nothing that could be more than a name', async ({ repo }) => {
  repo.commit({ ...SHOP, 'evil`$(x)`.config.js': 'x\n' });
  await call(repo, ['policies', 'init']);
  const entry = read(repo, 'README.md');
  for (const part of [
    '[CONTRIBUTING.md](../../CONTRIBUTING.md)',
    '`package-lock.json`',
    '`biome.json`',
    'Scripts: `test`.',
  ])
    assert.match(entry, part);
  assert.not.match(entry, /lint|rm|evil/);
  for (const [, target = ''] of entry.matchAll(/\]\(([^)]+)\)/g)) assert.ok(readFileSync(join(folder(repo), target)));
});

init('what it drafts holds once it is committed', async ({ repo }) => {
  repo.commit(SHOP);
  await call(repo, ['policies', 'init']);
  repo.commit({});
  repo.stage({ 'yarn.lock': '# yarn lockfile v1\n', 'test/new.spec.ts': 'x;\n', 'src/newName.ts': 'x;\n' });
  const { code, stdout } = await call(repo, ['check', '--no-model', '--format', 'json']);
  const found = JSON.parse(stdout).findings.map((one: { rule: string; path: string }) => `${one.rule} ${one.path}`);
  assert.equal(
    [code, found.filter((one: string) => one.startsWith('local/')).sort()],
    [1, ['local/file-names src/newName.ts', 'local/lock-file yarn.lock', 'local/test-names test/new.spec.ts']],
  );
});

init('three notes at least, also in a repository that shows nothing', async ({ repo }) => {
  assert.is((await call(repo, ['policies', 'init'])).code, 0);
  assert.equal(readdirSync(folder(repo)).sort(), ['README.md', 'ci.md', 'dependencies.md', 'public-interface.md']);
});

init('overwrites nothing, stages nothing, and follows no link', async ({ repo }) => {
  repo.commit({ ...SHOP, '.lgtm/policies/ci.md': 'mine\n' });
  const first = await call(repo, ['policies', 'init']);
  assert.match(first.stdout, 'kept   .lgtm/policies/ci.md: it is there already and stays as it is');
  assert.is(read(repo, 'ci.md'), 'mine\n');
  assert.is(repo.git('diff', '--cached', '--name-only'), '');
  repo.git('rm', '-rqf', '.lgtm');
  repo.git('clean', '-fdq');
  repo.link('.lgtm', join(repo.home, 'elsewhere'));
  const linked = await call(repo, ['policies', 'init']);
  assert.is(linked.code, 2);
  assert.match(linked.stderr, /\.lgtm is a link; nothing is written behind it/);
});

init('needs a verb that there is', async ({ repo }) => {
  const { code, stderr } = await call(repo, ['policies', 'inti']);
  assert.is(code, 2);
  assert.match(stderr, 'unknown verb "inti"');
});

const note = (change: object): object => ({
  title: 'Amounts are in cents',
  require: 'Keep amounts in cents',
  forbid: 'Amounts as decimals',
  files: ['CONTRIBUTING.md'],
  ...change,
});

init('a model may propose more, and only what cites tracked files is written', async ({ repo }) => {
  repo.commit(SHOP);
  const notes = [note({ title: '## Cents\n```\n---' }), note({ require: 'As docs/money.md says' })];
  await withOllama({ answer: () => JSON.stringify({ notes }) }, async (server) => {
    const env = { OLLAMA_HOST: server.host, LGTM_MODEL: CODER.name };
    const { code, stdout } = await call(repo, ['policies', 'init', '--model'], env);
    assert.is(code, 0);
    assert.match(stdout, 'model  proposed 2; 1 left out: they cite what is not tracked');
    assert.is(server.questions().length, 1);
    const asked = JSON.stringify(server.questions()[0]?.body);
    assert.match(asked, 'Amounts are in cents.');
    assert.match(asked, 'FILE package.json');
  });
  assert.is(
    read(repo, 'cents.md'),
    '# Cents ---\n\nDrafted by a model: change it or delete it. Seen in `CONTRIBUTING.md`.\n\n## Requirements\n\n- Keep amounts in cents\n\n## Anti-Patterns\n\n- Amounts as decimals\n',
  );
  assert.match(read(repo, 'README.md'), '[Cents ---](cents.md)');
  repo.commit({});
  const listed = JSON.parse((await call(repo, ['rules', 'list', '--json', '--origin', 'local'])).stdout);
  assert.ok(listed.some((rule: { id: string; class: string }) => rule.id === 'local/cents' && rule.class === 'M'));
});

init('where the model fails the drafts are there, and it is said', async ({ repo }) => {
  repo.commit(SHOP);
  const unreachable = await call(repo, ['policies', 'init', '--model']);
  assert.is(unreachable.code, 3);
  assert.match(unreachable.stderr, /^lgtm: /m);
  assert.ok(readdirSync(folder(repo)).includes('lock-file.md'));
  await withOllama({ answer: () => 'no idea' }, async (server) => {
    const env = { OLLAMA_HOST: server.host, LGTM_MODEL: CODER.name };
    const { code, stderr } = await call(repo, ['policies', 'init', '--model'], env);
    assert.equal([code, /gave no answer that can be read/.test(stderr)], [3, true]);
  });
});

init.run();
