import { rmSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Situation } from './situations.ts';

const numbers = (count: number): string => Array.from({ length: count }, (_, i) => `${i + 1}\n`).join('');

/** Kinds of change, and what of them is in the index that git hands over. */
export const INDEX_SITUATIONS: readonly Situation[] = [
  {
    name: 'a file of which only one hunk is staged',
    build: (repo) => {
      repo.commit({ 'f.txt': numbers(20) });
      repo.write('f.txt', numbers(20).replace('2\n', 'two\n').replace('19\n', 'nineteen\n'));
      repo.input('y\nn\n', 'add', '-p');
    },
    files: ['M f.txt +1 -1 {2:two}'],
  },
  {
    name: 'a staged file that is gone from the work tree',
    build: (repo) => {
      repo.commit({ keep: 'k\n' });
      repo.stage({ 'a.js': 'eval(x)\n' });
      unlinkSync(join(repo.root, 'a.js'));
    },
    files: ['A a.js +1 -0 {1:eval(x)}'],
  },
  {
    name: 'a fault that is mended in the work tree only',
    build: (repo) => {
      repo.commit({ 'a.js': 'one\n' });
      repo.stage({ 'a.js': 'one\nfault\n' });
      repo.write('a.js', 'one\nmended\n');
    },
    files: ['M a.js +1 -0 {2:fault}'],
  },
  {
    name: 'commit -a, whose index is temporary',
    build: (repo) => {
      repo.commit({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
      repo.stage({ 'a.txt': 'a\nstaged\n' });
      repo.write('b.txt', 'b\nnot staged\n');
      repo.write('new.txt', 'untracked\n');
    },
    command: 'git commit -a -m x',
    files: ['M a.txt +1 -0 {2:staged}', 'M b.txt +1 -0 {2:not staged}'],
    byHand: ['M a.txt +1 -0 {2:staged}'],
  },
  {
    name: 'commit PATH, which leaves out what else is staged',
    build: (repo) => {
      repo.commit({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
      repo.stage({ 'a.txt': 'a\nstaged\n' });
      repo.write('b.txt', 'b\nnamed\n');
    },
    command: 'git commit -m x b.txt',
    files: ['M b.txt +1 -0 {2:named}'],
    byHand: ['M a.txt +1 -0 {2:staged}'],
  },
  {
    name: 'commit -i PATH, which adds to what is staged',
    build: (repo) => {
      repo.commit({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
      repo.stage({ 'a.txt': 'a\nstaged\n' });
      repo.write('b.txt', 'b\nnamed\n');
    },
    command: 'git commit -m x -i b.txt',
    files: ['M a.txt +1 -0 {2:staged}', 'M b.txt +1 -0 {2:named}'],
    byHand: ['M a.txt +1 -0 {2:staged}'],
  },
  {
    name: 'commit -p, which takes one hunk',
    build: (repo) => {
      repo.commit({ 'f.txt': numbers(20) });
      repo.write('f.txt', numbers(20).replace('2\n', 'two\n').replace('19\n', 'nineteen\n'));
    },
    command: "printf 'n\\ny\\n' | git commit -p -m x",
    files: ['M f.txt +1 -1 {19:nineteen}'],
    byHand: [],
  },
  {
    name: 'amend, compared with HEAD',
    build: (repo) => {
      repo.commit({ 'a.txt': 'a\n' });
      repo.commit({ 'a.txt': 'a\nb\n' });
      repo.stage({ 'c.txt': 'c\n' });
    },
    command: 'git commit --amend --no-edit',
    files: ['A c.txt +1 -0 {1:c}'],
  },
  {
    name: 'amend of the message only',
    build: (repo) => {
      repo.commit({ 'a.txt': 'a\n' });
    },
    command: 'git commit --amend -m y',
    files: [],
  },
  {
    name: 'an empty commit',
    build: (repo) => {
      repo.commit({ 'a.txt': 'a\n' });
    },
    command: 'git commit --allow-empty -m x',
    files: [],
  },
  {
    name: 'the first commit',
    build: (repo) => {
      repo.stage({ 'a.txt': 'a\n', 'dir/b.txt': 'b' });
    },
    files: ['A a.txt +1 -0 {1:a}', 'A dir/b.txt +1 -0 {1:b}'],
  },
  {
    name: 'the first commit of an orphan branch',
    build: (repo) => {
      repo.commit({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
      repo.git('checkout', '-q', '--orphan', 'other');
      repo.git('rm', '-q', '--cached', 'b.txt');
    },
    files: ['A a.txt +1 -0 {1:a}'],
  },
  {
    name: 'deletions, empty files and emptied ones',
    build: (repo) => {
      repo.commit({ 'gone.txt': 'x\ny\n', 'emptied.txt': 'x\ny\n', 'none.txt': '' });
      repo.git('rm', '-q', 'gone.txt', 'none.txt');
      repo.stage({ 'emptied.txt': '', 'sub/new.txt': '', 'full.txt': 'f\n' });
    },
    files: [
      'M emptied.txt +0 -2 [empty]',
      'A full.txt +1 -0 {1:f}',
      'D gone.txt +0 -2 [deleted]',
      'R none.txt => sub/new.txt +0 -0 [empty]',
    ],
  },
  {
    name: 'modes alone',
    build: (repo) => {
      repo.commit({ 'run.sh': '#!/bin/sh\n', 'tool.sh': 'x\n' });
      repo.git('update-index', '--chmod=+x', 'run.sh');
      repo.write('tool.sh', 'x\ny\n');
      repo.git('add', 'tool.sh');
      repo.git('update-index', '--chmod=+x', 'tool.sh');
    },
    files: ['M run.sh +0 -0 100644>100755 [mode-only]', 'M tool.sh +1 -0 100644>100755 {2:y}'],
  },
  {
    name: 'renames: pure, edited, with a mode, of a binary, in case only',
    build: (repo) => {
      repo.commit({
        'a.txt': numbers(20),
        'b.txt': `b\n${numbers(20)}`,
        'c.txt': `c\n${numbers(20)}`,
        'd.bin': 'd\0d',
        'Case.txt': 'case\n',
      });
      repo.git('mv', 'a.txt', 'to-a.txt');
      repo.git('mv', 'b.txt', 'to-b.txt');
      repo.git('mv', 'c.txt', 'to-c.txt');
      repo.git('mv', 'd.bin', 'to-d.bin');
      repo.git('mv', 'Case.txt', 'case.txt');
      repo.write('to-b.txt', `b\n${numbers(20)}new\n`);
      repo.git('add', 'to-b.txt');
      repo.git('update-index', '--chmod=+x', 'to-c.txt');
    },
    files: [
      'R Case.txt => case.txt +0 -0 [empty]',
      'R a.txt => to-a.txt +0 -0 [empty]',
      'R b.txt => to-b.txt +1 -0 {22:new}',
      'R c.txt => to-c.txt +0 -0 100644>100755 [mode-only]',
      'R d.bin => to-d.bin binary [empty]',
    ],
  },
  {
    name: 'a copy, which is an addition',
    build: (repo) => {
      repo.commit({ 'a.txt': numbers(20) });
      repo.stage({ 'a.txt': `${numbers(20)}x\n`, 'b.txt': numbers(2) });
      repo.git('config', 'diff.renames', 'copies');
    },
    files: ['M a.txt +1 -0 {21:x}', 'A b.txt +2 -0 {1:1|2:2}'],
  },
  {
    name: 'more renames than the configured limit',
    build: (repo) => {
      repo.commit({ 'a.txt': numbers(20), 'b.txt': `b\n${numbers(30)}` });
      rmSync(join(repo.root, 'a.txt'));
      rmSync(join(repo.root, 'b.txt'));
      repo.stage({ 'x.txt': `${numbers(20)}x\n`, 'y.txt': `b\n${numbers(30)}y\n` });
      repo.git('config', 'diff.renameLimit', '1');
    },
    files: ['R a.txt => x.txt +1 -0 {21:x}', 'R b.txt => y.txt +1 -0 {32:y}'],
  },
  {
    name: 'renames that are switched off in the configuration',
    build: (repo) => {
      repo.commit({ 'a.txt': numbers(20) });
      repo.git('mv', 'a.txt', 'b.txt');
      repo.git('config', 'diff.renames', 'false');
    },
    files: ['R a.txt => b.txt +0 -0 [empty]'],
  },
  {
    name: 'links that become files and files that become links',
    build: (repo) => {
      repo.link('was-link', 'target');
      repo.link('same', 'equal text');
      repo.commit({ 'was-file': 'text\n' });
      for (const name of ['was-link', 'was-file', 'same']) unlinkSync(join(repo.root, name));
      repo.link('was-file', 'elsewhere');
      repo.stage({ 'was-link': 'one\ntwo\n', same: 'equal text' });
    },
    files: [
      'T same +1 -1 120000>100644 {1:equal text}',
      'T was-file +1 -1 100644>120000 <symlink> {1:elsewhere}',
      'T was-link +2 -1 120000>100644 {1:one|2:two}',
    ],
  },
  {
    name: 'links that are added and turned to another target',
    build: (repo) => {
      repo.link('old', 'before');
      repo.commit({ keep: 'k\n' });
      unlinkSync(join(repo.root, 'old'));
      repo.link('old', '/etc/passwd');
      repo.link('new', '../outside');
      repo.stage({});
    },
    files: ['A new +1 -0 <symlink> {1:../outside}', 'M old +1 -1 <symlink> {1:/etc/passwd}'],
  },
  {
    name: 'a folder that becomes a file, and a file that becomes a folder',
    build: (repo) => {
      repo.commit({ 'd/one.txt': 'one\n', f: 'file\n' });
      rmSync(join(repo.root, 'd'), { recursive: true });
      rmSync(join(repo.root, 'f'));
      repo.stage({ d: 'now a file, with other text\n', 'f/two.txt': 'and this is inside\n' });
    },
    files: [
      'A d +1 -0 {1:now a file, with other text}',
      'D d/one.txt +0 -1 [deleted]',
      'D f +0 -1 [deleted]',
      'A f/two.txt +1 -0 {1:and this is inside}',
    ],
  },
  {
    name: 'files that are only intended to be added',
    build: (repo) => {
      repo.commit({ keep: 'k\n' });
      repo.write('later.txt', 'later\n');
      repo.git('add', '-N', 'later.txt');
      repo.write('now.txt', 'now\n');
      repo.git('add', 'now.txt');
    },
    files: ['A now.txt +1 -0 {1:now}'],
  },
  {
    name: 'files that are intended to be added, under commit -a',
    build: (repo) => {
      repo.commit({ keep: 'k\n' });
      repo.write('later.txt', 'later\n');
      repo.git('add', '-N', 'later.txt');
    },
    command: 'git commit -a -m x',
    files: ['A later.txt +1 -0 {1:later}'],
    byHand: [],
  },
  {
    name: 'entries that are assumed unchanged or skipped in the work tree',
    build: (repo) => {
      repo.commit({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
      repo.stage({ 'a.txt': 'a\nseen\n', 'b.txt': 'b\nseen\n' });
      repo.git('update-index', '--assume-unchanged', 'a.txt');
      repo.git('update-index', '--skip-worktree', 'b.txt');
      repo.write('a.txt', 'something else\n');
      rmSync(join(repo.root, 'b.txt'));
    },
    files: ['M a.txt +1 -0 {2:seen}', 'M b.txt +1 -0 {2:seen}'],
  },
  {
    name: 'an index of version 4, split, with an untracked cache',
    build: (repo) => {
      repo.commit(Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`f${i}.txt`, `${i}\n`])));
      repo.git('update-index', '--index-version', '4');
      repo.git('update-index', '--split-index');
      repo.git('update-index', '--force-untracked-cache');
      repo.write('f7.txt', 'changed\n');
      repo.git('add', 'f7.txt');
      repo.write('f8.txt', 'also\n');
    },
    command: 'git commit -a -m x',
    files: ['M f7.txt +1 -1 {1:changed}', 'M f8.txt +1 -1 {1:also}'],
    byHand: ['M f7.txt +1 -1 {1:changed}'],
  },
];
