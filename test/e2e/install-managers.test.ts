import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Stage } from '../../lib/hooks/stages.ts';
import { type HookRepo, makeHookRepo, only, putPackage } from '../hooks/support.ts';

/**
 * The hook managers themselves, as their makers publish them: each is set up in a repository, the entry that lgtm prints
 * is copied into its configuration, and a commit has to reach lgtm through it. They are fetched for the test alone.
 */

const TOOLS = mkdtempSync(join(tmpdir(), 'lgtm-managers-'));
const BIN = join(TOOLS, 'node_modules', '.bin');
const VENV = join(TOOLS, 'venv', 'bin');

const fetched = (program: string, args: readonly string[]): string | null => {
  const { status, stderr, error } = spawnSync(program, args, { cwd: TOOLS, encoding: 'utf8', timeout: 240_000 });
  return status === 0 ? null : `${error?.message ?? ''}${stderr}`;
};

writeFileSync(join(TOOLS, 'package.json'), '{}\n');
const npm = fetched('npm', [
  'install',
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  'lefthook@2',
  'simple-git-hooks@2',
  'husky8@npm:husky@8',
  'husky4@npm:husky@4',
]);
const pip =
  fetched('python3', ['-m', 'venv', 'venv']) ?? fetched(join(VENV, 'pip'), ['install', '--quiet', 'pre-commit>=4']);

const managers = suite('with the real hook managers');
let repo: HookRepo;
managers.before.each(() => {
  repo = makeHookRepo(false);
  symlinkSync(join(TOOLS, 'node_modules'), join(repo.root, 'node_modules'));
});
managers.after.each(() => repo.remove());
managers.after(() => rmSync(TOOLS, { recursive: true, force: true }));

/** What stands between the registry and us; anything else that goes wrong is a failure of this test. */
const UNREACHABLE =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|ENOENT|network|No matching distribution|ensurepip|Temporary failure/i;

const sayUntested = (what: string, fault: string): void => {
  process.stdout.write(`\n*** NOT TESTED: ${what} could not be fetched ***\n`);
  managers(`${what} cannot be tried because nothing can be fetched`, () => assert.match(fault, UNREACHABLE));
};

const must = (program: string, args: readonly string[], env?: NodeJS.ProcessEnv): void => {
  const ended = repo.start(program, args, env ? { env } : {});
  assert.is(ended.code, 0, `${program}: ${ended.stdout}${ended.stderr}`);
};

/** The entry that is printed for a stage where a generated hook is found. */
const printed = async (stage: Stage): Promise<string[]> => {
  const step = only(await repo.install({}, [stage]));
  assert.is(step.kind, 'stop');
  return (step.kind === 'stop' ? step.advice : []).filter((line) => line.startsWith('  ')).map((line) => line.slice(2));
};

const reachesLgtm = (): void => {
  const ended = repo.tryCommit();
  assert.is(ended.code, 0, ended.stderr);
  assert.equal(
    repo.seen().map(({ args }) => args),
    [['hook', 'pre-commit']],
    ended.stderr,
  );
  assert.not.equal(repo.tryCommit({ STAND_IN_EXIT: '1' }).code, 0);
  repo.seen();
};

