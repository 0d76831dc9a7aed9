import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { placeOf } from '../../lib/models/index.ts';
import { nameOf } from '../../lib/reach.ts';
import { BREAKER, noteFailure, readBreaker } from '../../lib/state/breaker.ts';
import { withOllama } from '../support/ollama.ts';
import { CODER } from '../support/ollama-models.ts';
import type { FakeOllama, FakeOptions } from '../support/ollama-types.ts';
import { makeRepo, type TestRepo } from '../support/repo.ts';
import { lgtm, type Ran } from '../support/run.ts';

const doctor = suite<{ repo: TestRepo }>('lgtm doctor');

interface Check {
  readonly name: string;
  readonly state: 'ok' | 'warn' | 'fail';
  readonly message: string;
  readonly hint: string;
}

interface Examined {
  readonly code: number | null;
  readonly sound: boolean;
  readonly checks: readonly Check[];
  /** Everything said of one link, a line each. */
  readonly said: (name: string) => string;
}

doctor.before.each((context) => {
  context.repo = makeRepo();
  context.repo.commit({ 'a.js': 'export const a = 1;\n' });
});
doctor.after.each(({ repo }) => repo.remove());

const run = (repo: TestRepo, env: NodeJS.ProcessEnv = {}, args: readonly string[] = ['doctor']): Promise<Ran> =>
  lgtm(args, { cwd: repo.root, env: { ...repo.env, ...env } });

const examine = async (repo: TestRepo, env: NodeJS.ProcessEnv = {}): Promise<Examined> => {
  const ran = await run(repo, env, ['doctor', '--json']);
  const { sound, exitCode, checks } = JSON.parse(ran.stdout) as { sound: boolean; exitCode: number; checks: Check[] };
  assert.is(exitCode, ran.code ?? -1);
  const said = (name: string): string =>
    checks
      .filter((check) => check.name === name)
      .map(({ state, message, hint }) => `${state} ${message}${hint === '' ? '' : ` → ${hint}`}`)
      .join('\n');
  return { code: ran.code, sound, checks, said };
};

const install = async (repo: TestRepo, ...args: string[]): Promise<void> => {
  const ran = await run(repo, {}, ['install', ...args]);
  assert.is(ran.code, 0, ran.stderr);
};

const withModel = (options: FakeOptions, work: (env: NodeJS.ProcessEnv, server: FakeOllama) => Promise<void>) =>
  withOllama(options, (server) => work({ OLLAMA_HOST: server.host, LGTM_MODEL: CODER.name }, server));

doctor('ends 0 where a commit would be reviewed in full, and shows every link', async ({ repo }) => {
  await install(repo);
  await withModel({}, async (env, server) => {
    const { code, sound, checks, said } = await examine(repo, env);
    assert.equal([code, sound], [0, true], JSON.stringify(checks.filter(({ state }) => state === 'fail')));
    for (const [name, pattern] of [
      ['programs', /^ok git \d.*, node \d.*, lgtm \d/],
      ['repository', /^ok .*, HEAD [0-9a-f]{12}, 0 files staged/],
      ['hook', /^ok git reaches lgtm at pre-commit \(tried\)/],
      ['trust', /^ok \d+ local git settings, none of which/],
      ['configuration', /^ok mode block, fails on block, deadline 60 s/],
      ['server', /^ok Ollama 0\.\d+\.\d+ at 127\.0\.0\.1:\d+ \(IPv4\); nothing at \[::1\]:\d+ \(IPv6\)/],
      ['model', new RegExp(`^ok ${CODER.name} at http://.*, 8192 tokens of context`)],
      ['answer', /^ok it keeps to JSON/],
      ['breaker', /^ok closed/],
      ['cache', /^ok 0 answers/],
    ] as const)
      assert.match(said(name), pattern);
    assert.equal([server.questions().length, server.faults()], [1, []]);
  });
  const text = await withOllama({}, (server) => run(repo, { OLLAMA_HOST: server.host, LGTM_MODEL: CODER.name }));
  assert.match(text.stdout, /\nA commit here is reviewed in full\.\n$/);
});

