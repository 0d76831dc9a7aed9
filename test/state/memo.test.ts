import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { boundAnswers, clearAnswers, listAnswers, memoFolder, memoKey, openMemo } from '../../lib/state/memo.ts';
import { withFolders } from './support.ts';

const memo = suite('answers on disk');

const DAY = 86_400_000;
const KEY = memoKey('question');
const pathOf = (env: NodeJS.ProcessEnv, key: string): string => join(memoFolder(env), key.slice(0, 2), key);
const age = (env: NodeJS.ProcessEnv, key: string, ms: number): void => {
  const at = new Date(Date.now() - ms);
  utimesSync(pathOf(env, key), at, at);
};

memo('come back as they were kept', () =>
  withFolders((env) => {
    const one = openMemo(env);
    assert.is(one.recall(KEY), undefined);
    one.keep(KEY, [{ quote: 'a' }]);
    assert.equal(one.recall(KEY), [{ quote: 'a' }]);
    assert.equal(openMemo(env).recall(KEY), [{ quote: 'a' }]);
  }),
);

memo('have a key for every difference', () => {
  assert.is(memoKey('a', { b: 1 }), memoKey('a', { b: 1 }));
  const keys = [memoKey('a', 'b'), memoKey('ab'), memoKey('a', { b: 1 }), memoKey('a', { b: 2 }), memoKey(['a', 'b'])];
  assert.is(new Set(keys).size, keys.length);
});

memo('that are torn or changed by hand are as good as none', () =>
  withFolders((env) => {
    openMemo(env).keep(KEY, ['x']);
    const whole = readFileSync(pathOf(env, KEY), 'utf8');
    for (const text of [whole.slice(0, 30), whole.replace('answer 1', 'answer 0'), whole.replace('x', 'y'), '']) {
      writeFileSync(pathOf(env, KEY), text);
      assert.is(openMemo(env).recall(KEY), undefined, text);
    }
  }),
);

memo('are dropped after thirty days, and kept where the clock was set back by less than a day', () =>
  withFolders((env) => {
    const keys = [10 * DAY, 31 * DAY, -DAY / 2, -5 * DAY].map((ms) => {
      const key = memoKey(ms);
      openMemo(env).keep(key, ms);
      age(env, key, ms);
      return key;
    });
    assert.is(boundAnswers(env), 2);
    assert.equal(
      keys.map((key) => existsSync(pathOf(env, key))),
      [true, false, true, false],
    );
  }),
);

memo('are bounded by size, the oldest first', () =>
  withFolders((env) => {
    const keys = [1, 2, 3, 4].map((n) => {
      const key = memoKey(n);
      openMemo(env).keep(key, 'x'.repeat(1000));
      age(env, key, n * 1000);
      return key;
    });
    const bytes = listAnswers(env)[0]?.bytes ?? 0;
    boundAnswers(env, Date.now(), { age: 30 * DAY, bytes: 2 * bytes } as never);
    assert.equal(
      keys.map((key) => existsSync(pathOf(env, key))),
      [true, true, false, false],
    );
  }),
);

memo('are bounded when a run that added to them closes', () =>
  withFolders((env) => {
    const old = memoKey('old');
    openMemo(env).keep(old, 1);
    age(env, old, 40 * DAY);
    const reader = openMemo(env);
    reader.recall(old);
    reader.close();
    assert.ok(existsSync(pathOf(env, old)));
    const writer = openMemo(env);
    writer.keep(KEY, 2);
    writer.close();
    assert.not.ok(existsSync(pathOf(env, old)));
  }),
);

memo('can be cleared, with what a crash left behind and nothing else', () =>
  withFolders((env) => {
    openMemo(env).keep(KEY, 1);
    const folder = join(memoFolder(env), KEY.slice(0, 2));
    writeFileSync(join(folder, `.${KEY}.0123456789abcdef.tmp`), 'half');
    writeFileSync(join(folder, 'notes.txt'), 'not ours');
    assert.is(clearAnswers(env), 1);
    assert.equal(readdirSync(folder), ['notes.txt']);
  }),
);

memo.run();
