import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { indexFiles } from '../../lib/git/index-files.ts';
import { openRepo } from '../../lib/git/repo.ts';
import type { Extras } from '../../lib/pass/checks/kinds.ts';
import { runChecks } from '../../lib/pass/detect.ts';
import type { Line, StagedFile } from '../../lib/types.ts';
import { prepared, ruleOf } from '../support/detect.ts';
import { makeRepo } from '../support/repo.ts';
import { makeFile } from '../support/rule.ts';

const NOTHING: Extras = { tracked: async () => false };

const found = async (check: string, files: readonly StagedFile[], extras: Extras = NOTHING): Promise<string[]> => {
  const hits = await runChecks(await prepared(ruleOf({ check })), files, extras);
  return hits.map(({ path, line, note }) => `${path}:${line}${note ? ` ${note}` : ''}`);
};

const tracking = (...paths: string[]): Extras => ({ ...NOTHING, tracked: async (path) => paths.includes(path) });

const removed = (...texts: string[]): readonly Line[] => texts.map((text, i) => ({ line: i + 1, text }));

const change = suite('checks over the change');

change('secret files are known by name, templates and public halves are not', async () => {
  const flagged = [
    '.env',
    'app/.env.production',
    'id_rsa',
    '.ssh/id_ed25519',
    'a.p12',
    'wallet.dat',
    'x/.netrc',
    'main.tfstate',
    'k.ppk',
  ];
  const harmless = ['.env.example', '.env.sample', 'id_rsa.pub', 'env.ts', 'monkey.ts', 'slides.keynote'];
  const files = [...flagged, ...harmless].map((path) => makeFile(path, 'A=b'));
  assert.equal(
    (await found('secret-file', files)).map((place) => place.replace(':1', '')),
    flagged,
  );
});

change('content tells what a name cannot', async () => {
  const pem = (text: string, path = 'a.pem'): StagedFile => makeFile(path, text);
  const header = (kind: string): string => `-----BEGIN ${kind}-----`;
  assert.equal(await found('secret-file', [pem(header('CERTIFICATE'))]), []);
  assert.equal(await found('secret-file', [pem(`${header('CERTIFICATE')}\n${header('PRIVATE KEY')}`)]), ['a.pem:1']);
  assert.equal(await found('secret-file', [pem('slides', 'a.key')]), []);
  assert.equal(await found('secret-file', [pem(header('EC PRIVATE KEY'), 'a.key')]), ['a.key:1']);
  assert.equal(await found('secret-file', [makeFile('.npmrc', 'save-exact=true')]), []);
  assert.equal(await found('secret-file', [makeFile('.npmrc', '//r/:_authToken=abc')]), ['.npmrc:1']);
  assert.equal(await found('secret-file', [makeFile('.npmrc', `//r/:_authToken=${'$'}{TOKEN}`)]), []);
  assert.equal(await found('secret-file', [makeFile('.env', 'VITE_A=1\nNODE_ENV=test\n# b')]), []);
  assert.equal(await found('secret-file', [makeFile('service-account.json', '{"private_key":"x"}')]), [
    'service-account.json:1',
  ]);
});

change('a secret file that was tracked before or goes away is no news', async () => {
  assert.equal(
    await found('secret-file', [makeFile('.env', 'A=b', { status: 'M' }), makeFile('.env', '', { status: 'D' })]),
    [],
  );
});

change('artefacts are reported once a folder', async () => {
  const files = [
    'node_modules/a/x.js',
    'node_modules/a/y.js',
    'src/.DS_Store',
    'dist/a.js',
    'build/tool.ts',
    'a.pyc',
  ].map((path) => makeFile(path, 'x'));
  assert.equal(await found('generated-artifact', files), [
    'node_modules/a/x.js:1 and 1 more below node_modules/',
    'src/.DS_Store:1',
    'a.pyc:1',
    'dist/a.js:1',
  ]);
  assert.equal(await found('generated-artifact', [makeFile('dist/a.js', 'x')], tracking('action.yml')), []);
  assert.equal(await found('generated-artifact', [makeFile('dist/a.js', 'x', { status: 'M' })]), []);
});

change('a blob is large by kind and size', async () => {
  const blob = (change_: Partial<StagedFile>): StagedFile => makeFile('a.bin', '', { text: null, ...change_ });
  assert.equal(await found('large-blob', [blob({ binary: true, size: 512 * 1024 })]), []);
  assert.equal(await found('large-blob', [blob({ binary: true, size: 512 * 1024 + 1 })]), ['a.bin:1 binary, 512 KiB']);
  assert.equal(await found('large-blob', [blob({ size: 9_000_000 })]), ['a.bin:1 8.6 MiB']);
  assert.equal(
    await found('large-blob', [
      blob({ size: 9_000_000, review: 'lock-file' }),
      blob({ size: 9_000_000, status: 'D' }),
      blob({ size: 9_000_000, oldId: 'x', newId: 'x' }),
    ]),
    [],
  );
});