if (npm !== null) sayUntested('lefthook, simple-git-hooks, husky 8 and husky 4', npm);
else {
  putPackage(TOOLS);
  const lefthook = (): void =>
    must(join(BIN, 'lefthook'), ['install', '--force'], { PATH: `${BIN}:${process.env['PATH']}` });

  managers('lefthook runs the entries that are printed for it', async () => {
    repo.write(
      'lefthook.yml',
      'pre-commit:\n  commands:\n    t:\n      run: "true"\ncommit-msg:\n  commands:\n    t:\n      run: "true"\n',
    );
    lefthook();
    repo.write('lefthook.yml', `${[...(await printed('pre-commit')), ...(await printed('commit-msg'))].join('\n')}\n`);
    lefthook();
    assert.is(repo.tryCommit().code, 0);
    assert.equal(
      repo.seen().map(({ args }) => args),
      [
        ['hook', 'pre-commit'],
        ['hook', 'commit-msg', '.git/COMMIT_EDITMSG'],
      ],
    );
    assert.not.equal(repo.tryCommit({ STAND_IN_EXIT: '1' }).code, 0);
    assert.is(only(await repo.install()).kind, 'keep');
  });

  managers('simple-git-hooks runs the entry that is printed for it', async () => {
    repo.write('package.json', '{ "simple-git-hooks": { "pre-commit": "true" } }\n');
    must(join(BIN, 'simple-git-hooks'), []);
    repo.write('package.json', `{ ${(await printed('pre-commit')).join('\n')} }\n`);
    must(join(BIN, 'simple-git-hooks'), []);
    reachesLgtm();
    assert.is(only(await repo.install()).kind, 'keep');
  });

  managers('husky 4 runs the entry that is printed for it', async () => {
    repo.write('package.json', '{ "husky": { "hooks": { "pre-commit": "true" } } }\n');
    const place = {
      INIT_CWD: repo.root,
      CI: '',
      npm_config_user_agent: 'npm/11',
      PATH: `${BIN}:${process.env['PATH']}`,
    };
    must(process.execPath, [join(TOOLS, 'node_modules/husky4/husky.js'), 'install'], place);
    repo.write('package.json', `{ ${(await printed('pre-commit')).join('\n')} }\n`);
    const ended = repo.start(process.execPath, [join(TOOLS, 'node_modules/husky4/bin/run.js'), 'pre-commit'], {
      env: place,
    });
    assert.is(ended.code, 0, ended.stderr);
    assert.equal(
      repo.seen().map(({ args }) => args),
      [['hook', 'pre-commit']],
    );
    assert.is(only(await repo.install()).kind, 'keep');
  });

  managers('husky 8 runs the lines that are added to its hook', async () => {
    const husky = (...args: string[]): void =>
      must(process.execPath, [join(TOOLS, 'node_modules/husky8/lib/bin.js'), ...args]);
    husky('install');
    husky('add', '.husky/pre-commit', 'echo other >> "$MARKS"');
    for (const ending of ['', 'exit 0']) {
      if (ending) husky('add', '.husky/pre-commit', ending);
      assert.is(only(await repo.install()).kind, 'block');
      reachesLgtm();
      assert.equal(repo.marks(), ['other', 'other']);
      await repo.uninstall();
    }
  });
}

if (pip !== null) sayUntested('pre-commit', pip);
else {
  const env = (): NodeJS.ProcessEnv => ({
    PATH: `${VENV}:${process.env['PATH']}`,
    PRE_COMMIT_HOME: join(repo.home, 'pre-commit'),
  });
  const config = (entries: readonly string[]): void =>
    repo.write('.pre-commit-config.yaml', `repos:\n${entries.map((line) => `${line}\n`).join('') || '  []\n'}`);

  managers('pre-commit runs the entry that is printed for it', async () => {
    rmSync(join(repo.root, 'node_modules'));
    putPackage(repo.root);
    config([]);
    repo.commit({});
    must(join(VENV, 'pre-commit'), ['install', '-t', 'pre-commit', '-t', 'commit-msg'], env());
    config([...(await printed('pre-commit')), ...(await printed('commit-msg'))]);
    repo.commit({});
    const ended = repo.tryCommit(env());
    assert.is(ended.code, 0, ended.stderr);
    assert.equal(
      repo.seen().map(({ args }) => args),
      [
        ['hook', 'pre-commit'],
        ['hook', 'commit-msg', '.git/COMMIT_EDITMSG'],
      ],
      ended.stderr,
    );
    assert.not.equal(repo.tryCommit({ ...env(), STAND_IN_EXIT: '1' }).code, 0);
    assert.is(only(await repo.install()).kind, 'keep');
  });

  managers('pre-commit that is set up after lgtm keeps it, and lgtm can still be taken out', async () => {
    rmSync(join(repo.root, 'node_modules'));
    putPackage(repo.root);
    config([]);
    repo.commit({});
    await repo.install();
    must(join(VENV, 'pre-commit'), ['install'], env());
    assert.is(only(await repo.install()).kind, 'keep');
    const ended = repo.tryCommit(env());
    assert.equal([ended.code, repo.seen().length], [0, 1], ended.stderr);
    assert.is(only(await repo.uninstall()).kind, 'remove');
    assert.equal([repo.tryCommit(env()).code, repo.seen().length], [0, 0]);
  });
}

managers.run();
