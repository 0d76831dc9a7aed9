import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { HOOK, KINDS, MARK } from '../hooks/kinds.ts';
import { snapshot } from '../hooks/snapshot.ts';
import { type Ended, type HookRepo, makeHookRepo } from '../hooks/support.ts';

/**
 * The package as it is published: packed, installed by npm into a project, and from there put beside every kind of hook. The
 * other hook runs, lgtm blocks a commit through it, and afterwards every byte is what it was.
 */

const ROOT = join(import.meta.dirname, '..', '..');
const TOOLS = mkdtempSync(join(tmpdir(), 'lgtm-packed-'));
const PACKAGES = join(TOOLS, 'node_modules');

const npm = (args: readonly string[], cwd: string): boolean =>
  spawnSync('npm', args, { cwd, stdio: 'ignore', timeout: 240_000 }).status === 0;

/** Without a registry the packages of this checkout serve as dependencies; what is packed is the same. */
const unpack = (tarball: string): void => {
  mkdirSync(join(PACKAGES, 'lgtm-hook'), { recursive: true });
  spawnSync('tar', ['-xzf', tarball, '-C', join(PACKAGES, 'lgtm-hook'), '--strip-components=1']);
  for (const name of readdirSync(join(ROOT, 'node_modules')).filter(
    (one) => !one.startsWith('.') && one !== 'lgtm-hook',
  ))
    symlinkSync(join(ROOT, 'node_modules', name), join(PACKAGES, name));
};

writeFileSync(join(TOOLS, 'package.json'), '{}\n');
npm(['pack', '--ignore-scripts', '--silent', '--pack-destination', TOOLS], ROOT);
const tarball = join(TOOLS, readdirSync(TOOLS).find((name) => name.endsWith('.tgz')) ?? 'missing.tgz');
const INSTALL = ['install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', tarball];
if (!npm(INSTALL, TOOLS)) unpack(tarball);

const packed = suite('the packed package');
let repo: HookRepo;
packed.before.each(() => {
  repo = makeHookRepo(false);
  symlinkSync(PACKAGES, join(repo.root, 'node_modules'));
});
packed.after.each(() => repo.remove());
packed.after(() => rmSync(TOOLS, { recursive: true, force: true }));

/** Written in two parts, so that this file plants nothing itself. */
const BAD = `export const f = (req) => ${['ev', 'al(req.query.x)'].join('')};\n`;

const bin = (...args: string[]): Ended =>
  repo.start(process.execPath, [join(repo.root, 'node_modules/lgtm-hook/bin/lgtm.js'), ...args]);
const must = (ended: Ended): Ended => {
  assert.is(ended.code, 0, ended.stdout + ended.stderr);
  return ended;
};
/** Commits a file that lgtm blocks; where lgtm is not reached, the commit goes through. */
const tryBad = (env: NodeJS.ProcessEnv = {}, cwd = ''): Ended => {
  writeFileSync(join(repo.root, cwd, 'bad.js'), BAD);
  repo.start('git', ['add', 'bad.js'], { cwd });
  return repo.start('git', ['commit', '-q', '-m', 'x'], { env, cwd });
};
const isBlocked = ({ code, stdout, stderr }: Ended): boolean =>
  code === 1 && /lgtm: blocked: 1 finding blocks/.test(stdout + stderr);

/** What changed between two states of the folder, but for what the commits themselves wrote. */
const changed = (before: Record<string, string>, after: Record<string, string>): string[] =>
  Object.keys({ ...before, ...after }).filter((key) => !/^(?:a\.txt|bad\.js)$/.test(key) && before[key] !== after[key]);

packed('holds what is needed, and nothing of the checkout', () => {
  const names = readdirSync(join(PACKAGES, 'lgtm-hook'));
  assert.equal(names.sort(), ['LICENSE', 'README.md', 'bin', 'dist', 'hooks', 'package.json', 'specs']);
  assert.match(must(bin('--version')).stdout, /^\d+\.\d+\.\d+/);
  assert.ok(existsSync(join(PACKAGES, 'lgtm-hook/specs/schema/report.schema.json')));
});

