import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Trap, TrapSite } from './traps.ts';

const attributes = ({ repo }: TrapSite, text: string): void =>
  writeFileSync(join(repo.root, '.git', 'info', 'attributes'), text);

/** A commit with a signature; git asks a program about it where it is told to show signatures. */
const signedCommit = ({ repo }: TrapSite): void => {
  const [tree, parent] = [repo.git('rev-parse', 'HEAD^{tree}').trim(), repo.git('rev-parse', 'HEAD').trim()];
  const who = 'A <a@example.invalid> 1700000000 +0000';
  const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n aa\n -----END PGP SIGNATURE-----';
  const commit = `tree ${tree}\nparent ${parent}\nauthor ${who}\ncommitter ${who}\n${signature}\n\nsigned\n`;
  const id = repo.input(commit, 'hash-object', '-t', 'commit', '-w', '--stdin').trim();
  repo.git('update-ref', 'HEAD', id);
};

/** A promised object that is missing: git fetches it from wherever the configuration says. */
const missingBlob = ({ repo }: TrapSite, url: string): void => {
  const old = repo.git('rev-parse', 'HEAD:a.x').trim();
  repo.git('config', 'core.repositoryFormatVersion', '1');
  repo.git('config', 'extensions.partialClone', 'origin');
  repo.git('config', 'remote.origin.url', url);
  repo.git('config', 'remote.origin.promisor', 'true');
  repo.git('config', 'protocol.allow', 'always');
  repo.git('config', 'protocol.ext.allow', 'always');
  rmSync(join(repo.root, '.git', 'objects', old.slice(0, 2), old.slice(2)));
};

/** A submodule that has moved on, with settings of its own. */
const armedSubmodule = ({ repo, program }: TrapSite): void => {
  const module = join(repo.beside, 'module');
  mkdirSync(module);
  repo.gitIn(module, ['init', '-q', '-b', 'main']);
  for (const text of ['one', 'two']) {
    writeFileSync(join(module, 'm.txt'), text);
    repo.gitIn(module, ['add', '-A']);
    repo.gitIn(module, ['commit', '-q', '-m', text]);
  }
  repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', module, 'lib');
  repo.gitIn(join(repo.root, 'lib'), ['checkout', '-q', 'HEAD~1']);
  repo.git('add', 'lib');
  repo.git('commit', '-q', '--no-verify', '-m', 'module', 'lib', '.gitmodules');
  repo.gitIn(join(repo.root, 'lib'), ['checkout', '-q', 'main']);
  repo.git('add', 'lib');
  repo.gitIn(join(repo.root, 'lib'), ['config', 'core.fsmonitor', program('submodule')]);
  repo.gitIn(join(repo.root, 'lib'), ['config', 'diff.external', program('submodule')]);
  repo.git('config', 'diff.submodule', 'diff');
  repo.git('config', 'submodule.recurse', 'true');
};