doctor('ends 3 and names the remedy where something is missing', async ({ repo }) => {
  const { code, sound, said } = await examine(repo);
  assert.equal([code, sound], [3, false]);
  assert.match(said('hook'), /^fail git does not reach lgtm at pre-commit → npx lgtm-hook install$/);
  assert.match(
    said('server'),
    /^fail Ollama is not running at 127\.0\.0\.1:1, nor at \[::1\]:1 \(IPv6\) → Start it with `ollama serve`/,
  );
  const text = await run(repo);
  assert.match(text.stdout, /^FAIL {2}hook: .*\n {6}→ npx lgtm-hook install$/m);
  assert.match(text.stdout, /A commit here is not reviewed in full\.\n$/);
});

doctor('ends 2 where repository or configuration cannot be used, and still looks at the rest', async ({ repo }) => {
  const outside = await lgtm(['doctor', '--json'], { cwd: repo.home, env: repo.env });
  assert.equal([outside.code, JSON.parse(outside.stdout).checks.length], [2, 1]);
  repo.stage({ 'lgtm.config.yaml': 'modle: x\n' });
  const { code, said } = await examine(repo);
  assert.is(code, 2);
  assert.match(said('configuration'), /^fail lgtm\.config\.yaml:1:1: unknown key "modle"/);
  assert.match(said('hook'), /npx lgtm-hook install/);
});

doctor('needs no model where none is wanted', async ({ repo }) => {
  await install(repo);
  repo.commit({ 'lgtm.config.yaml': 'model: none\n' });
  const { code, said } = await examine(repo);
  assert.is(code, 0);
  assert.match(said('model'), /^ok none is wanted/);
  assert.is(said('breaker'), '');
});

doctor(
  'looks at the configuration of every folder, keys that do not count, and rules that do not exist',
  async ({ repo }) => {
    repo.commit({
      'lgtm.config.yaml': 'mode: off\nhost: 203.0.113.9\nrules: { sec/sql-concta: off }\n',
      'p/lgtm.config.yaml': 'rules: { x/y: off }\n',
      '.lgtm/baseline.json': '{"version":1,"findings":[{"id":"0123456789abcdef","rule":"a/b","path":"a.js"}]}',
    });
    const { code, said } = await examine(repo);
    assert.is(code, 3);
    assert.match(
      said('configuration'),
      /^fail mode is off[\s\S]*ok 1 folders refine it[\s\S]*warn .*"host" is ignored/,
    );
    assert.match(
      said('configuration'),
      /warn rules: there is no rule "sec\/sql-concta"; did you mean "sec\/sql-concat"\?/,
    );
    assert.match(said('configuration'), /warn p\/lgtm\.config\.yaml: there is no rule "x\/y"/);
    assert.match(said('baseline'), /^ok 1 accepted findings/);
    repo.stage({ 'q/lgtm.config.yaml': 'mode: off\n' });
    assert.match((await examine(repo)).said('configuration'), /^fail q\/lgtm\.config\.yaml:1:1: "mode" counts only/);
  },
);

doctor(
  'names local git settings that run or redirect something, shows no value of theirs, and runs nothing',
  async ({ repo }) => {
    const marker = join(repo.home, 'FIRED');
    const settings: readonly (readonly [string, string])[] = [
      ['core.fsmonitor', `touch ${marker}`],
      ['diff.evil.textconv', `touch ${marker}; cat`],
      ['filter.evil.clean', `touch ${marker}; cat`],
      ['core.sshCommand', `touch ${marker}`],
      ['alias.status', `!touch ${marker}`],
      ['include.path', '../tracked'],
      ['includeIf.gitdir:/x.path', '../tracked'],
      ['url.https://evil.example/.insteadOf', 'https://github.com/'],
      ['http.extraHeader', 'Authorization: Bearer hunter2'],
      ['credential.helper', `!touch ${marker}`],
      ['remote.origin.url', `ext::touch ${marker}`],
      ['gpg.program', `touch ${marker}`],
      ['made.up', 'x'],
    ];
    repo.commit({ '.gitattributes': '*.js diff=evil filter=evil\n' });
    for (const [key, value] of settings) repo.git('config', key, value);
    rmSync(marker, { force: true });
    const { said, checks } = await examine(repo);
    const trust = said('trust');
    const listed = [...trust.matchAll(/^warn local git setting (\S+)/gm)].map(([, key]) => key?.toLowerCase());
    const wanted = settings.map(([key]) => key.toLowerCase());
    assert.equal(
      listed.filter((key) => !wanted.includes(key ?? '')),
      [],
    );
    assert.is(listed.length, 12, 'twelve one by one');
    assert.match(trust, /warn and 1 more such settings$/);
    assert.not.match(JSON.stringify(checks), /hunter2|FIRED/);
    assert.not.ok(existsSync(marker));
  },
);

