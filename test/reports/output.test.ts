import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { UsageError } from '../../lib/errors.ts';
import { parseFormats, writeReport } from '../../lib/reports/output.ts';

const test = suite<{ dir: string }>('output');

test.before.each((context) => {
  context.dir = mkdtempSync(join(tmpdir(), 'lgtm-output-'));
});

test.after.each(({ dir }) => {
  rmSync(dir, { recursive: true, force: true });
});

const PRINTED = { format: 'text', path: null };

test('a format alone is printed', () => {
  assert.equal(parseFormats(['json']), [{ format: 'json', path: null }]);
});

test('no format is text', () => {
  assert.equal(parseFormats([]), [PRINTED]);
});

test('what goes to files leaves text for the terminal', () => {
  assert.equal(parseFormats(['sarif=a=b.sarif', 'json=r.json']), [
    PRINTED,
    { format: 'sarif', path: 'a=b.sarif' },
    { format: 'json', path: 'r.json' },
  ]);
});

test('one report is printed while another goes to a file', () => {
  assert.equal(parseFormats(['github', 'sarif=r.sarif']), [
    { format: 'github', path: null },
    { format: 'sarif', path: 'r.sarif' },
  ]);
});

test('the output file is for the format that names none', () => {
  assert.equal(parseFormats(['json'], 'r.json'), [PRINTED, { format: 'json', path: 'r.json' }]);
  assert.equal(parseFormats(['sarif=r.sarif', 'json'], 'r.json'), [
    PRINTED,
    { format: 'sarif', path: 'r.sarif' },
    { format: 'json', path: 'r.json' },
  ]);
  assert.equal(parseFormats([], 'r.txt'), [PRINTED, { format: 'text', path: 'r.txt' }]);
  assert.equal(parseFormats(['json=r.json'], 'r.txt'), [
    PRINTED,
    { format: 'json', path: 'r.json' },
    { format: 'text', path: 'r.txt' },
  ]);
});

const refused = (values: readonly string[], output?: string): string => {
  try {
    parseFormats(values, output);
  } catch (error) {
    if (error instanceof UsageError && error.hint !== '') return error.message;
    throw error;
  }
  throw new Error(`${values} was taken`);
};

test('half a value is refused', () => {
  assert.is(refused(['sarif=']), '--format "sarif=" lacks a file');
  assert.is(refused(['=r.sarif']), '--format "=r.sarif" lacks a format');
  assert.is(refused(['']), '--format "" lacks a format');
  assert.is(refused(['json'], ''), '--output lacks a file');
});

test('two reports for one place are refused', () => {
  assert.is(refused(['json', 'sarif']), 'a second report, sarif, for standard output');
  assert.is(refused(['json=r', 'sarif=r']), 'a second report, sarif, for r');
  assert.is(refused(['json', 'sarif'], 'r'), 'a second report, sarif, for r');
});

const failure = async (path: string): Promise<UsageError> => {
  const error = await writeReport(path, 'new\n').then(
    () => assert.unreachable(`${path} was written`),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof UsageError)) throw error;
  assert.not.match(error.message, /\n/);
  return error;
};

test('a report is written whole, and nothing beside it', async ({ dir }) => {
  const text = 'é'.repeat(300_000);
  await writeReport(join(dir, 'r.json'), text);
  assert.is(readFileSync(join(dir, 'r.json'), 'utf8'), text);
  assert.equal(readdirSync(dir), ['r.json']);
});

test('an earlier report is replaced, not written into', async ({ dir }) => {
  const path = join(dir, 'r.json');
  writeFileSync(path, 'a much longer earlier report\n');
  const before = statSync(path).ino;
  await writeReport(path, 'new\n');
  assert.is(readFileSync(path, 'utf8'), 'new\n');
  assert.is.not(statSync(path).ino, before);
});

test('a folder that is not there is refused in one line', async ({ dir }) => {
  const path = join(dir, 'no', 'r.json');
  const error = await failure(path);
  assert.is(error.message, `cannot write the report to ${path}: ENOENT: no such file or directory`);
  assert.is(error.hint, 'Name a file in a folder that exists and can be written.');
});

test('a folder in the place of the file is refused and stays', async ({ dir }) => {
  mkdirSync(join(dir, 'r.json'));
  assert.match((await failure(join(dir, 'r.json'))).message, /: it is a directory$/);
  assert.equal(readdirSync(dir), ['r.json']);
});

test('a file in the place of the folder is refused', async ({ dir }) => {
  writeFileSync(join(dir, 'file'), '');
  assert.match((await failure(join(dir, 'file', 'r.json'))).message, /: ENOTDIR: not a directory$/);
});

test('a link is neither followed nor replaced', async ({ dir }) => {
  writeFileSync(join(dir, 'precious'), 'keep\n');
  symlinkSync('precious', join(dir, 'r.json'));
  assert.match((await failure(join(dir, 'r.json'))).message, /: it is not a plain file$/);
  assert.is(readFileSync(join(dir, 'precious'), 'utf8'), 'keep\n');
  symlinkSync('nowhere', join(dir, 'dangling'));
  await failure(join(dir, 'dangling'));
  assert.not(existsSync(join(dir, 'nowhere')));
});

test('what is neither file nor folder is not replaced', async ({ dir }) => {
  const path = join(dir, 'socket');
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(path, resolve));
  try {
    assert.match((await failure(path)).message, /: it is not a plain file$/);
    assert.ok(statSync(path).isSocket());
  } finally {
    server.close();
  }
});

test('a write that fails leaves the earlier report and nothing else', async ({ dir }) => {
  const path = join(dir, 'r.json');
  writeFileSync(path, 'old\n');
  const unwritable = Symbol('no text') as unknown as string;
  const error = await writeReport(path, unwritable).catch((thrown: unknown) => thrown);
  assert.instance(error, UsageError);
  assert.equal(readdirSync(dir), ['r.json']);
  assert.is(readFileSync(path, 'utf8'), 'old\n');
});

test('a folder that may not be written is refused', async ({ dir }) => {
  // Nothing is shut to root, who meets a name that no file system takes instead.
  const isRoot = process.getuid?.() === 0;
  chmodSync(dir, 0o500);
  await failure(join(dir, isRoot ? 'x'.repeat(300) : 'r.json'));
  chmodSync(dir, 0o700);
  assert.equal(readdirSync(dir), []);
});

test.run();
