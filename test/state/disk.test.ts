import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { keep, recall, TEMPORARY } from '../../lib/state/disk.ts';
import { cacheFolder, stateFolder } from '../../lib/state/folders.ts';
import { keepSealed, recallSealed } from '../../lib/state/sealed.ts';
import { withFolders } from './support.ts';

const disk = suite('files of lgtm’s own');

const modeOf = (path: string): number => statSync(path).mode & 0o777;
const names = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

disk('are found by the rules of XDG, relative paths ignored', () => {
  assert.is(cacheFolder({ XDG_CACHE_HOME: '/c', HOME: '/h' }), '/c/lgtm');
  assert.is(cacheFolder({ HOME: '/h' }), '/h/.cache/lgtm');
  assert.is(cacheFolder({ XDG_CACHE_HOME: 'in/the/repository', HOME: '/h' }), '/h/.cache/lgtm');
  assert.is(stateFolder({ HOME: '/h' }), '/h/.local/state/lgtm');
});

disk('are for the user alone, whatever the umask is', () =>
  withFolders((_env, base) => {
    const before = process.umask(0);
    try {
      const root = join(base, 'x', 'lgtm');
      assert.is(keep(root, join(root, 'a', 'b'), 'text'), true);
      assert.equal([modeOf(root), modeOf(join(root, 'a')), modeOf(join(root, 'a', 'b'))], [0o700, 0o700, 0o600]);
      assert.equal(names(join(root, 'a')), ['b']);
    } finally {
      process.umask(before);
    }
  }),
);

disk('survive writes that take a few bytes at a time', () =>
  withFolders((_env, base) => {
    const root = join(base, 'lgtm');
    const slowly = (file: number, bytes: Buffer, from: number): number => writeSync(file, bytes, from, 1);
    assert.is(keep(root, join(root, 'a'), 'größe', slowly), true);
    assert.is(recall(root, join(root, 'a'), 100), 'größe');
  }),
);

for (const [what, write] of [
  ['takes nothing', () => 0],
  [
    'is full',
    () => {
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    },
  ],
  ['is full after half', (file: number, bytes: Buffer, from: number) => (from > 0 ? 0 : writeSync(file, bytes, 0, 2))],
] as const)
  disk(`keep what was there where the disk ${what}, and leave nothing behind`, () =>
    withFolders((_env, base) => {
      const root = join(base, 'lgtm');
      keep(root, join(root, 'a'), 'old');
      assert.is(keep(root, join(root, 'a'), 'new text', write), false);
      assert.is(recall(root, join(root, 'a'), 100), 'old');
      assert.equal(names(root), ['a']);
    }),
  );

disk('cannot be written where a file stands in the way, and nothing is thrown', () =>
  withFolders((_env, base) => {
    writeFileSync(join(base, 'lgtm'), 'a file');
    assert.is(keep(join(base, 'lgtm'), join(base, 'lgtm', 'a'), 'x'), false);
    assert.is(recall(join(base, 'lgtm'), join(base, 'lgtm', 'a'), 100), null);
  }),
);

disk('are not believed in a folder that others can write to', () =>
  withFolders((_env, base) => {
    const root = join(base, 'lgtm');
    mkdirSync(root);
    writeFileSync(join(root, 'a'), 'planted');
    chmodSync(root, 0o777);
    assert.is(recall(root, join(root, 'a'), 100), null);
    assert.is(keep(root, join(root, 'b'), 'x'), false);
    chmodSync(root, 0o755);
    assert.is(recall(root, join(root, 'a'), 100), 'planted');
  }),
);

disk('are not read through a link, beyond their size, or where they are no files', () =>
  withFolders((_env, base) => {
    const root = join(base, 'lgtm');
    keep(root, join(root, 'a'), 'text');
    symlinkSync(join(root, 'a'), join(root, 'link'));
    mkdirSync(join(root, 'folder'));
    assert.is(recall(root, join(root, 'link'), 100), null);
    assert.is(recall(root, join(root, 'folder'), 100), null);
    assert.is(recall(root, join(root, 'a'), 3), null);
    assert.is(recall(root, join(root, 'none'), 100), null);
  }),
);

disk('under a seal are whole and of their kind, or not there', () =>
  withFolders((_env, base) => {
    const root = join(base, 'lgtm');
    const path = join(root, 'a');
    const kind = { name: 'thing', version: 2 };
    keepSealed(root, path, kind, { n: [1, 'ü'] });
    assert.equal(recallSealed(root, path, kind), { n: [1, 'ü'] });
    assert.is(recallSealed(root, path, { ...kind, version: 1 }), undefined);
    assert.is(recallSealed(root, path, { ...kind, name: 'other' }), undefined);
    const whole = readFileSync(path, 'utf8');
    for (const text of [whole.slice(0, -1), whole.replace('1', '2'), whole.slice(0, 20), '', `${whole}x`]) {
      writeFileSync(path, text);
      assert.is(recallSealed(root, path, kind), undefined, JSON.stringify(text));
    }
  }),
);

disk('that a crash left half-written are known by their name', () => {
  assert.match('.a.0123456789abcdef.tmp', TEMPORARY);
  assert.not.match('a', TEMPORARY);
});

disk.run();