/** Those that people wrote about; `test/hooks/round-trip.test.ts` has all kinds, with a stand-in for the program. */
const MET = [
  ...['nothing', 'no hooks folder', 'a shell hook', 'a hook that fails', 'a hook that ends with exec'],
  ...['a hook that ends with exit 0', 'a hook in another language that is not UTF-8', 'a link into the work tree'],
  ...['a hook with CR LF', 'a hook whose interpreter is missing', 'a hook in a folder that core.hooksPath names'],
];
const met = KINDS.filter(({ title }) => MET.includes(title));
packed('meets the kinds of hooks that are listed', () => assert.is(met.length, MET.length));

for (const { title, make, marks, refused = false } of met)
  packed(`goes beside ${title}, blocks a commit, and leaves no trace`, () => {
    make(repo);
    const before = snapshot(repo.root);
    must(bin('install', '--yes'));
    const ended = tryBad();
    assert.is(isBlocked(ended), !refused, ended.stdout + ended.stderr);
    assert.not.equal(ended.code, 0);
    assert.equal(repo.marks(), marks);
    must(bin('uninstall'));
    repo.git('reset', '-q', '--hard');
    assert.equal(changed(before, snapshot(repo.root)), []);
  });

packed('goes into the hook of husky 9, from a work tree of its own, and out again', () => {
  const husky = `(await import(${JSON.stringify(join(ROOT, 'node_modules/husky/index.js'))})).default()`;
  must(repo.start(process.execPath, ['--input-type=module', '-e', husky]));
  repo.hook('.husky/pre-commit', MARK, 0o644);
  repo.commit({});
  const before = snapshot(repo.root);
  must(bin('install', '--yes'));
  assert.ok(isBlocked(tryBad()));
  assert.equal(repo.marks(), ['other']);
  must(bin('uninstall'));
  repo.git('reset', '-q', '--hard');
  assert.equal(changed(before, snapshot(repo.root)), []);
});

packed('is reached from a linked work tree, without node on PATH, without a terminal', () => {
  repo.git('worktree', 'add', '-q', '../side');
  must(bin('install'));
  assert.ok(isBlocked(tryBad({ PATH: '/usr/bin:/bin' }, '../side')));
  const bare = { ...repo.env, PATH: '/usr/bin:/bin' };
  writeFileSync(join(repo.root, 'bad.js'), BAD);
  repo.git('add', 'bad.js');
  assert.ok(isBlocked(repo.start('setsid', ['-w', 'git', 'commit', '-q', '-m', 'x'], { env: bare })));
});

packed('stays out of the way in CI, and says so in one line once it is gone', () => {
  must(bin('install'));
  const inCi = must(tryBad({ CI: 'true' }));
  assert.match(inCi.stderr, /^lgtm: skipped in CI; .*\n$/);
  rmSync(join(repo.root, 'node_modules'));
  const gone = must(repo.tryCommit());
  assert.match(gone.stderr, /^lgtm: .*\n$/);
});

for (const [title, make, expected] of [
  ['a hooks folder that does not exist', () => repo.git('config', 'core.hooksPath', 'tools/hooks'), /does not exist/],
  ['hooks that are switched off', () => repo.git('config', 'core.hooksPath', '/dev/null'), /switched off here/],
  ['a generated hook of lefthook', () => repo.hook(HOOK, '#!/bin/sh\ncall_lefthook run pre-commit\n'), /lefthook\.yml/],
  [
    'a generated hook of pre-commit',
    () => repo.hook(HOOK, '#!/usr/bin/env bash\n# File generated by pre-commit: https://pre-commit.com\n'),
    /\.pre-commit-config\.yaml/,
  ],
] as const)
  packed(`writes nothing at ${title}, and says what to do`, () => {
    make();
    const before = snapshot(repo.root);
    const ended = bin('install', '--yes');
    assert.is(ended.code, 2, ended.stdout);
    assert.match(ended.stderr, expected);
    assert.equal(snapshot(repo.root), before);
  });

packed.run();
