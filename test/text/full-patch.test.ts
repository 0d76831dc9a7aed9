import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { hunksIn } from '../../lib/text/full-hunks.ts';
import { imageOf, laterText, linesIn, MINUS, PLUS } from '../../lib/text/full-lines.ts';
import { type FullSection, readSection, splitSections } from '../../lib/text/full-patch.ts';

const A = 'a'.repeat(40);
const B = 'b'.repeat(40);

const section = (hunk: string, name = 'x'): string =>
  `diff --git a/${name} b/${name}\nindex ${A}..${B} 100644\n--- a/${name}\n+++ b/${name}\n${hunk}`;

const parsed = (hunk: string): FullSection => {
  const found = readSection(Buffer.from(section(hunk)));
  assert.ok(found);
  return found;
};

const version = (hunk: string, other: number): string => {
  const one = parsed(hunk);
  const text = imageOf(one, other, Buffer.alloc(one.bytes.length)).toString();
  if (other === MINUS) assert.is(laterText(one, linesIn(one)), text);
  return text;
};

async function* chunks(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const split = async (text: string, size: number): Promise<string[]> => {
  const found: string[] = [];
  for await (const some of splitSections(chunks(text, size))) found.push(...some.map(String));
  return found;
};

const MIXED = '@@ -1,4 +1,4 @@\n one\n-two\r\n+deux\r\n three\n-four\n\\ No newline at end of file\n+quatre\n';

test('splits a patch into its files, whatever the size of the chunks', async () => {
  const files = [
    section(MIXED),
    section('@@ -0,0 +1 @@\n+diff --git a/y b/y\n', 'y'),
    'diff --git a/m b/m\nold mode 100644\nnew mode 100755\n',
    section(`@@ -0,0 +1 @@\n+${'long '.repeat(100)}\n`, 'z'),
    section('@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n', 'é'),
  ];
  for (const size of [1, 2, 5, 11, 12, 13, 64, 300, 10_000])
    assert.equal(await split(files.join(''), size), files, `chunks of ${size}`);
  assert.equal(await split('', 3), []);
});

test('reads ids and counts of a section, and nothing where only the mode changed', () => {
  const { oldId, newId, oldCount, newCount } = parsed(MIXED);
  assert.equal([oldId, newId, oldCount, newCount], [A, B, 4, 4]);
  assert.is(readSection(Buffer.from('diff --git a/m b/m\nold mode 100644\nnew mode 100755\n')), null);
  assert.throws(() => readSection(Buffer.from(section(''))), /no hunk/);
});

test('gives both versions of a file byte for byte', () => {
  assert.is(version(MIXED, PLUS), 'one\ntwo\r\nthree\nfour');
  assert.is(version(MIXED, MINUS), 'one\ndeux\r\nthree\nquatre\n');
  const both = '@@ -1,2 +1,2 @@\n-a\n+b\n c\n\\ No newline at end of file\n';
  assert.equal([version(both, PLUS), version(both, MINUS)], ['a\nc', 'b\nc']);
  const marks = '@@ -0,0 +1,4 @@\n+\\ No newline at end of file\n+-\n++\n+@@ -1 +1 @@\n';
  assert.equal(
    [version(marks, PLUS), version(marks, MINUS)],
    ['', '\\ No newline at end of file\n-\n+\n@@ -1 +1 @@\n'],
  );
});

test('gives the later version as text and measures it in bytes', () => {
  const measured = (hunk: string): unknown[] => {
    const { size, longest, open } = linesIn(parsed(hunk));
    return [version(hunk, MINUS), size, longest, open];
  };
  assert.equal(measured('@@ -1,2 +1,3 @@\n-a long line that goes\n+é\n+\n last\n\\ No newline at end of file\n'), [
    'é\n\nlast',
    8,
    4,
    true,
  ]);
  assert.equal(measured('@@ -1 +0,0 @@\n-gone\n\\ No newline at end of file\n'), ['', 0, 0, false]);
  assert.equal(measured('@@ -1 +1,2 @@\n-a\n\\ No newline at end of file\n+a\n+\n'), ['a\n\n', 3, 1, false]);
  assert.equal(measured('@@ -1 +1 @@\n-a\n+b\r \u2028+c\n\\ No newline at end of file\n'), [
    'b\r \u2028+c',
    8,
    8,
    true,
  ]);
});

test('takes a section that ends too early for broken', () => {
  assert.throws(() => linesIn(parsed('@@ -1,2 +1,3 @@\n a\n+b\n')), /not whole/);
  assert.throws(() => linesIn(parsed('@@ -1,2 +1,2 @@\n a\n+b\n c\n')), /not whole/);
});

const lines = (count: number, from: number): string =>
  Array.from({ length: count }, (_, i) => ` line ${from + i}\n`).join('');

const hunksOf = (hunk: string) => {
  const one = parsed(hunk);
  return hunksIn(one.bytes, linesIn(one)).map(({ oldStart, newStart, lines: own }) => ({
    at: [oldStart, newStart],
    lines: own.map(({ kind, line, text }) => `${kind} ${line} ${text}`),
  }));
};

test('cuts hunks with three lines of context, numbered by their own side', () => {
  const far = `@@ -1,22 +1,23 @@\n${lines(9, 1)}-old\n+new\n+newer\n${lines(7, 11)}+more\n${lines(4, 18)}-gone\n`;
  const [first, second, third] = hunksOf(far);
  assert.equal(first?.at, [7, 7]);
  assert.equal(first?.lines, [
    ...['context 7 line 7', 'context 8 line 8', 'context 9 line 9', 'del 10 old', 'add 10 new', 'add 11 newer'],
    ...['context 12 line 11', 'context 13 line 12', 'context 14 line 13'],
  ]);
  assert.equal(second?.at, [15, 16]);
  assert.is(second?.lines.at(-1), 'del 22 gone');
  assert.is(third, undefined);
});

test('joins hunks up to six lines apart and parts them beyond', () => {
  const apart = (gap: number): number => hunksOf(`@@ -1,${gap + 2} +1,${gap} @@\n-a\n${lines(gap, 2)}-b\n`).length;
  assert.equal([5, 6, 7].map(apart), [1, 1, 2]);
});

test('starts a hunk without lines on one side at line 0', () => {
  assert.equal(hunksOf('@@ -0,0 +1,2 @@\n+a\n+b\n')[0]?.at, [0, 1]);
  assert.equal(hunksOf('@@ -1 +0,0 @@\n-a\n')[0]?.at, [1, 0]);
});

test.run();