export const TRAPS: readonly Trap[] = [
  {
    name: 'fsmonitor',
    arm: ({ repo, program }) => repo.git('config', 'core.fsmonitor', program('fsmonitor')),
    spring: 'git ls-files; git diff --cached',
  },
  {
    name: 'external-diff',
    arm: ({ repo, program }) => repo.git('config', 'diff.external', program('external-diff')),
    spring: 'git diff --cached',
  },
  {
    name: 'external-diff-variable',
    arm: () => undefined,
    spring: 'git diff --cached',
    env: ({ program }) => ({ GIT_EXTERNAL_DIFF: program('external-diff-variable') }),
  },
  {
    name: 'diff-driver',
    arm: (site) => {
      attributes(site, '* diff=evil\n');
      site.repo.git('config', 'diff.evil.command', site.program('diff-driver'));
    },
    spring: 'git diff --cached',
  },
  {
    name: 'textconv',
    arm: (site) => {
      attributes(site, '* diff=evil\n');
      site.repo.git('config', 'diff.evil.textconv', site.program('textconv'));
    },
    spring: 'git diff --cached',
  },
  {
    name: 'clean-filter',
    arm: (site) => {
      attributes(site, '* filter=evil\n');
      site.repo.git('config', 'filter.evil.clean', site.program('clean-filter'));
      site.repo.write('a.x', 'changed in the work tree\n');
    },
    spring: 'git diff',
  },
  {
    name: 'filter-process',
    arm: (site) => {
      attributes(site, '* filter=evil\n');
      site.repo.git('config', 'filter.evil.process', site.program('filter-process'));
      site.repo.write('a.x', 'changed in the work tree\n');
    },
    spring: 'git diff',
  },
  {
    name: 'post-index-change',
    arm: ({ repo, program }) => {
      mkdirSync(join(repo.root, '.git', 'hooks'), { recursive: true });
      symlinkSync(program('post-index-change'), join(repo.root, '.git', 'hooks', 'post-index-change'));
      repo.write('a.x', 'one\ntwo\n');
    },
    spring: 'sleep 0.01; touch -d "1 hour ago" a.x; git status',
  },
  {
    name: 'hooks-path',
    arm: ({ repo, program }) => {
      mkdirSync(join(repo.root, 'evil-hooks'));
      symlinkSync(program('hooks-path'), join(repo.root, 'evil-hooks', 'post-index-change'));
      repo.git('config', 'core.hooksPath', 'evil-hooks');
    },
    spring: 'touch -d "1 hour ago" a.x; git status',
  },
  {
    name: 'signature',
    arm: (site) => {
      signedCommit(site);
      site.repo.git('config', 'log.showSignature', 'true');
      site.repo.git('config', 'gpg.program', site.program('signature'));
    },
    spring: 'git log -1',
  },
  {
    name: 'included-settings',
    arm: ({ repo, program }) => {
      repo.write('settings', `[core]\n\tfsmonitor = ${program('included-settings')}\n`);
      repo.git('add', 'settings');
      repo.git('config', 'include.path', '../settings');
    },
    spring: 'git diff --cached',
  },
  {
    name: 'credential-helper',
    arm: ({ repo, program }) => {
      repo.git('config', 'credential.helper', program('credential-helper'));
      repo.git('config', 'core.askPass', program('credential-helper'));
    },
    spring: "printf 'protocol=https\\nhost=example.invalid\\n\\n' | git credential fill",
  },
  {
    name: 'editor',
    arm: ({ repo, program }) => {
      repo.git('config', 'core.editor', program('editor'));
      repo.git('config', 'sequence.editor', program('editor'));
    },
    spring: 'git commit --no-verify',
  },
  {
    name: 'alias',
    arm: ({ repo, program }) => {
      for (const name of ['diff-index', 'cat-file', 'rev-parse', 'log', 'ls-files', 'own'])
        repo.git('config', `alias.${name}`, `!${program('alias')}`);
    },
    spring: 'git own',
  },
  {
    name: 'embedded-bare-repository',
    arm: ({ repo, program }) => {
      repo.git('init', '-q', '--bare', 'vendor/data');
      const inner = join(repo.root, 'vendor', 'data');
      repo.gitIn(inner, ['config', 'core.bare', 'false']);
      repo.gitIn(inner, ['config', 'core.worktree', '..']);
      writeFileSync(join(inner, 'config'), `\tfsmonitor = ${program('embedded-bare-repository')}\n`, { flag: 'a' });
    },
    from: 'vendor/data',
    spring: 'git status',
  },
  {
    name: 'lazy-fetch-upload-pack',
    arm: (site) => {
      missingBlob(site, site.repo.beside);
      site.repo.git('config', 'remote.origin.uploadpack', site.program('lazy-fetch-upload-pack'));
    },
    spring: 'git cat-file -p HEAD:a.x',
  },
  {
    name: 'lazy-fetch-ssh',
    arm: (site) => {
      missingBlob(site, 'ssh://example.invalid/x');
      site.repo.git('config', 'core.sshCommand', site.program('lazy-fetch-ssh'));
    },
    spring: 'git cat-file -p HEAD:a.x',
  },
  {
    name: 'lazy-fetch-ext',
    arm: (site) => missingBlob(site, `ext::${site.program('lazy-fetch-ext')}`),
    spring: 'git cat-file -p HEAD:a.x',
  },
  {
    name: 'git-in-the-work-tree',
    arm: ({ repo, program }) => {
      mkdirSync(join(repo.root, 'node_modules', '.bin'), { recursive: true });
      symlinkSync(program('git-in-the-work-tree'), join(repo.root, 'node_modules', '.bin', 'git'));
    },
    spring: 'git status',
    env: ({ repo }) => ({
      PATH: `node_modules/.bin:${join(repo.root, 'node_modules', '.bin')}:${repo.env['PATH']}`,
    }),
  },
  { name: 'submodule', arm: armedSubmodule, spring: 'git diff --cached; git status' },
  {
    name: 'pager',
    arm: ({ repo, program }) => {
      repo.git('config', 'core.pager', program('pager'));
      for (const name of ['log', 'diff-index', 'cat-file', 'ls-files', 'config'])
        repo.git('config', `pager.${name}`, program('pager'));
    },
    spring: 'script -qec "git log" /dev/null',
  },
];
