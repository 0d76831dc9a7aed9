import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { loadConfig } from '../../lib/config/load.ts';
import { openRepo } from '../../lib/git/repo.ts';
import { makeRepo, type TestRepo } from '../support/repo.ts';

const load = suite<{ repo: TestRepo }>('configuration');

load.before.each((context) => {
  context.repo = makeRepo();
});
load.after.each(({ repo }) => repo.remove());

const loaded = async (repo: TestRepo, env = repo.env) => loadConfig(await openRepo(repo.root, env), env);

load('is the default where there is none', async ({ repo }) => {
  const { config, notes } = await loaded(repo);
  assert.is(config.mode, 'block');
  assert.equal(notes, []);
});

load('comes from the index where HEAD has none, with a note', async ({ repo }) => {
  repo.stage({ 'lgtm.config.yaml': 'mode: warn\n' });
  const { config, notes } = await loaded(repo);
  assert.is(config.mode, 'warn');
  assert.match(notes.join('\n'), /HEAD has no lgtm\.config\.yaml yet/);
});

load('is HEAD’s where the commit would loosen it', async ({ repo }) => {
  repo.commit({ 'lgtm.config.yaml': 'mode: block\n' });
  repo.stage({ 'lgtm.config.yaml': 'mode: off\nmodel: gpt-oss:120b-cloud\nhost: http://203.0.113.9:1\n' });
  const { config, notes } = await loaded(repo);
  assert.is(config.mode, 'block');
  assert.is(config.model, null);
  assert.is(config.host, null);
  assert.match(notes.join('\n'), /counts from the next commit on: mode/);
  assert.match(notes.join('\n'), /"host" is ignored/);
});

load('still counts in the commit that removes it', async ({ repo }) => {
  repo.commit({ 'lgtm.config.yaml': 'failOn: warn\n', 'a.txt': 'a' });
  repo.git('rm', '-q', 'lgtm.config.yaml');
  const { config, notes } = await loaded(repo);
  assert.is(config.failOn, 'warn');
  assert.match(notes.join('\n'), /removes lgtm\.config\.yaml/);
});

load('can be mended by a commit where HEAD holds a broken one', async ({ repo }) => {
  repo.commit({ 'lgtm.config.yaml': 'mode: [\n' });
  repo.stage({ 'lgtm.config.yaml': 'mode: warn\n' });
  const { config, notes } = await loaded(repo);
  assert.is(config.mode, 'warn');
  assert.match(notes.join('\n'), /in HEAD cannot be read/);
});

load('is read from the work tree where it is not committed, with a note', async ({ repo }) => {
  repo.write('lgtm.config.yaml', 'mode: warn\n');
  const { config, notes } = await loaded(repo);
  assert.is(config.mode, 'warn');
  assert.match(notes.join('\n'), /not committed/);
});

load('takes the model’s place from the user’s own file and environment', async ({ repo }) => {
  const folder = join(repo.home, '.config', 'lgtm');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'config.yaml'),
    'host: 127.0.0.1:9\nmodel: mine\nallowRemote: [gpu.example]\nmode: warn\n',
  );
  repo.stage({ 'lgtm.config.yaml': 'mode: block\n' });
  const { config } = await loaded(repo, { ...repo.env, LGTM_MODEL: 'other' });
  assert.is(config.host, '127.0.0.1:9');
  assert.is(config.model, 'other');
  assert.equal(config.allowRemote, ['gpu.example']);
  assert.is(config.mode, 'block');
});

load('runs no code that lies about in the repository', async ({ repo }) => {
  const marker = join(repo.home, 'EXECUTED');
  const code = `require('fs').writeFileSync(${JSON.stringify(marker)}, '1'); module.exports = {}\n`;
  repo.stage({ '.config/config.cjs': code, '.config/config.js': code, 'lgtm.config.cjs': code, '.lgtmrc.js': code });
  repo.write('lgtm.config.yaml', 'mode: warn\n');
  const before = process.cwd();
  process.chdir(repo.root);
  try {
    assert.is((await loaded(repo)).config.mode, 'warn');
  } finally {
    process.chdir(before);
  }
  assert.throws(() => repo.git('cat-file', '-e', marker));
  assert.not.ok((await import('node:fs')).existsSync(marker));
});

load.run();
