import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { earned, keepMeasured, listMeasured, type Measured, readMeasured, standingOf } from '../../lib/state/earned.ts';
import { dataFolder } from '../../lib/state/folders.ts';
import { withFolders } from './support.ts';

const standing = suite('what a model has earned');

const of = (right: number, wrong: number) => standingOf({ right, wrong }).standing;

standing('is to block from 16 findings on whose interval begins at 0.80', () => {
  assert.equal([of(16, 0), of(24, 1), of(55, 5)], ['block', 'block', 'block']);
  assert.equal([of(15, 0), of(23, 2), of(54, 6)], ['warn', 'warn', 'warn']);
});

standing('is nothing below a precision of 0.65, where four findings or more say so', () => {
  assert.equal([of(0, 4), of(12, 7), of(13, 7)], ['off', 'off', 'warn']);
  assert.equal([of(0, 3), of(1, 0)], ['warn', 'warn']);
});

standing('is not known without findings', () => {
  assert.equal(standingOf({ right: 0, wrong: 0 }), { standing: 'unmeasured', figure: '' });
  assert.is(standingOf({ right: 18, wrong: 1 }).figure, '18 of 19 findings right');
});

const MEASURED: Measured = {
  model: 'm:7b',
  provider: 'ollama',
  digest: 'ab'.repeat(32),
  at: '2026-11-30T00:00:00.000Z',
  lgtm: '0.1.0',
  verification: 'verify',
  rules: { 'a/b': { right: 16, wrong: 0, found: 16, missed: 0, text: 't' } },
};

standing('holds for the text of the rule and the verification that were measured', () => {
  assert.is(earned(MEASURED, 'a/b', 't', 'verify').standing, 'block');
  assert.is(earned(MEASURED, 'a/b', 'changed since', 'verify').standing, 'unmeasured');
  assert.is(earned(MEASURED, 'a/b', 't', 'off').standing, 'unmeasured');
  assert.is(earned(MEASURED, 'constructor', 't', 'verify').standing, 'unmeasured');
  assert.is(earned(null, 'a/b', 't', 'verify').standing, 'unmeasured');
});

const fileIn = (env: NodeJS.ProcessEnv): string => {
  const folder = join(dataFolder(env), 'measured');
  const [name = ''] = readdirSync(folder);
  return join(folder, name);
};

standing('is kept for the user alone, and a later run replaces only the rules that it measured', () =>
  withFolders((env) => {
    assert.ok(keepMeasured(env, MEASURED));
    const again = { right: 1, wrong: 1, found: 1, missed: 0, text: 't' };
    assert.ok(keepMeasured(env, { ...MEASURED, rules: { 'c/d': again } }));
    assert.equal(readMeasured(env, MEASURED.digest)?.rules, { ...MEASURED.rules, 'c/d': again });
    assert.is(statSync(fileIn(env)).mode & 0o777, 0o600);
    assert.equal(
      listMeasured(env).map(({ model }) => model),
      ['m:7b'],
    );
    assert.is(readMeasured(env, 'cd'.repeat(32)), null);
  }),
);

standing('of figures that were verified in another way is not carried on', () =>
  withFolders((env) => {
    keepMeasured(env, MEASURED);
    keepMeasured(env, { ...MEASURED, verification: 'arbitrate', rules: {} });
    assert.equal(readMeasured(env, MEASURED.digest)?.rules, {});
  }),
);

standing('is unknown where the file is torn, or of another version', () =>
  withFolders((env) => {
    keepMeasured(env, MEASURED);
    const path = fileIn(env);
    for (const text of ['', 'lgtm measured 2 00\n{}', `lgtm measured 1 ${'0'.repeat(64)}\n{"digest":"x"}`]) {
      writeFileSync(path, text);
      assert.is(readMeasured(env, MEASURED.digest), null, text);
      assert.equal(listMeasured(env), []);
    }
  }),
);

standing.run();
