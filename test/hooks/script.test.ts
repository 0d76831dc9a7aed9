import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readTemplates } from '../../lib/hooks/package.ts';
import { renderHook } from '../../lib/hooks/template.ts';
import { HOOKS, type HookFolder, makeHookFolder, markedNode, putPackage } from './support.ts';

const which = (name: string): string =>
  spawnSync('/bin/sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim();

/** The shells that may stand behind /bin/sh, as far as this machine has them; and how they are told to be one. */
const SHELLS = ['/bin/sh', 'dash', 'bash --posix', 'busybox sh', 'mksh', 'yash -o posixly-correct', 'ksh93'].filter(
  (words) => which(words.split(' ')[0] ?? ''),
);

const script = (name = 'pre-commit'): string => join(HOOKS, name);

const recorded = (values: Partial<Parameters<typeof renderHook>[1]>): string =>
  renderHook(readTemplates().hook, {
    stage: 'pre-commit',
    previous: '',
    project: '',
    lgtm: '',
    node: '',
    madeFolder: false,
    ...values,
  });

/** A PATH with the few programs that a hook needs and without node. */
const barePath = (repo: HookFolder): string => {
  const folder = join(repo.home, 'bare');
  mkdirSync(folder);
  for (const name of ['[', 'cat', 'dirname', 'env', 'git', 'printf', 'pwd', 'sh']) {
    const found = ['/usr/bin', '/bin'].map((place) => join(place, name)).find((path) => existsSync(path));
    if (found) symlinkSync(found, join(folder, name));
  }
  return folder;
};

for (const name of SHELLS) {
  const [program = '', ...first] = [which(name.split(' ')[0] ?? ''), ...name.split(' ').slice(1)];
  const under = suite(`the hook script under ${name}`);
  const sh = (repo: HookFolder, file: string, args: string[] = [], more: Parameters<HookFolder['start']>[2] = {}) =>
    repo.start(program, [...first, file, ...args], more);
  let repo: HookFolder;
  under.before.each(() => {
    repo = makeHookFolder();
  });
  under.after.each(() => repo.remove());

  under('runs the local package with the stage and the arguments, in the top level', () => {
    const ended = sh(repo, script('commit-msg'), ['.git/COMMIT_EDITMSG', "it's $HOME"]);
    assert.is(ended.code, 0, ended.stderr);
    const [seen] = repo.seen();
    assert.equal(seen?.args, ['hook', 'commit-msg', '.git/COMMIT_EDITMSG', "it's $HOME"]);
    assert.is(seen?.cwd, repo.root);
    assert.is(seen?.LGTM_STAGE, undefined);
  });

  under('hands the exit code of lgtm on', () => {
    assert.is(sh(repo, script(), [], { env: { STAND_IN_EXIT: '1' } }).code, 1);
  });

  under('climbs from the recorded project to the top level of the work tree', () => {
    rmSync(join(repo.root, 'node_modules'), { recursive: true });
    putPackage(join(repo.root, 'packages'));
    repo.hook('hook', recorded({ project: 'packages/app/web' }));
    assert.is(sh(repo, './hook').code, 0);
    assert.match(repo.seen()[0]?.program ?? '', /packages\/node_modules\/lgtm-hook\/bin\/lgtm\.js$/);
  });

  under('prefers the local package to the recorded one, and takes the recorded one where there is no local one', () => {
    const elsewhere = putPackage(join(repo.home, 'global'));
    repo.hook('hook', recorded({ lgtm: join(elsewhere, 'bin', 'lgtm.js') }));
    sh(repo, './hook');
    rmSync(join(repo.root, 'node_modules'), { recursive: true });
    sh(repo, './hook');
    const programs = repo.seen().map((seen) => seen.program.startsWith(repo.root));
    assert.equal(programs, [true, false]);
  });

  under('says in one line that nothing was reviewed where lgtm is not installed, and lets the commit go on', () => {
    rmSync(join(repo.root, 'node_modules'), { recursive: true });
    repo.hook('hook', recorded({ lgtm: '/nowhere/lgtm.js' }));
    const ended = sh(repo, './hook');
    assert.is(ended.code, 0);
    assert.match(ended.stderr, /^lgtm: NOT REVIEWED: [^\n]+\n$/);
  });

  under('finds the program of the package it stands in, but not in a clone that was never built', () => {
    rmSync(join(repo.root, 'node_modules'), { recursive: true });
    const home = putPackage(join(repo.home, 'clone'));
    const hook = join(home, 'hooks', 'pre-push');
    assert.is(sh(repo, hook).code, 0);
    rmSync(join(home, 'dist'), { recursive: true });
    assert.match(sh(repo, hook).stderr, /NOT REVIEWED: lgtm-hook is not installed here/);
    assert.equal(
      repo.seen().map(({ args }) => args),
      [['hook', 'pre-push']],
    );
  });

  under('says in one line that nothing was reviewed where there is no node, and lets the commit go on', () => {
    const ended = sh(repo, script(), [], { env: { PATH: barePath(repo) } });
    assert.is(ended.code, 0);
    assert.match(ended.stderr, /^lgtm: NOT REVIEWED: node was not found[^\n]+\n$/);
    assert.equal(repo.seen(), []);
  });

  under('has lgtm write a skip down with LGTM=0, and ends 0 whatever comes of it', () => {
    assert.is(sh(repo, script(), [], { env: { LGTM: '0', STAND_IN_EXIT: '1' } }).code, 0);
    assert.is(repo.seen().length, 1);
    const bare = sh(repo, script(), [], { env: { LGTM: '0', PATH: barePath(repo) } });
    assert.equal([bare.code, bare.stderr], [0, '']);
  });

  under('takes LGTM_NODE first, then the recorded node, then the one on PATH', () => {
    const [chosen, kept, found] = ['chosen', 'kept', 'found'].map((label) => join(repo.home, label, 'node'));
    for (const path of [chosen, kept, found]) markedNode(path ?? '', path?.split('/').at(-2) ?? '');
    repo.hook('hook', recorded({ node: kept ?? '' }));
    const env = { PATH: `${join(repo.home, 'found')}${delimiter}${barePath(repo)}` };
    sh(repo, './hook', [], { env: { ...env, LGTM_NODE: chosen } });
    sh(repo, './hook', [], { env });
    rmSync(kept ?? '');
    sh(repo, './hook', [], { env: { ...env, LGTM_NODE: 'relative/node' } });
    assert.equal(repo.marks(), ['chosen', 'kept', 'found']);
  });

  under('reads init.sh before it looks for node, but never one of a relative folder', () => {
    const bare = barePath(repo);
    markedNode(join(repo.home, 'init', 'node'), 'init');
    repo.write('config/lgtm/init.sh', 'echo stolen >> "$MARKS"\n');
    assert.match(
      sh(repo, script(), [], { env: { PATH: bare, XDG_CONFIG_HOME: 'config' } }).stderr,
      /node was not found/,
    );
    mkdirSync(join(repo.home, '.config', 'lgtm'), { recursive: true });
    writeFileSync(join(repo.home, '.config', 'lgtm', 'init.sh'), `PATH="${join(repo.home, 'init')}:$PATH"\n`);
    assert.is(sh(repo, script(), [], { env: { PATH: bare } }).code, 0);
    assert.equal(repo.marks(), ['init']);
  });

  under(
    'runs no node of the repository: not by a relative entry of PATH, not by one inside the work tree, not through a link',
    () => {
      markedNode(join(repo.root, 'node_modules', '.bin', 'node'), 'planted');
      symlinkSync(join(repo.root, 'node_modules', '.bin'), join(repo.home, 'link'));
      markedNode(join(repo.home, 'outside', 'node'), 'relative');
      const entries = [
        'node_modules/.bin',
        '../home/outside',
        join(repo.root, 'node_modules', '.bin'),
        join(repo.home, 'link'),
        '',
        barePath(repo),
      ];
      const ended = sh(repo, script(), [], { env: { PATH: entries.join(delimiter) } });
      assert.match(ended.stderr, /NOT REVIEWED/);
      assert.equal(repo.marks(), []);
    },
  );

  under('uses a node below the home folder although the home folder is itself a work tree', () => {
    markedNode(join(repo.root, '.local', 'bin', 'node'), 'own');
    const ended = sh(repo, script(), [], {
      env: { HOME: repo.root, PATH: `${join(repo.root, '.local', 'bin')}${delimiter}${barePath(repo)}` },
    });
    assert.is(ended.code, 0, ended.stderr);
    assert.equal(repo.marks(), ['own']);
  });

  under('takes NODE_OPTIONS and ELECTRON_RUN_AS_NODE away', () => {
    const ended = sh(repo, script(), [], { env: { NODE_OPTIONS: '--require /nowhere.js', ELECTRON_RUN_AS_NODE: '1' } });
    assert.is(ended.code, 0, ended.stderr);
    const [seen] = repo.seen();
    assert.equal([seen?.NODE_OPTIONS, seen?.ELECTRON_RUN_AS_NODE], [undefined, undefined]);
  });

  under('runs the previous hook first, with its arguments, and ends with its exit code', () => {
    repo.hook('hooks/pre-commit', recorded({ previous: 'pre-commit.lgtm-previous' }));
    repo.hook('hooks/pre-commit.lgtm-previous', '#!/bin/sh\necho "previous $*" >> "$MARKS"\nexit $PREVIOUS_EXIT\n');
    assert.is(sh(repo, 'hooks/pre-commit', ['a b'], { env: { PREVIOUS_EXIT: '7' } }).code, 7);
    assert.equal(repo.seen(), []);
    assert.is(sh(repo, 'hooks/pre-commit', ['a b'], { env: { LGTM: '0' } }).code, 0);
    assert.is(sh(repo, 'hooks/pre-commit', ['a b']).code, 0);
    assert.equal(repo.marks(), ['previous a b', 'previous a b', 'previous a b']);
    assert.is(repo.seen().length, 2);
  });

  under('gives both hooks what git writes to a pre-push hook', () => {
    repo.hook('hooks/pre-push', recorded({ stage: 'pre-push', previous: 'pre-push.lgtm-previous' }));
    repo.hook('hooks/pre-push.lgtm-previous', '#!/bin/sh\nwhile read -r line; do echo "$line" >> "$MARKS"; done\n');
    const input = 'refs/heads/a 1 refs/heads/a 0\nrefs/heads/b 2 refs/heads/b 0\n';
    assert.is(sh(repo, 'hooks/pre-push', ['origin', 'url'], { input }).code, 0);
    assert.equal(repo.marks(), input.trim().split('\n'));
    assert.is(sh(repo, 'hooks/pre-push', ['origin', 'url']).code, 0);
    const [first, second] = repo.seen();
    assert.equal([first?.stdin, first?.args, second?.stdin], [input, ['hook', 'pre-push', 'origin', 'url'], '']);
    assert.equal(repo.marks(), []);
  });

  under('does not mind a previous pre-push hook that reads nothing of a long input', () => {
    repo.hook('hooks/pre-push', recorded({ stage: 'pre-push', previous: 'pre-push.lgtm-previous' }));
    repo.hook('hooks/pre-push.lgtm-previous', '#!/bin/sh\nexit 0\n');
    const input = 'refs/heads/x 1 refs/heads/x 0\n'.repeat(3_000);
    const ended = sh(repo, 'hooks/pre-push', [], { input });
    assert.is(ended.code, 0);
    assert.is(ended.stderr, '');
    assert.is(repo.seen()[0]?.stdin, input);
  });

  under('passes over a previous hook that git would pass over, and stops at one that cannot be run', () => {
    repo.hook('hooks/pre-commit', recorded({ previous: 'pre-commit.lgtm-previous' }));
    assert.is(sh(repo, 'hooks/pre-commit').code, 0);
    repo.hook('hooks/pre-commit.lgtm-previous', '#!/bin/sh\nexit 1\n', 0o644);
    assert.is(sh(repo, 'hooks/pre-commit').code, 0);
    repo.hook('hooks/pre-commit.lgtm-previous', '#!/nowhere/sh\n');
    const ended = sh(repo, 'hooks/pre-commit');
    assert.ok(ended.code === 126 || ended.code === 127);
    assert.match(ended.stderr, /git cannot run the pre-commit hook that was here before lgtm/);
    repo.hook('hooks/pre-commit.lgtm-previous', '');
    assert.is(sh(repo, 'hooks/pre-commit').code, 0);
    assert.is(repo.seen().length, 3);
  });

  under('does not go round in a circle with a previous hook that starts it again', () => {
    repo.hook('hooks/pre-commit', recorded({ previous: 'pre-commit.lgtm-previous' }));
    repo.hook(
      'hooks/pre-commit.lgtm-previous',
      '#!/bin/sh\necho round >> "$MARKS"\n[ "$(wc -l < "$MARKS")" -lt 4 ] || exit 9\nexec hooks/pre-commit "$@"\n',
    );
    assert.is(sh(repo, 'hooks/pre-commit').code, 0);
    assert.equal(repo.marks(), ['round']);
    assert.is(repo.seen().length, 1);
    sh(repo, 'hooks/pre-commit', [], { env: { LGTM_PREVIOUS: '/elsewhere/hooks/pre-commit.lgtm-previous' } });
    assert.equal(repo.marks(), ['round'], 'a hook of another repository is none of its business');
  });

  under('answers a self-test without running the previous hook or a review', () => {
    repo.hook('hooks/pre-commit', recorded({ previous: 'pre-commit.lgtm-previous' }));
    repo.hook('hooks/pre-commit.lgtm-previous', '#!/bin/sh\necho ran >> "$MARKS"\n');
    const ended = sh(repo, 'hooks/pre-commit', [], { env: { LGTM_SELF_TEST: 'abc123' } });
    assert.equal(ended, { code: 0, stdout: 'lgtm-self-test abc123\n', stderr: '' });
    assert.equal([repo.marks(), repo.seen()], [[], []]);
    assert.is(sh(repo, 'hooks/pre-commit', [], { env: { LGTM_SELF_TEST: 'abc123', STAND_IN_BROKEN: '1' } }).stdout, '');
  });

  under('takes its stage from its own name where nothing was recorded, an ending left aside', () => {
    repo.hook('hooks/pre-merge-commit.legacy', readTemplates().hook);
    assert.is(sh(repo, 'hooks/pre-merge-commit.legacy').code, 0);
    assert.equal(repo.seen()[0]?.args, ['hook', 'pre-merge-commit']);
  });

  under('works in a folder whose name holds everything that a shell minds', () => {
    const odd = mkdtempSync(join(tmpdir(), 'lgtm odd \'"$(touch x)`;*\n'));
    putPackage(odd);
    writeFileSync(join(odd, 'hook'), recorded({ lgtm: "/it's/a\nb", node: process.execPath, previous: "it's before" }));
    writeFileSync(join(odd, "it's before"), '#!/bin/sh\necho before >> "$MARKS"\n');
    chmodSync(join(odd, "it's before"), 0o755);
    const { status, stderr } = spawnSync(program, [...first, join(odd, 'hook')], {
      cwd: odd,
      env: repo.env,
      encoding: 'utf8',
    });
    assert.is(status, 0, stderr);
    assert.equal([repo.marks(), repo.seen()[0]?.cwd], [['before'], odd]);
    rmSync(odd, { recursive: true });
  });

  under.run();
}
