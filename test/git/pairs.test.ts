import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readManifest } from '../../lib/git/manifest.ts';
import { openRepo } from '../../lib/git/repo.ts';
import { readFiles } from '../../lib/pass/staged.ts';
import type { StagedFile } from '../../lib/types.ts';
import { makeRepo, type TestRepo } from '../support/repo.ts';

/** More than are named to git one by one. */
const FILES = 700;

const line = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('a', 'b', '', ' ', '}', '-- x', '++ y', '\\ No newline', 'é\u2028z', '\tx') },
  { weight: 4, arbitrary: fc.nat(40).map((number) => `line ${number}`) },
  { weight: 1, arbitrary: fc.constantFrom('@@ -1 +1 @@', 'diff --git a/x b/x', `index ${'0'.repeat(40)}`) },
);

/** Bytes that make a file Latin-1, binary, binary further down than git looks, or UTF-16 to whoever reads it. */
const odd = fc.constantFrom<(bytes: Buffer) => Buffer>(
  (bytes) => Buffer.from(bytes.toString().replaceAll('a', 'é'), 'latin1'),
  (bytes) => Buffer.concat([bytes, Buffer.from('\0\n')]),
  (bytes) => Buffer.concat([Buffer.from('text\n'.repeat(1700)), bytes, Buffer.from('\0')]),
  (bytes) => Buffer.from(`\ufeff${bytes.toString()}`, 'utf16le'),
  (bytes) => Buffer.from(bytes.toString(), 'utf16le'),
  (bytes) => Buffer.concat([Buffer.from([0xff, 0xfe]), bytes]),
  (bytes) => Buffer.from(bytes.toString().replaceAll('\n', '\r\n')),
);
const plain = (bytes: Buffer): Buffer => bytes;
const coding = fc.oneof({ weight: 3, arbitrary: fc.constant(plain) }, { weight: 1, arbitrary: odd });

const pair = fc
  .record({
    before: fc.array(line, { maxLength: 60, size: 'max' }),
    edits: fc.array(fc.tuple(fc.nat(60), fc.nat(3), fc.array(line, { maxLength: 3 })), { minLength: 1, maxLength: 4 }),
    ends: fc.tuple(fc.boolean(), fc.boolean()),
    codings: fc.oneof(
      coding.map((one) => [one, one] as const),
      fc.tuple(coding, coding),
    ),
  })
  .map(({ before, edits, ends, codings }) => {
    const after = [...before];
    for (const [at, drop, insert] of edits) after.splice(at % (after.length + 1), drop, ...insert);
    const bytes = (lines: readonly string[], end: boolean): Buffer =>
      Buffer.from(lines.join('\n') + (end && lines.length > 0 ? '\n' : ''));
    return [codings[0](bytes(before, ends[0])), codings[1](bytes(after, ends[1]))] as const;
  });

const all = async (files: AsyncIterable<StagedFile>): Promise<StagedFile[]> => {
  const found: StagedFile[] = [];
  for await (const file of files) found.push(file);
  return found;
};

const stagePairs = (repo: TestRepo, pairs: readonly (readonly [Buffer, Buffer])[]): void => {
  repo.commit(Object.fromEntries(pairs.map(([before], i) => [`f${i}`, before])));
  repo.stage(Object.fromEntries(pairs.map(([, after], i) => [`f${i}`, after])));
};

test('many files out of one run of git are what they are one by one', async () => {
  const repo = makeRepo();
  try {
    stagePairs(repo, fc.sample(pair, { numRuns: FILES, seed: 42 }));
    const opened = await openRepo(repo.root, repo.env);
    const records = await readManifest(opened);
    assert.ok(records.length > 600, `only ${records.length} differ`);
    const together = await all(readFiles(opened, records));
    const apart: StagedFile[] = [];
    for (let i = 0; i < records.length; i += 200)
      apart.push(...(await all(readFiles(opened, records.slice(i, i + 200)))));
    assert.is(together.length, apart.length);
    for (const [i, file] of apart.entries()) assert.equal(together[i], file, file.path);
    const binaries = together.filter(({ binary }) => binary).length;
    assert.ok(binaries > 50, `only ${binaries} binary`);
    const parted = together.filter(({ hunks }) => hunks.length > 1).length;
    assert.ok(parted > 50, `only ${parted} of several hunks`);
  } finally {
    repo.remove();
  }
});

/** So many files that the sizes of the last are asked for apart, and that these are too many to be named one by one. */
const MANY = 1400;

test('modified files among others, and large ones, keep their places', async () => {
  const repo = makeRepo();
  const side = (more: string): Record<string, string> =>
    Object.fromEntries(
      Array.from({ length: MANY }, (_, i) => [`m${1000 + i}.txt`, `file ${i}\n${more && `more ${i}\n`}`]),
    );
  const large = 'a line of some length\n'.repeat(120_000);
  const largeSide = (more: string): Record<string, string> => ({
    'm1001-large.txt': large + more,
    'y.txt': large + more,
  });
  try {
    repo.commit({ ...side(''), ...largeSide(''), 'a.txt': 'one\n', 'old.txt': 'l\n'.repeat(40) });
    repo.git('mv', 'old.txt', 'm1002-new.txt');
    repo.git('rm', '-q', 'a.txt');
    repo.stage({ ...side('more\n'), ...largeSide('new\n'), 'm1003-added.txt': 'added\n', 'z.txt': 'last\n' });
    const opened = await openRepo(repo.root, repo.env);
    const records = await readManifest(opened);
    const files = await all(readFiles(opened, records));
    assert.equal(
      files.map(({ path }) => path),
      records.map(({ path }) => path),
    );
    const named = new Map(files.map((file) => [file.path, file]));
    for (const [i, path] of Object.keys(side('')).entries()) {
      const { review, addedLines } = named.get(path) ?? {};
      assert.equal([review, addedLines], ['yes', [{ line: 2, text: `more ${i}` }]], path);
    }
    assert.equal(named.get('m1003-added.txt')?.addedLines, [{ line: 1, text: 'added' }]);
    assert.equal(named.get('z.txt')?.addedLines, [{ line: 1, text: 'last' }]);
    assert.equal(named.get('a.txt')?.removedLines, [{ line: 1, text: 'one' }]);
    assert.is(named.get('m1002-new.txt')?.status, 'R');
    for (const path of Object.keys(largeSide(''))) {
      const { review, text, added, unread } = named.get(path) ?? {};
      assert.equal([review, text, added, unread], ['too-large', null, null, undefined], path);
    }
  } finally {
    repo.remove();
  }
});

test('where git breaks off, the files behind are read in another way', async () => {
  const repo = makeRepo();
  const side = (more: string): Record<string, string> =>
    Object.fromEntries(Array.from({ length: 320 }, (_, i) => [`m${1000 + i}.txt`, `file ${i}\n${more}`]));
  try {
    repo.commit(side(''));
    repo.stage(side('more\n'));
    const opened = await openRepo(repo.root, repo.env);
    const records = await readManifest(opened);
    const lost = records[100]?.oldId ?? '';
    rmSync(join(repo.root, '.git', 'objects', lost.slice(0, 2), lost.slice(2)));
    const files = await all(readFiles(opened, records));
    assert.is(files.length, 320);
    assert.match(files[100]?.unread ?? '', /missing/);
    for (const [i, file] of files.entries()) {
      if (i === 100) continue;
      assert.equal([file.review, file.unread], ['yes', undefined], file.path);
      assert.equal(file.addedLines, [{ line: 2, text: 'more' }], file.path);
    }
  } finally {
    repo.remove();
  }
});

test.run();
