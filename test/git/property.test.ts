import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readManifest } from '../../lib/git/manifest.ts';
import { openRepo } from '../../lib/git/repo.ts';
import { readFiles } from '../../lib/pass/staged.ts';
import type { Hunk, StagedFile } from '../../lib/types.ts';
import { makeRepo } from '../support/repo.ts';

/** Rounds of one repository each; a hundred files a round, so that one git process compares a hundred pairs. */
const ROUNDS = 22;
const FILES = 100;

const line = fc.oneof(
  fc.constantFrom(
    'a',
    'b',
    '',
    ' ',
    '}',
    '-- x',
    '++ y',
    '@@ -1 +1 @@',
    '\\ No newline at end of file',
    'diff --git a/x b/x',
    '\r',
    'é\u2028z',
    '\tx',
  ),
  fc.string({ maxLength: 6 }).map((text) => text.replaceAll('\n', '').replaceAll('\0', '')),
);
const content = fc
  .tuple(fc.array(line, { maxLength: 30 }), fc.boolean())
  .map(([lines, ends]) => lines.join('\n') + (ends && lines.length > 0 ? '\n' : ''));

/** An edit of the earlier text, so that hunks have context. */
const edited = (before: string, at: number, insert: readonly string[], drop: number): string => {
  const lines = before.split('\n');
  lines.splice(at % (lines.length + 1), drop, ...insert);
  return lines.join('\n');
};

const pair = fc
  .tuple(content, content, fc.nat(40), fc.array(line, { maxLength: 4 }), fc.nat(3), fc.boolean())
  .map(([before, other, at, insert, drop, edit]) => [before, edit ? edited(before, at, insert, drop) : other] as const);

const splitBytes = (bytes: Buffer): Buffer[] => {
  const lines: Buffer[] = [];
  let start = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, start)) {
    lines.push(bytes.subarray(start, at + 1));
    start = at + 1;
  }
  if (start < bytes.length) lines.push(bytes.subarray(start));
  return lines;
};

/** Applies one hunk at line `at` of the earlier text; what is not added must be equal on both sides. */
const applyHunk = (hunk: Hunk, at: number, old: readonly string[], next: readonly string[]): string[] => {
  const kept = hunk.lines.filter(({ kind }) => kind !== 'add');
  for (const [i, one] of kept.entries()) assert.is(one.text, old[at + i]?.replace(/\n$/, ''));
  return hunk.lines
    .filter(({ kind }) => kind !== 'del')
    .map((one) => one.text + (next[one.line - 1]?.endsWith('\n') ? '\n' : ''));
};

/** Applies the hunks as read to the earlier lines. */
const rebuild = (before: string, after: string, file: StagedFile): string => {
  const old = splitBytes(Buffer.from(before)).map((bytes) => bytes.toString());
  const next = splitBytes(Buffer.from(after)).map((bytes) => bytes.toString());
  const result: string[] = [];
  let at = 0;
  for (const hunk of file.hunks) {
    const kept = hunk.lines.filter(({ kind }) => kind !== 'add').length;
    const start = kept > 0 ? hunk.oldStart - 1 : hunk.oldStart;
    result.push(...old.slice(at, start), ...applyHunk(hunk, start, old, next));
    at = start + kept;
  }
  return [...result, ...old.slice(at)].join('');
};

test('what is read, applied to the earlier text, gives the staged text byte for byte', async () => {
  const samples = fc.sample(pair, { numRuns: ROUNDS * FILES, seed: 42 });
  let compared = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const pairs = samples.slice(round * FILES, (round + 1) * FILES);
    const repo = makeRepo();
    try {
      repo.commit(Object.fromEntries(pairs.map(([before], i) => [`f${i}`, before])));
      repo.stage(Object.fromEntries(pairs.map(([, after], i) => [`f${i}`, after])));
      const opened = await openRepo(repo.root, repo.env);
      for await (const file of readFiles(opened, await readManifest(opened))) {
        const [before = '', after = ''] = pairs[Number(file.path.slice(1))] ?? [];
        assert.is(rebuild(before, after, file), after, `round ${round}, ${file.path}`);
        const lines = splitBytes(Buffer.from(after)).map((bytes) => bytes.toString().replace(/\n$/, ''));
        for (const added of file.addedLines)
          assert.is(added.text, lines[added.line - 1], `round ${round}, ${file.path}:${added.line}`);
        assert.is(file.added, file.addedLines.length);
        compared++;
      }
    } finally {
      repo.remove();
    }
  }
  assert.ok(compared >= 2000, `only ${compared} pairs differed`);
});

test.run();
