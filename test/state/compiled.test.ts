import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { clearCode, keepCode, listCode, type Place, recallCode } from '../../lib/state/compiled.ts';
import { withFolders } from './support.ts';

const code = suite('the compiled program on disk');

const CODE = Buffer.from([1, 2, 10, 3, 255]);

const withPlace = (work: (place: Place, base: string) => void): void =>
  withFolders((env, base) => {
    const cwd = join(base, 'work');
    mkdirSync(cwd);
    work({ env, cwd }, base);
  });

code('comes back byte for byte, for the same program alone', () =>
  withPlace((place) => {
    assert.is(recallCode(place, 'a'), null);
    assert.ok(keepCode(place, 'a', CODE));
    assert.equal(recallCode(place, 'a'), CODE);
    assert.is(recallCode(place, 'b'), null);
    assert.is(recallCode({ ...place, env: { ...place.env, NODE_OPTIONS: '--no-opt' } }, 'a'), null);
  }),
);

code('is as good as none where it is torn or changed', () =>
  withPlace((place) => {
    keepCode(place, 'a', CODE);
    const path = listCode(place.env)[0]?.path ?? '';
    const whole = readFileSync(path);
    const changed = Buffer.from(whole);
    changed[changed.length - 1] = 7;
    for (const bytes of [whole.subarray(0, -1), whole.subarray(0, 20), Buffer.alloc(0), changed]) {
      writeFileSync(path, bytes);
      assert.is(recallCode(place, 'a'), null);
    }
    writeFileSync(path, whole);
    assert.equal(recallCode(place, 'a'), CODE);
  }),
);

code('is neither kept in a repository nor taken from one, be it the one around the home folder', () =>
  withPlace((place, base) => {
    keepCode(place, 'a', CODE);
    mkdirSync(join(base, '.git'));
    assert.is(recallCode(place, 'a'), null);
    assert.not.ok(keepCode(place, 'b', CODE));
    assert.is(listCode(place.env).length, 1);
    assert.equal(recallCode({ ...place, cwd: '/' }, 'a'), CODE);
  }),
);

code('of other versions goes, the oldest first, and all of it when it is cleared', () =>
  withPlace((place) => {
    for (const [i, name] of ['a', 'b', 'c', 'd', 'e', 'f', 'g'].entries()) {
      keepCode(place, name, CODE);
      const newest = listCode(place.env).find(({ at }) => at > 1_000_000_000_000)?.path ?? '';
      utimesSync(newest, i + 1, i + 1);
    }
    keepCode(place, 'h', CODE);
    assert.is(listCode(place.env).length, 6);
    assert.equal(
      ['a', 'b', 'c', 'd', 'g', 'h'].map((name) => recallCode(place, name) !== null),
      [false, false, true, true, true, true],
    );
    assert.is(clearCode(place.env), 6);
    assert.equal(listCode(place.env), []);
  }),
);

code.run();
