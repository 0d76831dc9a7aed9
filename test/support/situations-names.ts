import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestRepo } from './repo.ts';
import type { Situation } from './situations.ts';

const TEXT = 'x\n';

const stageNames = (repo: TestRepo, names: readonly string[]): undefined => {
  repo.commit({ keep: 'k\n' });
  repo.stage(Object.fromEntries(names.map((name) => [name, TEXT])));
};

/** Files of these names, each added with one line; git sorts by bytes. */
const added = (...names: readonly string[]): string[] =>
  [...names].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))).map((name) => `A ${name} +1 -0 {1:x}`);

const PLAIN = [
  'a b.txt',
  ' leading',
  'trailing ',
  "it's.txt",
  'quo"ted',
  'back\\slash',
  'a -> b.txt',
  'x b/y',
  'a => b',
];
const CONTROL = ['new\nline', 'tab\tbed', 'bell\u0007', 'esc\u001b[2K\u001b]0;x\u0007', 'cr\r.txt', 'del\u007f'];
const OPTIONS = [
  '-n',
  '--cached',
  '-',
  '--',
  '-rf *',
  '@{u}',
  'HEAD',
  ':(exclude)keep',
  ':!x',
  ':/x',
  '*.txt',
  '[a].txt',
];
const SHELL = [
  '$(touch pwned)',
  '`touch pwned`',
  '; touch pwned',
  '&& touch pwned',
  '|x',
  '$HOME',
  '~',
  '%PATH%',
  '#x',
  '!!',
];
const UNICODE = [
  'übung.txt',
  '日本語.md',
  'emoji 🚀.js',
  'nfc é',
  'nfd é',
  'rtl \u202etxt.js',
  'zero\u200bwidth',
  '\ufeffbom',
];

/** Names, with every setting at its default and then with those that bend names. */
export const NAME_SITUATIONS: readonly Situation[] = [
  {
    name: 'names with blanks, quotes, backslashes and arrows',
    build: (repo) => stageNames(repo, PLAIN),
    files: added(...PLAIN),
  },
  {
    name: 'names with control characters',
    build: (repo) => stageNames(repo, CONTROL),
    files: added(...CONTROL),
  },
  {
    name: 'names that look like options, revisions and patterns',
    build: (repo) => stageNames(repo, OPTIONS),
    files: added(...OPTIONS),
  },
  {
    name: 'names that mean something to a shell',
    build: (repo) => stageNames(repo, SHELL),
    files: added(...SHELL),
  },
  {
    name: 'names beyond ASCII, quoted and not',
    build: (repo) => {
      stageNames(repo, UNICODE);
      repo.git('config', 'core.quotePath', 'false');
    },
    files: added(...UNICODE),
  },
  {
    name: 'names beyond ASCII with composed and decomposed letters held apart',
    build: (repo) => {
      stageNames(repo, ['caf\u00e9', 'cafe\u0301']);
      repo.git('config', 'core.precomposeUnicode', 'true');
    },
    files: added('cafe\u0301', 'caf\u00e9'),
  },
  {
    name: 'modified files whose names look like patterns',
    build: (repo) => {
      const names = [':(exclude)b.txt', 'b.txt', '[b].txt', '*', '-p', ':!b.txt'];
      repo.commit(Object.fromEntries(names.map((name) => [name, TEXT])));
      repo.stage(Object.fromEntries(names.map((name) => [name, `x\n${name}\n`])));
    },
    files: ['*', '-p', ':!b.txt', ':(exclude)b.txt', '[b].txt', 'b.txt'].map((name) => `M ${name} +1 -0 {2:${name}}`),
  },
  {
    name: 'patterns taken literally because a graphical client says so',
    build: (repo) => {
      repo.commit({ '*.txt': TEXT, 'a.txt': TEXT });
      repo.stage({ '*.txt': 'x\ny\n', 'a.txt': 'x\nz\n' });
      return { env: { ...repo.env, GIT_LITERAL_PATHSPECS: '1' } };
    },
    files: ['M *.txt +1 -0 {2:y}', 'M a.txt +1 -0 {2:z}'],
  },
  {
    name: 'names that are not UTF-8: added, modified and renamed',
    build: (repo) => {
      const write = (name: Buffer, text: string): void =>
        writeFileSync(Buffer.concat([Buffer.from(`${repo.root}/`), name]), text);
      const lines = Array.from({ length: 9 }, (_, i) => `${i}\n`).join('');
      write(Buffer.from('caf\xe9.txt', 'latin1'), 'a\n');
      write(Buffer.from('old\xff.txt', 'latin1'), lines);
      repo.commit({ keep: 'k\n' });
      write(Buffer.from('caf\xe9.txt', 'latin1'), 'a\nb\n');
      write(Buffer.from('new\xfe.txt', 'latin1'), 'n\n');
      write(Buffer.from('moved\xfd.txt', 'latin1'), `${lines}end\n`);
      repo.input(`${repo.root}/old\xff.txt`, 'rm', '-q', '--cached', '--pathspec-from-file=-', '--ignore-unmatch');
      repo.git('add', '-A');
    },
    files: [
      'M hex:636166e92e747874 +1 -0 {2:b}',
      'A hex:6d6f766564fd2e747874 +10 -0 {1:0|2:1|3:2|4:3|5:4|6:5}',
      'A hex:6e6577fe2e747874 +1 -0 {1:n}',
    ],
  },
  {
    name: 'paths of the greatest length',
    build: (repo) => {
      repo.commit({ keep: 'k\n' });
      const deep = Array.from({ length: 15 }, () => 'd'.repeat(200)).join('/');
      mkdirSync(join(repo.root, deep), { recursive: true });
      repo.stage({ [`${deep}/f`]: TEXT });
    },
    files: added(`${Array.from({ length: 15 }, () => 'd'.repeat(200)).join('/')}/f`),
  },
  {
    name: 'more paths than fit on a command line, each modified',
    build: (repo) => {
      const name = (i: number): string => `${'long-folder-name/'.repeat(8)}${'x'.repeat(60)}${1000 + i}.txt`;
      const all = (text: string) => Object.fromEntries(Array.from({ length: 700 }, (_, i) => [name(i), text]));
      repo.commit(all('a\n'));
      repo.stage(all('a\nb\n'));
    },
    files: Array.from(
      { length: 700 },
      (_, i) => `M ${'long-folder-name/'.repeat(8)}${'x'.repeat(60)}${1000 + i}.txt +1 -0 {2:b}`,
    ),
  },
];
