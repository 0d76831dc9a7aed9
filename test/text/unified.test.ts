import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { UsageError } from '../../lib/errors.ts';
import { parseUnified } from '../../lib/text/unified.ts';

const unified = suite('unified diffs');

const GIT =
  'diff --git a/a.js b/a.js\nindex 111..222 100644\n--- a/a.js\n+++ b/a.js\n@@ -1,2 +1,3 @@ f()\n one\n-two\n+zwei\n+drei\n';

const summary = (text: string) =>
  parseUnified(text).map(({ path, status, hunks }) => [
    path,
    status,
    ...hunks.flatMap(({ lines }) => lines.map(({ kind, line, text: of }) => `${kind} ${line} ${of}`)),
  ]);
const A_JS = ['a.js', 'M', 'context 1 one', 'del 2 two', 'add 2 zwei', 'add 3 drei'];

const whyOf = (text: string): string => {
  try {
    parseUnified(text);
  } catch (error) {
    assert.instance(error, UsageError);
    return (error as UsageError).message;
  }
  return 'understood';
};

unified('lines are numbered on both sides', () => {
  assert.equal(summary(GIT), [A_JS]);
});

unified('mails, logs and plain diffs have text around', () => {
  const mail = `From 1234 Mon Sep 17\nSubject: [PATCH] x\n\n---\n a.js | 3 ++-\n 1 file changed\n\n${GIT}-- \n2.39.0\n\n`;
  assert.equal(summary(mail), [A_JS]);
  assert.equal(summary(`commit 123\nAuthor: A\n\n    Say it in German\n\n${GIT}`), [A_JS]);
  assert.equal(summary('--- a.js.orig\t2026-01-01 10:00:00\n+++ a.js\t2026-01-01\n@@ -1 +1 @@\n-x\n+y\n'), [
    ['a.js', 'M', 'del 1 x', 'add 1 y'],
  ]);
  assert.equal(summary(GIT.replaceAll('\n', '\r\n'))[0]?.slice(0, 3), ['a.js', 'M', 'context 1 one\r']);
});

unified('names come with and without prefixes, quoted, with spaces, and as nothing', () => {
  const named = (old: string, next: string, header = `${old} ${next}`): unknown =>
    summary(`diff --git ${header}\n--- ${old}\n+++ ${next}\n@@ -1 +1 @@\n-x\n+y\n`)[0]?.[0];
  assert.is(named('a/b/c.js', 'b/b/c.js'), 'b/c.js');
  assert.is(named('i/x.js', 'w/x.js'), 'x.js');
  assert.is(named('b/x.js', 'b/x.js'), 'b/x.js');
  assert.is(named('a/my file.js\t', 'b/my file.js\t', 'a/my file.js b/my file.js'), 'my file.js');
  assert.is(named('"a/\\303\\244\\t\\".js"', '"b/\\303\\244\\t\\".js"'), 'ä\t".js');
  const fresh = (name: string, header: string): unknown =>
    summary(`diff --git ${header}\nnew file mode 100644\n--- /dev/null\n+++ ${name}\n@@ -0,0 +1 @@\n+y\n`)[0]?.slice(
      0,
      2,
    );
  assert.equal(fresh('b/x.js', 'a/x.js b/x.js'), ['x.js', 'A']);
  assert.equal(fresh('b/x.js', 'b/x.js b/x.js'), ['b/x.js', 'A']);
});

unified('headers tell of modes, renames, copies, types and what is not shown', () => {
  const [mode, renamed, copied, hidden, changed] = parseUnified(
    `${[
      'diff --git a/run.sh b/run.sh\nold mode 100644\nnew mode 100755',
      'diff --git a/old.js b/new.js\nsimilarity index 100%\nrename from old.js\nrename to new.js',
      'diff --git a/one.js b/two.js\nsimilarity index 90%\ncopy from one.js\ncopy to two.js\n--- a/one.js\n+++ b/two.js\n@@ -1 +1 @@\n-x\n+y',
      'diff --git a/p.png b/p.png\nindex 1..2 100644\nGIT binary patch\nliteral 3\nKcmZQ\n\nliteral 0\nHcmV',
      'diff --git a/t b/t\ndeleted file mode 100644\n--- a/t\n+++ /dev/null\n@@ -1 +0,0 @@\n-x',
      'diff --git a/t b/t\nnew file mode 120000\n--- /dev/null\n+++ b/t\n@@ -0,0 +1 @@\n+y\n\\ No newline at end of file',
    ].join('\n')}\n`,
  );
  assert.equal([mode?.status, mode?.oldMode, mode?.newMode], ['M', '100644', '100755']);
  assert.equal([renamed?.status, renamed?.oldPath, renamed?.path], ['R', 'old.js', 'new.js']);
  assert.equal([copied?.status, copied?.path], ['M', 'two.js']);
  assert.equal([hidden?.isHidden, hidden?.path], [true, 'p.png']);
  assert.equal(
    [changed?.status, changed?.oldMode, changed?.newMode, changed?.hunks.length],
    ['T', '100644', '120000', 2],
  );
});

unified('whatever could be part of a change and is not understood is refused, with its line', () => {
  for (const [text, why] of [
    ['hello\n', /line 1: there is no file in it/],
    [GIT.slice(0, -6), /line 5: this hunk has fewer lines/],
    [`${GIT}+more\n`, /line 10: this hunk has more lines/],
    [`${GIT} more\n`, /line 10: this hunk has more lines/],
    [GIT.replace('@@ -1,2', '@@ -1,x'), /line 5: this is no header of a hunk/],
    [GIT.replace('-1,2 +1,3', '-1,1 +1,3'), /line 5: this hunk has (?:other|fewer) lines/],
    [GIT.replace('-1,2 +1,3', '-1,2 +9,3'), /line 5: this hunk does not fit/],
    [`${GIT}@@ -1 +1 @@\n-x\n+y\n`, /line 10: this hunk does not fit/],
    [GIT.replace('-1,2 +1,3', '-9999999,2 +9999999,3'), /line 5: only the first 3000000 lines/],
    ['@@ -1 +1 @@\n-x\n+y\n', /line 1: a hunk without a file/],
    [`${GIT}${GIT}`, /line 10: "a.js" occurs a second time/],
    ['diff --cc a.js\n@@@ -1,1 -1,1 +1,1 @@@\n', /line 1: a combined diff/],
    ['Only in b: x.js\n', /line 1: the diff names a file that it does not show/],
    ['Binary files a/x and b/x differ\n', /line 1: the diff names a file/],
    ['--- a/../x\n+++ b/../x\n@@ -1 +1 @@\n-x\n+y\n', /line 1: no path can be read/],
    ['--- a/.\n+++ b/.\n@@ -1 +1 @@\n-x\n+y\n', /line 1: no path can be read/],
    ['diff --git a/x b/y\n--- a/x\n+++ b/y\n@@ -1 +1 @@\n-x\n+y\n', /line 1: no path can be read/],
    ['--- "a/x\n+++ b/x\n@@ -1 +1 @@\n-x\n+y\n', /line 1: this name cannot be read/],
  ] as const)
    assert.match(whyOf(text), why, text);
});

unified('nothing is a diff without files', () => {
  assert.equal([parseUnified(''), parseUnified('\n')], [[], []]);
});

unified.run();
