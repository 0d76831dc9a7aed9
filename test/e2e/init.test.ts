import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { withOllama } from '../support/ollama.ts';
import { CODER } from '../support/ollama-models.ts';
import { makeRepo, type TestRepo } from '../support/repo.ts';
import { BIN, lgtm, type Ran } from '../support/run.ts';

const init = suite<{ repo: TestRepo }>('lgtm init');

const FILE = 'lgtm.config.yaml';
const TEMPLATE = readFileSync(join(import.meta.dirname, '..', '..', 'specs', 'config-template.yaml'), 'utf8');

init.before.each((context) => {
  context.repo = makeRepo();
});
init.after.each(({ repo }) => repo.remove());

const run = (
  repo: TestRepo,
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
  cwd = repo.root,
): Promise<Ran> => lgtm(['init', ...args], { cwd, env: { ...repo.env, ...env } });
const written = (repo: TestRepo): string => readFileSync(join(repo.root, FILE), 'utf8');
const row = ({ stdout }: Ran, name: string): string => new RegExp(`^${name} +(.*)$`, 'm').exec(stdout)?.[1] ?? '';

init(
  'writes the commented configuration at the top level, from any folder, and asks nothing in a script',
  async ({ repo }) => {
    repo.commit({ 'src/a.js': 'a\n' });
    for (const args of [[], ['--yes']]) {
      const ran = await run(repo, args, {}, join(repo.root, 'src'));
      assert.is(ran.code, 0, ran.stderr);
      assert.match(ran.stdout, /wrote lgtm\.config\.yaml/);
      assert.is(written(repo), TEMPLATE);
      repo.git('clean', '-fdq');
    }
  },
);

init('shows what it found out by itself', async ({ repo }) => {
  repo.commit({ 'a.ts': '', 'b.ts': '', 'c.py': '', 'pnpm-lock.yaml': '', 'package.json': '{}', 'x.unknown': '' });
  await withOllama({}, async (server) => {
    const ran = await run(repo, [], { OLLAMA_HOST: server.host });
    assert.is(row(ran, 'languages'), 'ts (2), json (1), py (1), yaml (1)');
    assert.is(row(ran, 'package manager'), 'pnpm');
    assert.is(row(ran, 'hook'), 'none yet');
    assert.ok(
      row(ran, 'models')
        .split(', ')[0]
        ?.startsWith(CODER.name.split(':')[0] ?? ''),
      row(ran, 'models'),
    );
    assert.match(ran.stdout, /^Next: pnpm exec lgtm-hook install$/m);
    assert.equal(server.questions().length, 0, 'and no model is asked');
  });
});

init('goes by what package.json says of its manager, and copes with one that is none', async ({ repo }) => {
  repo.commit({ 'package.json': '{"packageManager":"yarn@4.1.0"}', 'package-lock.json': '{}' });
  assert.is(row(await run(repo), 'package manager'), 'yarn');
  repo.write('package.json', '{');
  assert.is(row(await run(repo), 'package manager'), 'npm');
});

init('tells the hook manager, and offers no hook where lgtm is in place', async ({ repo }) => {
  repo.commit({ 'lefthook.yml': 'pre-commit: {}\n', 'package.json': '{}' });
  assert.is(row(await run(repo), 'hook'), 'managed by lefthook');
  repo.git('rm', '-q', '-f', 'lefthook.yml');
  assert.is((await lgtm(['install'], { cwd: repo.root, env: repo.env })).code, 0);
  const ran = await run(repo);
  assert.equal([row(ran, 'hook'), /Next:/.test(ran.stdout)], ['lgtm is in place', false]);
});

init('works where there is no commit, no file and no model', async ({ repo }) => {
  const ran = await run(repo);
  assert.is(ran.code, 0);
  assert.match(row(ran, 'languages'), /^none yet/);
  assert.match(row(ran, 'models'), /^none that can be reached/);
});

init('never overwrites, whatever stands there', async ({ repo }) => {
  repo.write(FILE, 'mode: warn\n');
  const ran = await run(repo, ['--yes']);
  assert.equal([ran.code, written(repo)], [0, 'mode: warn\n']);
  assert.match(ran.stdout, /is there already and stays as it is/);
  repo.git('clean', '-fdq');
  repo.link(FILE, '../outside.yaml');
  assert.is((await run(repo)).code, 0);
  assert.equal(
    [lstatSync(join(repo.root, FILE)).isSymbolicLink(), existsSync(join(repo.root, '..', 'outside.yaml'))],
    [true, false],
  );
});

init('says with one line that it is not in a repository', async ({ repo }) => {
  const ran = await run(repo, [], {}, repo.home);
  assert.equal([ran.code, ran.stdout], [2, '']);
  assert.match(ran.stderr, /^lgtm: not a git repository/);
});

/** Runs on a terminal, where `script` of util-linux is there to make one. */
const onTerminal = (repo: TestRepo, answer: string): string => {
  const command = `${process.execPath} ${BIN} init`;
  const ran = spawnSync('script', ['-qec', command, '/dev/null'], {
    cwd: repo.root,
    env: repo.env,
    input: `${answer}\n`,
  });
  return ran.stdout.toString();
};

const hasScript = (() => {
  try {
    return execFileSync('script', ['--version']).toString().includes('util-linux');
  } catch {
    return false;
  }
})();

init('offers on a terminal to put the hook in place, and takes anything but a yes for a no', ({ repo }) => {
  const hook = join(repo.root, '.git', 'hooks', 'pre-commit');
  if (!hasScript) {
    process.stderr.write('not tried: there is no `script` of util-linux to make a terminal\n');
    return;
  }
  assert.match(onTerminal(repo, 'n'), /Put the hook in place now\? \[y\/N\]/);
  assert.not.ok(existsSync(hook));
  onTerminal(repo, 'y');
  assert.ok(existsSync(hook));
});

init.run();
