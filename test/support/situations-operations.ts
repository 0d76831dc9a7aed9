import type { TestRepo } from './repo.ts';
import type { Situation } from './situations.ts';

const attempt = (repo: TestRepo, ...args: string[]): void => {
  try {
    repo.git(...args);
  } catch {
    // It stops over a conflict: that is the situation.
  }
};

/** Two branches that both go on from one commit; `main` is checked out. */
const diverge = (
  repo: TestRepo,
  ours: Record<string, string>,
  theirs: Record<string, string>,
  base = { 'f.txt': 'base\n' },
): void => {
  repo.commit(base);
  repo.git('checkout', '-q', '-b', 'side');
  repo.commit(theirs, 'side');
  repo.git('checkout', '-q', 'main');
  repo.commit(ours, 'main');
};

const conflict = { ours: { 'f.txt': 'ours\n' }, theirs: { 'f.txt': 'theirs\n' } };

/** Operations that git is in the middle of. */
export const OPERATION_SITUATIONS: readonly Situation[] = [
  {
    name: 'a clean merge that waits for its commit',
    build: (repo) => {
      diverge(repo, { 'main.txt': 'main\n' }, { 'side.txt': 'side\n' });
      repo.git('merge', '-q', '--no-commit', '--no-ff', 'side');
    },
    files: ['A side.txt +1 -0 [same-as-parent] {1:side}'],
  },
  {
    name: 'a conflict that was resolved',
    build: (repo) => {
      diverge(repo, conflict.ours, { ...conflict.theirs, 'side.txt': 'side\n' });
      attempt(repo, 'merge', 'side');
      repo.stage({ 'f.txt': 'ours\ntheirs\nand more\n' });
    },
    command: 'git commit --no-edit',
    files: ['M f.txt +2 -0 {2:theirs|3:and more}', 'A side.txt +1 -0 [same-as-parent] {1:side}'],
  },
  {
    name: 'a merge that changes more than both sides did',
    build: (repo) => {
      diverge(repo, { 'main.txt': 'main\n' }, { 'side.txt': 'side\n' });
      repo.git('merge', '-q', '--no-commit', '--no-ff', 'side');
      repo.stage({ 'f.txt': 'base\nslipped in\n' });
    },
    files: ['M f.txt +1 -0 {2:slipped in}', 'A side.txt +1 -0 [same-as-parent] {1:side}'],
  },
  {
    name: 'a merge that git commits by itself',
    build: (repo) => {
      diverge(repo, { 'main.txt': 'main\n' }, { 'side.txt': 'side\n' });
    },
    hook: 'pre-merge-commit',
    command: 'git merge --no-ff -m merged side',
    files: ['A side.txt +1 -0 [same-as-parent] {1:side}'],
    byHand: [],
  },
  {
    name: 'a merge in which git itself joins the changes of one file',
    build: (repo) => {
      const lines = Array.from({ length: 20 }, (_, i) => `${i}\n`);
      const base = { 'f.txt': lines.join('') };
      diverge(repo, { 'f.txt': ['ours\n', ...lines].join('') }, { 'f.txt': [...lines, 'theirs\n'].join('') }, base);
    },
    hook: 'pre-merge-commit',
    command: 'git merge --no-ff -m merged side',
    files: ['M f.txt +1 -0 {22:theirs}'],
    byHand: [],
  },
  {
    name: 'a pull that merges',
    build: (repo) => {
      diverge(repo, { 'main.txt': 'main\n' }, { 'side.txt': 'side\n' });
    },
    hook: 'pre-merge-commit',
    command: 'git pull -q --no-rebase --no-ff --no-edit . side',
    files: ['A side.txt +1 -0 [same-as-parent] {1:side}'],
    byHand: [],
  },
  {
    name: 'a merge of three branches',
    build: (repo) => {
      repo.commit({ 'f.txt': 'base\n' });
      for (const name of ['one', 'two']) {
        repo.git('checkout', '-q', '-b', name, 'main');
        repo.commit({ [`${name}.txt`]: `${name}\n` }, name);
      }
      repo.git('checkout', '-q', 'main');
      repo.commit({ 'main.txt': 'main\n' }, 'main');
      repo.git('merge', '-q', '--no-commit', '--no-ff', 'one', 'two');
      repo.stage({ 'f.txt': 'base\nslipped in\n' });
    },
    files: [
      'M f.txt +1 -0 {2:slipped in}',
      'A one.txt +1 -0 [same-as-parent] {1:one}',
      'A two.txt +1 -0 [same-as-parent] {1:two}',
    ],
  },
  {
    name: 'a squashed merge, which has one parent',
    build: (repo) => {
      diverge(repo, { 'main.txt': 'main\n' }, { 'side.txt': 'side\n' });
      repo.git('merge', '-q', '--squash', 'side');
    },
    files: ['A side.txt +1 -0 {1:side}'],
  },
  {
    name: 'a cherry-pick whose conflict was resolved',
    build: (repo) => {
      diverge(repo, conflict.ours, conflict.theirs);
      attempt(repo, 'cherry-pick', 'side');
      repo.stage({ 'f.txt': 'ours and theirs\n' });
    },
    command: 'git cherry-pick --continue --no-edit || git -c core.editor=true cherry-pick --continue',
    files: ['M f.txt +1 -1 {1:ours and theirs}'],
  },
  {
    name: 'a cherry-pick that waits for its commit',
    build: (repo) => {
      diverge(repo, { 'main.txt': 'main\n' }, { 'side.txt': 'side\n' });
      repo.git('cherry-pick', '-n', 'side');
    },
    files: ['A side.txt +1 -0 {1:side}'],
  },
  {
    name: 'a revert that waits for its commit',
    build: (repo) => {
      repo.commit({ 'f.txt': 'one\n' });
      repo.commit({ 'f.txt': 'one\ntwo\n' });
      repo.git('revert', '-n', 'HEAD');
    },
    files: ['M f.txt +0 -1'],
  },
  {
    name: 'a revert whose conflict was resolved',
    build: (repo) => {
      for (const text of ['one\n', 'two\n', 'three\n']) repo.commit({ 'f.txt': text });
      attempt(repo, 'revert', '--no-edit', 'HEAD~1');
      repo.stage({ 'f.txt': 'one again\n' });
    },
    command: 'git -c core.editor=true revert --continue',
    files: ['M f.txt +1 -1 {1:one again}'],
  },
  {
    name: 'a rebase that stopped to be edited, amended',
    build: (repo) => {
      for (const text of ['one\n', 'two\n', 'three\n']) repo.commit({ 'f.txt': text });
      repo.gitIn(repo.root, ['rebase', '-q', '-i', 'HEAD~2'], { GIT_SEQUENCE_EDITOR: 'sed -i 1s/pick/edit/' });
      repo.stage({ 'g.txt': 'more\n' });
    },
    command: 'git commit --amend --no-edit',
    files: ['A g.txt +1 -0 {1:more}'],
  },
  {
    name: 'a rebase that rewords a message',
    build: (repo) => {
      for (const text of ['one\n', 'two\n']) repo.commit({ 'f.txt': text });
      return { env: { ...repo.env, GIT_SEQUENCE_EDITOR: 'sed -i 1s/pick/reword/', GIT_EDITOR: 'true' } };
    },
    command: 'git rebase -q -i HEAD~1',
    files: [],
  },
  {
    name: 'a rebase that stopped over a conflict, committed by hand',
    build: (repo) => {
      diverge(repo, conflict.ours, conflict.theirs);
      attempt(repo, 'rebase', '-q', 'side');
      repo.stage({ 'f.txt': 'ours and theirs\n' });
    },
    files: ['M f.txt +1 -1 {1:ours and theirs}'],
  },
  {
    name: 'a detached HEAD',
    build: (repo) => {
      repo.commit({ 'f.txt': 'one\n' });
      repo.git('checkout', '-q', '--detach');
      repo.stage({ 'f.txt': 'one\ntwo\n' });
    },
    files: ['M f.txt +1 -0 {2:two}'],
  },
  {
    name: 'stashes, and branches and tags with the names of states',
    build: (repo) => {
      repo.commit({ 'f.txt': 'one\n' });
      repo.write('f.txt', 'stashed\n');
      repo.git('stash', '-q');
      repo.git('branch', 'stash');
      repo.git('tag', 'MERGE_HEAD');
      repo.git('update-ref', 'refs/heads/HEAD', 'HEAD');
      repo.stage({ 'f.txt': 'one\ntwo\n' });
    },
    files: ['M f.txt +1 -0 {2:two}'],
  },
  {
    name: 'what a popped stash left behind after a conflict',
    build: (repo) => {
      repo.commit({ 'f.txt': 'one\n' });
      repo.write('f.txt', 'stashed\n');
      repo.git('stash', '-q');
      repo.commit({ 'f.txt': 'other\n' });
      attempt(repo, 'stash', 'pop', '-q');
      repo.git('add', 'f.txt');
    },
    files: ['M f.txt +4 -0 {1:<<<<<<< Updated upstream|3:=======|4:stashed|5:>>>>>>> Stashed changes}'],
  },
];
