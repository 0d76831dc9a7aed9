import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { GitError } from '../../lib/errors.ts';
import { locateGit } from '../../lib/git/locate.ts';

const locate = suite<{ base: string }>('locating git');

locate.before.each((context) => {
  context.base = realpathSync(mkdtempSync(join(tmpdir(), 'lgtm-locate-')));
});
locate.after.each(({ base }) => rmSync(base, { recursive: true, force: true }));

const program = (folder: string): string => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'git'), '#!/bin/sh\n');
  chmodSync(join(folder, 'git'), 0o755);
  return join(folder, 'git');
};

locate('skips relative entries and everything inside the repository', ({ base }) => {
  const own = program(join(base, 'bin'));
  program(join(base, 'repo', 'node_modules', '.bin'));
  mkdirSync(join(base, 'repo', '.git'));
  mkdirSync(join(base, 'repo', 'sub'));
  const path = `node_modules/.bin:${base}/repo/node_modules/.bin:${base}/bin`;
  assert.is(locateGit(join(base, 'repo', 'sub'), { PATH: path, HOME: '/nowhere' }), own);
});

locate('skips a link on PATH that leads into the repository', ({ base }) => {
  const evil = program(join(base, 'repo', 'tools'));
  const own = program(join(base, 'bin'));
  mkdirSync(join(base, 'repo', '.git'));
  mkdirSync(join(base, 'links'));
  symlinkSync(evil, join(base, 'links', 'git'));
  assert.is(locateGit(join(base, 'repo'), { PATH: `${base}/links:${base}/bin`, HOME: '/nowhere' }), own);
});

locate('knows the main work tree of a linked one and the outer repository of a submodule', ({ base }) => {
  program(join(base, 'main', 'bin'));
  const own = program(join(base, 'bin'));
  mkdirSync(join(base, 'main', '.git', 'worktrees', 'w'), { recursive: true });
  mkdirSync(join(base, 'linked'));
  writeFileSync(join(base, 'linked', '.git'), `gitdir: ${base}/main/.git/worktrees/w\n`);
  const env = { PATH: `${base}/main/bin:${base}/bin`, HOME: '/nowhere' };
  assert.is(locateGit(join(base, 'linked'), env), own);
  mkdirSync(join(base, 'main', 'sub'));
  writeFileSync(join(base, 'main', 'sub', '.git'), 'gitdir: ../.git/modules/sub\n');
  assert.is(locateGit(join(base, 'main', 'sub'), env), own);
});

locate('accepts a git in the home folder although the home folder is a repository', ({ base }) => {
  const own = program(join(base, 'bin'));
  mkdirSync(join(base, '.git'));
  mkdirSync(join(base, 'work', 'repo', '.git'), { recursive: true });
  assert.is(locateGit(join(base, 'work', 'repo'), { PATH: join(base, 'bin'), HOME: base }), own);
});

locate('says so where there is none', ({ base }) => {
  assert.throws(
    () => locateGit(base, { PATH: base, HOME: '/nowhere' }),
    (error: unknown) => error instanceof GitError && /git was not found/.test(error.message),
  );
});

locate.run();