change('a blob that was large before may grow to twice its size', async () => {
  const sizes = new Map([['old', 700 * 1024]]);
  const known: Extras = { ...NOTHING, sizes: async () => sizes };
  const blob = (size: number) => makeFile('a.bin', '', { text: null, binary: true, status: 'M', oldId: 'old', size });
  assert.equal(await found('large-blob', [blob(1400 * 1024)], known), []);
  assert.equal(await found('large-blob', [blob(1401 * 1024)], known), ['a.bin:1 binary, 1.4 MiB']);
  sizes.set('old', 500 * 1024);
  assert.equal(await found('large-blob', [blob(600 * 1024)], known), ['a.bin:1 binary, 600 KiB']);
});

change('a lock file drifts in each ecosystem, also from a package below it', async () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['package.json', '    "a": "^1.0.0",', 'pnpm-lock.yaml'],
    ['packages/b/package.json', '    "a": "workspace:*"', 'yarn.lock'],
    ['Cargo.toml', 'serde = { version = "1" }', 'Cargo.lock'],
    ['go.mod', '\tgithub.com/a/b v1.2.3', 'go.sum'],
    ['Gemfile', "gem 'rails', '~> 7'", 'Gemfile.lock'],
    ['composer.json', '  "a/b": "^1.0"', 'composer.lock'],
    ['pyproject.toml', '  "requests>=2",', 'uv.lock'],
    ['pubspec.yaml', '  http: ^1.2.0', 'pubspec.lock'],
  ];
  for (const [path, line, lock] of cases) {
    assert.equal(await found('lockfile-drift', [makeFile(path, line)], tracking(lock)), [
      `${path}:1 ${lock} is not staged`,
    ]);
    assert.equal(await found('lockfile-drift', [makeFile(path, line), makeFile(lock, 'x')], tracking(lock)), []);
    assert.equal(await found('lockfile-drift', [makeFile(path, line)]), []);
  }
});

change('fields that are no dependency move no lock file, a removed dependency does', async () => {
  const lock = tracking('package-lock.json', 'Cargo.lock');
  const manifest = makeFile('package.json', '  "version": "1.2.0",\n    "node": ">=20",\n  "name": "a"');
  assert.equal(
    await found('lockfile-drift', [manifest, makeFile('Cargo.toml', 'version = "1.2.0"\nedition = "2021"')], lock),
    [],
  );
  const gone = makeFile('package.json', '', { addedLines: [], removedLines: [{ line: 7, text: '    "a": "^1.0.0"' }] });
  assert.equal(await found('lockfile-drift', [gone], lock), ['package.json:7 package-lock.json is not staged']);
});

change('fixtures of tests are left out where the rule says source', async () => {
  const detectors = await prepared(ruleOf({ check: 'lockfile-drift', where: 'source' }));
  const file = makeFile('test/fixtures/a/package.json', '    "a": "^1.0.0"');
  assert.equal(await runChecks(detectors, [file], tracking('package-lock.json')), []);
});

change('a change is oversized by its source alone', async () => {
  const many = 'total += 1;\n'.repeat(400).concat('x');
  assert.equal(await found('oversized-change', [makeFile('a.ts', many)]), ['a.ts:1 401 added lines of code in 1 file']);
  assert.equal(
    await found('oversized-change', [
      makeFile('a.ts', many.slice(12)),
      makeFile('test/a.test.ts', many),
      makeFile('a.md', many),
    ]),
    [],
  );
});

change('moved code and pure reformatting are no mixture', async () => {
  const lines = Array.from({ length: 30 }, (_, i) => `call("${i}")`);
  const real = ['a = 1;', 'b = 2;', 'c = 3;'];
  const mixture = (added: readonly string[], path = 'src/a.ts'): StagedFile =>
    makeFile(path, added.join('\n'), { removedLines: removed(...lines) });
  const reformatted = lines.map((line) => `  ${line.replaceAll('"', "'")};`);
  assert.equal(await found('mixed-reformat', [mixture([...reformatted, ...real])]), ['src/a.ts:31 3 real changes']);
  assert.equal(await found('mixed-reformat', [mixture([...reformatted, ...real], 'CHANGELOG.md')]), [], 'no code');
  assert.equal(await found('mixed-reformat', [mixture(reformatted)]), []);
  assert.equal(await found('mixed-reformat', [mixture([...lines, ...real])]), []);
});

change('code without a test counts lines of code', async () => {
  const code = Array.from({ length: 15 }, (_, i) => `call(${i});`).join('\n');
  assert.equal(await found('code-without-test', [makeFile('a.ts', code)]), ['a.ts:1 15 new lines of code, no test']);
  assert.equal(
    await found('code-without-test', [makeFile('a.ts', `${code.slice(0, -10)}\n// a\nimport b from 'b';\n}`)]),
    [],
  );
  assert.equal(await found('code-without-test', [makeFile('a.ts', code), makeFile('a.test.ts', 'x')]), []);
});

