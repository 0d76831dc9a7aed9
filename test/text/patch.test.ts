import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { byteLines, parsePatch } from '../../lib/text/patch.ts';

const A = 'a'.repeat(40);
const B = 'b'.repeat(40);

async function* chunks(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const read = async (text: string, size = 7) => {
  const sections = [];
  for await (const section of parsePatch(chunks(text, size))) sections.push(section);
  return sections;
};

test('numbers added, removed and context lines by their own side', async () => {
  const [section] = await read(
    `diff --git a/x b/x\nindex ${A}..${B} 100644\n--- a/x\n+++ b/x\n@@ -3,3 +3,3 @@ f\n one\n-two\n+deux\n three\n`,
  );
  assert.equal(section, {
    oldId: A,
    newId: B,
    hunks: [
      {
        oldStart: 3,
        newStart: 3,
        lines: [
          { kind: 'context', line: 3, text: 'one' },
          { kind: 'del', line: 4, text: 'two' },
          { kind: 'add', line: 4, text: 'deux' },
          { kind: 'context', line: 5, text: 'three' },
        ],
      },
    ],
  });
});

test('takes lines that look like headers for what they are inside a hunk', async () => {
  const body = '+diff --git a/y b/y\n+--- a/y\n+@@ -1 +1 @@\n+\\ No newline\n';
  const sections = await read(
    `diff --git a/x b/x\nindex ${A}..${B} 100644\n--- a/x\n+++ b/x\n@@ -0,0 +1,4 @@\n${body}`,
  );
  assert.is(sections.length, 1);
  assert.equal(
    sections[0]?.hunks[0]?.lines.map(({ text }) => text),
    ['diff --git a/y b/y', '--- a/y', '@@ -1 +1 @@', '\\ No newline'],
  );
});

test('reads counts that git leaves out as one, and the missing line feed as no line', async () => {
  const text = `diff --git a/x b/x\nindex ${A}..${B} 100644\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n`;
  const [section] = await read(text);
  assert.equal(section?.hunks[0]?.lines, [
    { kind: 'del', line: 1, text: 'a' },
    { kind: 'add', line: 1, text: 'b' },
  ]);
});

test('takes an empty line inside a hunk as context', async () => {
  const [section] = await read(`diff --git a/x b/x\nindex ${A}..${B}\n--- a/x\n+++ b/x\n@@ -1,2 +1,3 @@\n a\n\n+c\n`);
  assert.equal(
    section?.hunks[0]?.lines.map(({ kind, line }) => [kind, line]),
    [
      ['context', 1],
      ['context', 2],
      ['add', 3],
    ],
  );
});

test('yields one section for each pair of ids, whatever the size of the chunks', async () => {
  const one = (a: string, b: string): string =>
    `diff --git a/x b/x\nindex ${a}..${b} 100644\n--- a/x\n+++ b/x\n@@ -0,0 +1 @@\n+é\n`;
  for (const size of [1, 2, 3, 50, 5000]) {
    const sections = await read(`${one(A, B)}diff --git a/m b/m\nold mode 100644\nnew mode 100755\n${one(B, A)}`, size);
    assert.equal(
      sections.map(({ oldId, hunks }) => [oldId, hunks[0]?.lines[0]?.text]),
      [
        [A, 'é'],
        [B, 'é'],
      ],
    );
  }
});

test('splits bytes at line feeds across chunks', async () => {
  const lines = [];
  for await (const line of byteLines(chunks('ab\r\n\ncd', 2))) lines.push(line.toString());
  assert.equal(lines, ['ab\r', '', 'cd']);
});

test.run();
