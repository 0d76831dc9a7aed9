import type { Situation } from './situations.ts';

const utf16 = (text: string): Buffer => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);

const POINTER = (digit: string, size: number): string =>
  `version https://git-lfs.github.com/spec/v1\noid sha256:${digit.repeat(64)}\nsize ${size}\n`;

const KEY = '-----BEGIN PRIVATE KEY-----';

/** What files hold, and how it is told apart. */
export const CONTENT_SITUATIONS: readonly Situation[] = [
  {
    name: 'line ends that git converts on the way into the index',
    build: (repo) => {
      repo.git('config', 'core.autocrlf', 'true');
      repo.git('config', 'core.safecrlf', 'false');
      repo.commit({ 'a.txt': 'a\r\n' });
      repo.stage({ 'a.txt': 'a\r\nb\r\n' });
    },
    files: ['M a.txt +1 -0 {2:b}'],
  },
  {
    name: 'carriage returns that are stored',
    build: (repo) => {
      repo.git('config', 'core.autocrlf', 'false');
      repo.commit({ 'a.txt': 'a\r\n', 'b.txt': 'a\nb\n' });
      repo.stage({ 'a.txt': 'a\r\nb\r\n', 'b.txt': 'a\r\nb\r\n' });
    },
    files: ['M a.txt +1 -0 {2:b\r}', 'M b.txt +2 -2 {1:a\r|2:b\r}'],
  },
  {
    name: 'line ends that an attribute renormalises',
    build: (repo) => {
      repo.git('config', 'core.autocrlf', 'false');
      repo.commit({ 'a.txt': 'a\r\nb\r\n' });
      repo.write('.gitattributes', '* text=auto eol=lf\n');
      repo.git('add', '--renormalize', '.');
      repo.git('add', '.gitattributes');
    },
    files: ['A .gitattributes +1 -0 {1:* text=auto eol=lf}', 'M a.txt +2 -2 {1:a|2:b}'],
  },
  {
    name: 'files without a line feed at the end, before and after',
    build: (repo) => {
      repo.commit({ 'gets.txt': 'a', 'loses.txt': 'a\n', 'lacks.txt': 'a' });
      repo.stage({ 'gets.txt': 'a\n', 'loses.txt': 'a', 'lacks.txt': 'b' });
    },
    files: ['M gets.txt +1 -1 {1:a}', 'M lacks.txt +1 -1 {1:b}', 'M loses.txt +1 -1 {1:a}'],
  },
  {
    name: 'lines that look like parts of a diff',
    build: (repo) => {
      const look = [
        '--- a/x',
        '+++ b/x',
        '@@ -1 +1 @@',
        'diff --git a/x b/x',
        '\\ No newline at end of file',
        '-- x',
        '++ x',
      ];
      repo.commit({ 'a.sql': '-- old\n++ old\nkeep\n' });
      repo.stage({ 'a.sql': 'keep\n-- new\n++ new\n', 'b.diff': `${look.join('\n')}\n` });
    },
    files: [
      'M a.sql +2 -2 {2:-- new|3:++ new}',
      'A b.diff +7 -0 {1:--- a/x|2:+++ b/x|3:@@ -1 +1 @@|4:diff --git a/x b/x|5:\\ No newline at end of file|6:-- x}',
    ],
  },
  {
    name: 'characters that some take for line ends',
    build: (repo) => {
      repo.commit({ 'a.txt': 'a\n' });
      repo.stage({ 'a.txt': 'a\nb\u2028c\u0085d\fe\vf\rg\u2029h\n' });
    },
    files: ['M a.txt +1 -0 {2:b\u2028c\u0085d\fe\vf\rg\u2029h}'],
  },
  {
    name: 'empty lines around a change, with a setting that drops their blank',
    build: (repo) => {
      repo.git('config', 'diff.suppressBlankEmpty', 'true');
      repo.commit({ 'a.txt': '\n\n\nx\n\n\n\n' });
      repo.stage({ 'a.txt': '\n\n\ny\n\n\n\n' });
    },
    files: ['M a.txt +1 -1 {4:y}'],
  },
  {
    name: 'Latin-1, a byte order mark, UTF-16 and a late NUL',
    build: (repo) => {
      const long = Array.from({ length: 3000 }, (_, i) => `${i}\n`).join('');
      repo.commit({ 'late.txt': long });
      repo.stage({
        'bom.txt': '\ufefffirst\n',
        'late.txt': `${long}nul \0 here\n`,
        'latin.txt': Buffer.from('caf\xe9\n', 'latin1'),
        'wide.js': utf16('eval(x)\n'),
      });
    },
    files: [
      'A bom.txt +1 -0 {1:\ufefffirst}',
      'M late.txt +1 -0 {3001:nul \0 here}',
      'A latin.txt +1 -0 {1:caf\ufffd}',
      'A wide.js binary [binary]',
    ],
  },
  {
    name: 'an encoding of the work tree that the index does not have',
    build: (repo) => {
      repo.commit({ '.gitattributes': '*.u text working-tree-encoding=UTF-16LE-BOM eol=lf\n', 'f.u': utf16('hi\n') });
      repo.stage({ 'f.u': utf16('hi\nyo\n') });
    },
    files: ['M f.u +1 -0 {2:yo}'],
  },
  {
    name: 'binary files that change, come, go, and turn into text',
    build: (repo) => {
      repo.commit({ 'changed.bin': 'a\0b', 'gone.bin': 'a\0b', 'now-text.dat': 'a\0b', 'was-text.txt': 'a\n' });
      repo.git('rm', '-q', 'gone.bin');
      repo.stage({ 'changed.bin': 'a\0c', 'new.bin': '\0', 'now-text.dat': 'text\n', 'was-text.txt': 'x\0y' });
    },
    files: [
      'M changed.bin binary [binary]',
      'D gone.bin binary [deleted]',
      'A new.bin binary [binary]',
      'M now-text.dat binary',
      'M was-text.txt binary [binary]',
    ],
  },
  {
    name: 'pointers of Git LFS, and a file that only begins like one',
    build: (repo) => {
      repo.commit({ 'old.psd': POINTER('a', 5) });
      repo.stage({ 'old.psd': POINTER('b', 6), 'new.psd': POINTER('c', 7), 'no.js': `${POINTER('d', 8)}eval(x)\n` });
    },
    files: [
      `A new.psd +3 -0 [lfs-pointer] {1:version https://git-lfs.github.com/spec/v1|2:oid sha256:${'c'.repeat(64)}|3:size 7}`,
      `A no.js +4 -0 {1:version https://git-lfs.github.com/spec/v1|2:oid sha256:${'d'.repeat(64)}|3:size 8|4:eval(x)}`,
      `M old.psd +2 -2 [lfs-pointer] {2:oid sha256:${'b'.repeat(64)}|3:size 6}`,
    ],
  },
  {
    name: 'what a clean filter makes of a file',
    build: (repo) => {
      repo.git('config', 'filter.rot.clean', 'tr a-z b-za');
      repo.git('config', 'filter.rot.smudge', 'tr b-za a-z');
      repo.commit({ '.gitattributes': '*.secret filter=rot\n' });
      repo.stage({ 'a.secret': 'hal\n' });
    },
    files: ['A a.secret +1 -0 {1:ibm}'],
  },
  {
    name: 'lock files, minified and generated ones, by name and by content',
    build: (repo) => {
      repo.commit({ keep: 'k\n' });
      repo.stage({
        '.gitattributes': 'hidden.js linguist-generated -diff binary\n',
        'Cargo.lock': '[[package]]\n',
        'api.pb.go': 'package api\n',
        'app.js.map': '{"version":3}\n',
        'app.min.js': 'a()\n',
        'bundle.css': `${'a{b:c}'.repeat(300)}\n`,
        'gen/stringer.go': '// Code generated by "stringer"; DO NOT EDIT.\n',
        'hidden.js': 'eval(x)\n',
        'package-lock.json': '{}\n',
        'src/real.ts': 'const mark = "@generated";\n',
      });
    },
    files: [
      'A .gitattributes +1 -0 {1:hidden.js linguist-generated -diff binary}',
      'A Cargo.lock +1 -0 [lock-file] {1:[[package]]}',
      'A api.pb.go +1 -0 [generated] {1:package api}',
      'A app.js.map +1 -0 [source-map] {1:{"version":3}}',
      'A app.min.js +1 -0 [minified] {1:a()}',
      `A bundle.css +1 -0 [minified] {1:${'a{b:c}'.repeat(300)}}`,
      'A gen/stringer.go +1 -0 [generated] {1:// Code generated by "stringer"; DO NOT EDIT.}',
      'A hidden.js +1 -0 {1:eval(x)}',
      'A package-lock.json +1 -0 [lock-file] {1:{}}',
      'A src/real.ts +1 -0 {1:const mark = "@generated";}',
    ],
  },
  {
    name: 'changes of blanks alone',
    build: (repo) => {
      repo.git('config', 'core.whitespace', 'cr-at-eol');
      repo.commit({ 'a.py': 'if a:\n  b\n' });
      repo.stage({ 'a.py': 'if a:\n    b\n' });
    },
    files: ['M a.py +1 -1 {2:    b}'],
  },
  {
    name: 'equal lines, of which one is new',
    build: (repo) => {
      repo.commit({ 'a.js': 'f() {\n}\n\ng() {\n}\n' });
      repo.stage({ 'a.js': 'f() {\n}\n\nh() {\n}\n\ng() {\n}\n' });
    },
    files: ['M a.js +3 -0 {4:h() {|5:}|6:}'],
  },
  {
    name: 'secrets and keys, which are read like everything else',
    build: (repo) => {
      repo.commit({ keep: 'k\n' });
      repo.stage({ '.env': 'TOKEN=abc\n', 'key.pem': `${KEY}\n` });
    },
    files: ['A .env +1 -0 {1:TOKEN=abc}', `A key.pem +1 -0 {1:${KEY}}`],
  },
  {
    name: 'a file with too many lines, which does not keep the next one out',
    build: (repo) => {
      repo.commit({ 'z.js': 'let a = 1;\n' });
      repo.stage({ 'data.csv': 'a,b,c,d,e,f,g\n'.repeat(60_000), 'z.js': 'let a = 1;\nlet b = a / 0;\n' });
    },
    files: ['A data.csv +60000 -0 [too-large]', 'M z.js +1 -0 {2:let b = a / 0;}'],
  },
  {
    name: 'one line that is too long',
    build: (repo) => {
      repo.commit({ keep: 'k\n' });
      repo.stage({ 'bundle.json': `{"d":"${'x'.repeat(3_000_000)}"}\n`, 'app.js': 'go();\n' });
    },
    files: ['A app.js +1 -0 {1:go();}', 'A bundle.json +1 -0 [long-line]'],
  },
];