change('an export is removed only where nothing brings it back', async () => {
  const index = (path: string, ...texts: string[]): StagedFile =>
    makeFile(path, '', { addedLines: [], removedLines: removed(...texts) });
  assert.equal(
    await found('export-removed', [
      index('src/index.ts', 'export const a = 1;', "export { b, c as d } from './b.js';"),
    ]),
    ['src/index.ts:1 a is no longer exported', 'src/index.ts:2 b, d are no longer exported'],
  );
  assert.equal(
    await found('export-removed', [
      index('src/index.ts', 'export const a = 1;'),
      makeFile('src/b.ts', 'export const a = 2;'),
    ]),
    [],
  );
  assert.equal(await found('export-removed', [index('src/inner.ts', 'export const a = 1;')]), []);
  assert.equal(
    await found(
      'export-removed',
      [index('pay.go', 'func Pay(x int) error {', 'func pay() {}')].map((file) => ({ ...file, language: 'go' })),
    ),
    ['pay.go:1 Pay is no longer exported'],
  );
  assert.equal(
    await found(
      'export-removed',
      [index('internal/pay.go', 'func Pay(x int) error {')].map((file) => ({ ...file, language: 'go' })),
    ),
    [],
  );
});

change('a file that becomes executable without a first line that runs it is a surprise', async () => {
  const file = (path: string, text: string | null): StagedFile =>
    makeFile(path, text ?? '', { text, newMode: '100755', addedLines: [] });
  assert.equal(await found('mode-surprise', [file('a.ts', 'import x\n'), file('b.sh', '#!/bin/sh\n')]), ['a.ts:1']);
  assert.equal(await found('mode-surprise', [file('a.ts', null)]), []);
  assert.equal(await found('mode-surprise', [file('a.ts', null)], { ...NOTHING, read: async () => 'import x' }), [
    'a.ts:1',
  ]);
  assert.equal(
    await found(
      'mode-surprise',
      ['a', 'b', 'c', 'd'].map((name) => file(`${name}.ts`, 'x')),
    ),
    ['a.ts:1 and 3 more files'],
  );
});

change('a subject is held against its rules, generated ones are not', async () => {
  const subject = async (message: string): Promise<string> =>
    (await found('commit-subject', [], { ...NOTHING, message }))[0] ?? 'fine';
  assert.is(await subject('x'.repeat(73)), 'COMMIT_EDITMSG:1 73 characters, more than 72');
  assert.match(await subject('Added a thing.'), /ends with a period; is not in the imperative$/);
  assert.match(await subject('fix: update'), 'does not say what changes');
  assert.match(await subject('Round fees up\nbecause'), 'is not followed by a blank line');
  for (const message of [
    'Round fees up',
    'fixup! x.',
    'Merge branch a.',
    '# only a comment',
    '',
    '\n# c\nRound fees up\n\nWhy.',
  ])
    assert.is(await subject(message), 'fine', message);
  assert.is(await subject('Round fees up\n# ------------------------ >8 ------------------------\ndiff'), 'fine');
  assert.equal(await found('commit-subject', []), []);
});

change('merged-in files are no part of the change', async () => {
  assert.equal(await found('secret-file', [makeFile('.env', 'A=b', { review: 'same-as-parent' })]), []);
});

change.run();

const extras = suite('what the index answers');

extras('paths, texts and words are looked up in the index, not in the work tree', async () => {
  const repo = makeRepo();
  repo.commit({ 'README.md': 'Set `LEDGER_URL`.\n', 'docs/a.md': 'SYNC_RETRIES is 3\n', 'b.bin': Buffer.alloc(9000) });
  repo.stage({ 'new file.txt': 'text\n' });
  repo.write('README.md', 'changed');
  repo.write('loose.txt', 'x');
  const asked = indexFiles(await openRepo(repo.root, repo.env));
  assert.is(await asked.tracked('new file.txt'), true);
  assert.is(await asked.tracked('docs'), true);
  assert.is(await asked.tracked('loose.txt'), false);
  assert.is(await asked.tracked('*.md'), false);
  assert.is(await asked.read('README.md'), 'Set `LEDGER_URL`.\n');
  assert.is(await asked.read('absent'), null);
  assert.is(await asked.read('b.bin'), null);
  assert.is(await asked.read('a\nb'), null);
  assert.is(await asked.mentions('LEDGER_URL', ['README.md', 'docs']), true);
  assert.is(await asked.mentions('SYNC_RETRIES', ['README.md', 'docs']), true);
  assert.is(await asked.mentions('SYNC', ['README.md', 'docs']), false);
  assert.is(await asked.mentions('LEDGER_URL', ['docs']), false);
  repo.remove();
});

extras('a variable is documented by what stands in the index', async () => {
  const repo = makeRepo();
  repo.commit({ 'README.md': '`LEDGER_URL`\n' });
  const asked = indexFiles(await openRepo(repo.root, repo.env));
  const file = makeFile(
    'src/a.ts',
    'const a = process.env.LEDGER_URL, b = process.env.OTHER_URL;\nprocess.env.OTHER_URL; process.env.HOME;',
  );
  assert.equal(await found('undocumented-env-var', [file], asked), ['src/a.ts:1 OTHER_URL']);
  assert.equal(await found('undocumented-env-var', [file]), []);
  repo.remove();
});

extras.run();
