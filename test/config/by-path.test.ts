import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type ByPath, openByPath } from '../../lib/config/by-path.ts';
import { type Config, DEFAULTS } from '../../lib/config/config.ts';

const open = (config: Partial<Config>): Promise<ByPath> => openByPath({ ...DEFAULTS, ...config });

const RULE = { id: 'a/b', severity: 'warn' } as const;

test('gives a rule its own severity where nothing is said of it', async () => {
  const { level, anywhere, excluded, domains } = await open({});
  assert.equal([level(RULE, 'x.js'), anywhere(RULE)], ['warn', 'warn']);
  assert.equal([excluded('x.js'), domains('x.js')], [false, []]);
});

test('lets the last override that fits count, over the severity for all paths', async () => {
  const { level } = await open({
    rules: { 'a/b': 'info' },
    overrides: [
      { paths: ['src/**'], rules: { 'a/b': 'block' } },
      { paths: ['src/old/**'], rules: { 'a/b': 'off' } },
      { paths: ['*.md'], rules: { 'c/d': 'off' } },
    ],
  });
  assert.equal(
    ['x.js', 'src/x.js', 'src/old/x.js', 'docs/x.md'].map((path) => level(RULE, path)),
    ['info', 'block', 'off', 'info'],
  );
});

test('lets the nearest package count, over overrides, and only that one', async () => {
  const { level, packageOf, domains } = await open({
    domains: ['git'],
    overrides: [{ paths: ['packages/**'], rules: { 'a/b': 'block' } }],
    packages: [
      { folder: 'packages', rules: { 'a/b': 'info' }, domains: ['web'] },
      { folder: 'packages/api', domains: ['database'] },
    ],
  });
  assert.equal(
    ['x.js', 'packages/x.js', 'packages/api/src/x.js', 'packages/apix/x.js'].map((path) => level(RULE, path)),
    ['warn', 'info', 'block', 'info'],
  );
  assert.is(packageOf('packages/api/src/x.js')?.folder, 'packages/api');
  assert.equal(domains('packages/api/src/x.js'), ['git', 'database']);
});

test('takes the stricter of HEAD’s and the staged version for every path', async () => {
  const { level, domains } = await open({
    overrides: [{ paths: ['old/**'], rules: { 'a/b': 'off' } }],
    packages: [{ folder: 'p', rules: { 'a/b': 'block' } }],
    tightening: {
      overrides: [{ paths: ['new/**'], rules: { 'a/b': 'off' } }],
      packages: [{ folder: 'p', rules: { 'a/b': 'info' }, domains: ['web'] }],
    },
  });
  assert.is(level(RULE, 'old/x.js'), 'warn', 'the staged version takes the loosening back');
  assert.is(level(RULE, 'new/x.js'), 'warn', 'a loosening waits');
  assert.is(level(RULE, 'p/x.js'), 'block');
  assert.equal(domains('p/x.js'), ['web']);
});

test('knows whether a rule is in force anywhere', async () => {
  const off = { rules: { 'a/b': 'off' } } as const;
  assert.is((await open(off)).anywhere(RULE), 'off');
  assert.is((await open({ ...off, overrides: [{ paths: ['x'], rules: { 'a/b': 'info' } }] })).anywhere(RULE), 'info');
  assert.is((await open({ ...off, packages: [{ folder: 'p', rules: { 'a/b': 'block' } }] })).anywhere(RULE), 'block');
  const tightening = { overrides: [], packages: [{ folder: 'p', rules: { 'a/b': 'warn' as const } }] };
  assert.is((await open({ ...off, tightening })).anywhere(RULE), 'warn');
});

test('leaves out what is not included, what is excluded and what is ignored, by globs of its own folder in a package', async () => {
  const { excluded } = await open({
    include: ['src/**', 'p/**'],
    exclude: ['*.min.js'],
    ignore: ['gen/', '!gen/keep.js'],
    packages: [{ folder: 'p/api', include: ['lib/**'], exclude: ['lib/vendor/**'] }],
  });
  for (const [path, left] of [
    ['src/a.js', false],
    ['docs/a.js', true],
    ['src/a.min.js', true],
    ['src/gen/a.js', true],
    ['src/gen/keep.js', true],
    ['p/x.js', false],
    ['p/api/lib/a.js', false],
    ['p/api/src/a.js', true],
    ['p/api/lib/vendor/a.js', true],
    ['p/api/lib/a.min.js', true],
  ] as const)
    assert.is(excluded(path), left, path);
});

test.run();