doctor('calls an ordinary clone’s settings inert', async ({ repo }) => {
  for (const [key, value] of [
    ['remote.origin.url', 'https://example.invalid/x.git'],
    ['remote.origin.fetch', '+refs/heads/*:refs/remotes/origin/*'],
    ['branch.main.remote', 'origin'],
    ['branch.main.merge', 'refs/heads/main'],
    ['user.email', 'a@example.invalid'],
    ['submodule.lib.url', '../lib'],
    ['alias.st', 'status -sb'],
    ['pull.rebase', 'true'],
    ['merge.conflictStyle', 'zdiff3'],
    ['diff.algorithm', 'histogram'],
  ] as const)
    repo.git('config', key, value);
  assert.match(
    (await examine(repo)).said('trust'),
    /^ok \d+ local git settings, none of which runs or redirects anything$/,
  );
});

doctor('starts no program of the repository to try a hook', async ({ repo }) => {
  const marker = join(repo.home, 'FIRED');
  const evil = `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(marker)}, '');\n`;
  const folder = 'node_modules/lgtm-hook';
  await install(repo);
  repo.commit({ [`${folder}/bin/lgtm.js`]: evil, [`${folder}/package.json`]: '{"type":"module"}' });
  const { said } = await examine(repo);
  assert.match(said('hook'), /^warn it is in place, written by another version/);
  const hook = join(repo.root, '.git', 'hooks', 'pre-commit');
  writeFileSync(hook, `#!/bin/sh\ntouch ${marker}\n`);
  chmodSync(hook, 0o755);
  assert.match((await examine(repo)).said('hook'), /^fail git does not reach lgtm/);
  repo.git('config', 'hook.lgtm.event', 'pre-commit');
  repo.git('config', 'hook.lgtm.command', `touch ${marker}`);
  assert.match((await examine(repo)).said('hook'), /^warn it is in place and was not tried/);
  assert.not.ok(existsSync(marker));
});

doctor('tells a hook that names programs which are gone', async ({ repo }) => {
  await install(repo);
  const hook = join(repo.root, '.git', 'hooks', 'pre-commit');
  const text = readFileSync(hook, 'utf8');
  writeFileSync(hook, text.replace(/^lgtm='.*'$/m, "lgtm='/nowhere/lgtm.js'"));
  const { code, said } = await examine(repo);
  assert.is(code, 3);
  assert.match(
    said('hook'),
    /^fail it is in place, .* what it names is gone: \/nowhere\/lgtm\.js → npx lgtm-hook install/,
  );
});

doctor('misses the hooks that the configuration wants besides', async ({ repo }) => {
  await install(repo);
  repo.commit({ 'lgtm.config.yaml': 'hooks: [pre-commit, commit-msg]\nmodel: none\n' });
  const missing = await examine(repo);
  assert.is(missing.code, 0, 'a commit is reviewed all the same');
  assert.match(missing.said('hook commit-msg'), /^warn git does not reach lgtm at commit-msg/);
  await install(repo, '--stage', 'commit-msg');
  assert.match((await examine(repo)).said('hook commit-msg'), /^ok git reaches lgtm at commit-msg/);
});

doctor('counts a hook that another program runs, and names the hook managers', async ({ repo }) => {
  const call = 'sh node_modules/lgtm-hook/hooks/pre-commit "$@" || exit $?\n';
  mkdirSync(join(repo.root, 'node_modules'));
  symlinkSync(join(import.meta.dirname, '..', '..'), join(repo.root, 'node_modules', 'lgtm-hook'));
  writeFileSync(join(repo.root, '.git', 'hooks', 'pre-commit'), `#!/bin/sh\n${call}`);
  chmodSync(join(repo.root, '.git', 'hooks', 'pre-commit'), 0o755);
  writeFileSync(join(repo.root, 'lefthook.yml'), 'pre-commit: {}\n');
  const { said } = await examine(repo);
  assert.match(said('hook'), /^ok .*calls lgtm \(not tried: another program runs it\)/);
  assert.match(said('hook managers'), /lefthook\.yml/);
});

