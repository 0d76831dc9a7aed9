import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestRepo } from './repo.ts';
import type { Situation, Stand } from './situations.ts';

/** Another repository beside the one of the situation, with one commit. */
const other = (repo: TestRepo, name: string, files: Readonly<Record<string, string>>): string => {
  const path = join(repo.beside, name);
  mkdirSync(path);
  repo.gitIn(path, ['init', '-q', '-b', 'main']);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(path, file), text);
  repo.gitIn(path, ['add', '-A']);
  repo.gitIn(path, ['commit', '-q', '-m', 'start']);
  return path;
};

const stageIn = (repo: TestRepo, cwd: string, path: string, text: string): Stand => {
  writeFileSync(join(cwd, path), text);
  repo.gitIn(cwd, ['add', path]);
  return { cwd };
};

const LOCAL = ['-c', 'protocol.file.allow=always'];

/** Where a repository lies, how it is made, and where the command is typed. */
export const PLACE_SITUATIONS: readonly Situation[] = [
  {
    name: 'a linked work tree',
    build: (repo) => {
      repo.commit({ 'a.txt': 'a\n' });
      repo.stage({ 'main.txt': 'staged in the main work tree\n' });
      repo.git('worktree', 'add', '-q', '../linked');
      return stageIn(repo, join(repo.beside, 'linked'), 'a.txt', 'a\nb\n');
    },
    files: ['M a.txt +1 -0 {2:b}'],
  },
  {
    name: 'a path named in a subdirectory of a linked work tree',
    build: (repo) => {
      repo.commit({ 'sub/a.txt': 'a\n', 'b.txt': 'b\n' });
      repo.git('worktree', 'add', '-q', '../linked');
      const cwd = join(repo.beside, 'linked', 'sub');
      stageIn(repo, join(repo.beside, 'linked'), 'b.txt', 'b\nstaged\n');
      writeFileSync(join(cwd, 'a.txt'), 'a\nnamed\n');
      return { cwd };
    },
    command: 'git commit -m x a.txt',
    files: ['M sub/a.txt +1 -0 {2:named}'],
    byHand: ['M b.txt +1 -0 {2:staged}'],
  },
  {
    name: 'a work tree of a bare repository, inside of another work tree',
    build: (repo) => {
      repo.commit({ 'a.txt': 'a\n' });
      repo.git('clone', '-q', '--bare', '.', '../hub.git');
      repo.gitIn(join(repo.beside, 'hub.git'), ['worktree', 'add', '-q', join(repo.root, 'nested'), 'main']);
      return stageIn(repo, join(repo.root, 'nested'), 'a.txt', 'a\nb\n');
    },
    files: ['M a.txt +1 -0 {2:b}'],
  },
  {
    name: 'a git directory elsewhere',
    init: ['--separate-git-dir', '../elsewhere.git'],
    build: (repo) => {
      repo.commit({ 'a.txt': 'a\n' });
      repo.stage({ 'a.txt': 'a\nb\n' });
    },
    files: ['M a.txt +1 -0 {2:b}'],
  },
  {
    name: 'a git directory and a work tree that are named in the environment',
    build: (repo) => {
      repo.commit({ 'a.txt': 'a\n' });
      repo.stage({ 'a.txt': 'a\nb\n' });
      return { cwd: repo.root, env: { ...repo.env, GIT_DIR: join(repo.root, '.git'), GIT_WORK_TREE: repo.root } };
    },
    files: ['M a.txt +1 -0 {2:b}'],
  },
  {
    name: 'a git directory and a work tree that are named on the command line',
    build: (repo) => {
      repo.commit({ 'a.txt': 'a\n' });
      repo.stage({ 'a.txt': 'a\nb\n' });
    },
    command: 'git --git-dir "$PWD/.git" --work-tree "$PWD" commit -m x',
    files: ['M a.txt +1 -0 {2:b}'],
  },
  {
    name: 'a subdirectory, with settings that cut paths',
    build: (repo) => {
      repo.commit({ 'sub/a.txt': 'a\n', 'b.txt': 'b\n' });
      repo.stage({ 'sub/a.txt': 'a\nb\n', 'b.txt': 'b\nc\n' });
      repo.git('config', 'diff.relative', 'true');
      return { cwd: join(repo.root, 'sub') };
    },
    files: ['M b.txt +1 -0 {2:c}', 'M sub/a.txt +1 -0 {2:b}'],
  },
  {
    name: 'an alias through the shell',
    build: (repo) => {
      repo.commit({ 'a.txt': 'a\n' });
      repo.stage({ 'a.txt': 'a\nb\n' });
      repo.git('config', 'alias.save', '!git add -A && git commit -m');
      repo.write('c.txt', 'c\n');
    },
    command: 'git save x',
    files: ['M a.txt +1 -0 {2:b}', 'A c.txt +1 -0 {1:c}'],
    byHand: ['M a.txt +1 -0 {2:b}'],
  },
  {
    name: 'a path of blanks, quotes, dollars and line feeds',
    build: (repo) => {
      const cwd = join(repo.beside, 'it\'s a $HOME "repo" `x`\nü');
      mkdirSync(cwd);
      repo.gitIn(cwd, ['init', '-q']);
      return stageIn(repo, cwd, 'a.txt', 'a\n');
    },
    files: ['A a.txt +1 -0 {1:a}'],
  },
  {
    name: 'a repository behind a link',
    build: (repo) => {
      repo.commit({ 'a.txt': 'a\n' });
      repo.stage({ 'a.txt': 'a\nb\n' });
      symlinkSync(repo.root, join(repo.beside, 'link'));
      return { cwd: join(repo.beside, 'link') };
    },
    files: ['M a.txt +1 -0 {2:b}'],
  },
  {
    name: 'object ids of SHA-256',
    init: ['--object-format=sha256'],
    build: (repo) => {
      repo.commit({ 'a.txt': 'a\n' });
      repo.stage({ 'a.txt': 'a\nb\n' });
    },
    files: ['M a.txt +1 -0 {2:b}'],
  },
  {
    name: 'the first commit under SHA-256',
    init: ['--object-format=sha256'],
    build: (repo) => {
      repo.stage({ 'a.txt': 'a\n' });
    },
    files: ['A a.txt +1 -0 {1:a}'],
  },
  {
    name: 'references in a table',
    init: ['--ref-format=reftable'],
    build: (repo) => {
      repo.commit({ 'a.txt': 'a\n' });
      repo.stage({ 'a.txt': 'a\nb\n' });
    },
    files: ['M a.txt +1 -0 {2:b}'],
  },
  {
    name: 'a shallow clone',
    build: (repo) => {
      for (const text of ['one\n', 'two\n']) repo.commit({ 'a.txt': text });
      repo.git('clone', '-q', '--depth', '1', `file://${repo.root}`, '../shallow');
      return stageIn(repo, join(repo.beside, 'shallow'), 'a.txt', 'two\nthree\n');
    },
    files: ['M a.txt +1 -0 {2:three}'],
  },
  {
    name: 'a partial clone that lacks an earlier version',
    build: (repo) => {
      repo.commit({ 'a.txt': 'one\n', 'b.txt': 'here\n' });
      repo.git('config', 'uploadpack.allowFilter', 'true');
      repo.git('clone', '-q', '--no-checkout', '--filter=blob:none', `file://${repo.root}`, '../partial');
      const cwd = join(repo.beside, 'partial');
      repo.gitIn(cwd, ['reset', '-q']);
      return stageIn(repo, cwd, 'a.txt', 'one\ntwo\n');
    },
    files: ['M a.txt +null -null {1:one|2:two} !earlier version: object missing (a partial clone; nothing is fetched)'],
  },
  {
    name: 'a sparse checkout, with a file staged outside of it',
    build: (repo) => {
      repo.commit({ 'in/a.txt': 'a\n', 'out/b.txt': 'b\n' });
      repo.git('sparse-checkout', 'set', 'in');
      repo.write('out/c.txt', 'outside\n');
      repo.git('add', '--sparse', 'out/c.txt');
      rmSync(join(repo.root, 'out'), { recursive: true });
      repo.write('in/a.txt', 'a\nb\n');
      repo.git('add', 'in/a.txt');
    },
    files: ['M in/a.txt +1 -0 {2:b}', 'A out/c.txt +1 -0 {1:outside}'],
  },
  {
    name: 'a submodule that is added, and its settings',
    build: (repo) => {
      other(repo, 'module', { 'm.txt': 'm\n' });
      repo.commit({ 'a.txt': 'a\n' });
      repo.git(...LOCAL, 'submodule', '--quiet', 'add', '../module', 'lib');
    },
    files: ['A .gitmodules +3 -0 {1:[submodule "lib"]|2:\tpath = lib|3:\turl = ../module}', 'A lib +1 -0 <gitlink>'],
  },
  {
    name: 'a submodule that is moved on, although its settings say that nobody should look',
    build: (repo) => {
      const module = other(repo, 'module', { 'm.txt': 'm\n' });
      repo.git(...LOCAL, 'submodule', '--quiet', 'add', '../module', 'lib');
      repo.git('config', '-f', '.gitmodules', 'submodule.lib.ignore', 'all');
      repo.git('config', 'diff.submodule', 'diff');
      repo.commit({});
      repo.gitIn(module, ['commit', '-q', '--allow-empty', '-m', 'next']);
      repo.gitIn(join(repo.root, 'lib'), [...LOCAL, 'pull', '-q']);
      repo.git('update-index', 'lib');
    },
    command: 'git commit --allow-empty -m x',
    files: ['M lib +1 -1 <gitlink>'],
  },
  {
    name: 'a commit inside of a submodule',
    build: (repo) => {
      other(repo, 'module', { 'm.txt': 'm\n' });
      repo.git(...LOCAL, 'submodule', '--quiet', 'add', '../module', 'lib');
      return stageIn(repo, join(repo.root, 'lib'), 'm.txt', 'm\nn\n');
    },
    files: ['M m.txt +1 -0 {2:n}'],
  },
  {
    name: 'a submodule that becomes a folder of files',
    build: (repo) => {
      other(repo, 'module', { 'm.txt': 'm\n' });
      repo.git(...LOCAL, 'submodule', '--quiet', 'add', '../module', 'lib');
      repo.commit({});
      repo.git('rm', '-q', '--cached', 'lib');
      rmSync(join(repo.root, 'lib', '.git'));
      repo.git('add', 'lib');
    },
    files: ['D lib +0 -1 <gitlink> [deleted]', 'A lib/m.txt +1 -0 {1:m}'],
  },
  {
    name: 'a repository inside, added without being a submodule',
    build: (repo) => {
      repo.commit({ 'a.txt': 'a\n' });
      mkdirSync(join(repo.root, 'inner'));
      const inner = join(repo.root, 'inner');
      repo.gitIn(inner, ['init', '-q', '-b', 'main']);
      repo.gitIn(inner, ['commit', '-q', '--allow-empty', '-m', 'inner']);
      repo.git('add', 'inner');
    },
    files: ['A inner +1 -0 <gitlink>'],
  },
];