doctor('says which model is missing, and that one does not keep to its form', async ({ repo }) => {
  await withModel({}, async (env) => {
    const { code, said } = await examine(repo, { ...env, LGTM_MODEL: 'no-such-model' });
    assert.is(code, 3);
    assert.match(said('model'), /^fail the model "no-such-model" is not installed → .*ollama pull no-such-model/);
  });
  await withModel({ answer: () => 'Here are the numbers you asked for!' }, async (env) => {
    assert.match((await examine(repo, env)).said('answer'), /^fail the model did not keep to the form/);
  });
  await withModel({ answer: () => '{"numbers":[1,2,3]}' }, async (env) => {
    assert.match((await examine(repo, env)).said('answer'), /^ok it keeps to JSON, [\d.]+ tokens a second/);
  });
});

doctor('finds Ollama by the other kind of address, and says how to name it', async ({ repo }) => {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(request.url === '/api/version' ? '{"version":"0.33.0"}' : '{"models":[]}');
  });
  const port = await new Promise<number>((resolve) => {
    server.once('error', () => resolve(0));
    server.listen(0, '::1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  if (port === 0) {
    process.stderr.write('not tried: there is no IPv6 on this machine\n');
    return;
  }
  const { said } = await examine(repo, { OLLAMA_HOST: `127.0.0.1:${port}` });
  server.close();
  server.closeAllConnections();
  const other = `\\[::1\\]:${port}`;
  assert.match(
    said('server'),
    new RegExp(`^fail Ollama 0\\.33\\.0 at ${other} \\(IPv6\\);.*where lgtm looks → OLLAMA_HOST=${other} says`),
  );
});

doctor('refuses a host that is not on this machine, and sends nothing', async ({ repo }) => {
  const { code, said } = await examine(repo, { OLLAMA_HOST: 'http://203.0.113.9:11434' });
  assert.is(code, 3);
  assert.match(said('model'), /^fail the model host 203\.0\.113\.9:11434 is not on this machine, so nothing was sent/);
});

doctor('tells an open breaker, and closes it where the model answers again', async ({ repo }) => {
  const settings = {
    ...{ provider: 'ollama', name: CODER.name, host: null, allowRemote: [], apiKey: null },
    ...{ keepAlive: '30m', loadTimeout: 120, context: 8192 },
  };
  const trip = (env: NodeJS.ProcessEnv): string => {
    const place = nameOf(placeOf(settings, env));
    for (let i = 0; i < BREAKER.failures; i++) noteFailure(env, place, 'unreachable');
    return place;
  };
  const dead = { ...repo.env, LGTM_MODEL: CODER.name };
  trip(dead);
  assert.match(
    (await examine(repo, dead)).said('breaker'),
    /^fail open for another 10 min after 3 failures in a row.*LGTM_RETRY=1/,
  );
  await withModel({}, async (env) => {
    const place = trip({ ...repo.env, ...env });
    const { said } = await examine(repo, env);
    assert.match(said('breaker'), /^ok earlier failures of the model are forgotten\nok closed/);
    assert.is(readBreaker({ ...repo.env, ...env }, place).state, 'closed');
  });
});

doctor('tells of a state folder that others can write to', async ({ repo }) => {
  const folder = join(repo.home, '.local', 'state', 'lgtm');
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o777);
  assert.match((await examine(repo)).said('state'), /is not yours alone.*→ chmod go-w/);
});

doctor('lets nothing that a repository is called reach the terminal raw', async ({ repo }) => {
  repo.git('config', 'evil.\u001b[31m\u202ekey.x', 'y');
  const { stdout, stderr } = await run(repo);
  for (const hidden of ['\u001b', '\u202e']) assert.not.ok((stdout + stderr).includes(hidden));
});

doctor.run();
