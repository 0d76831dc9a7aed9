import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { LgtmError } from '../../lib/errors.ts';
import { changing, nameAside, writeWhole } from '../../lib/hooks/disk.ts';

const disk = suite('changes to the disk');
let folder = '';
const at = (name: string): string => join(folder, name);
disk.before.each(() => {
  folder = mkdtempSync(join(tmpdir(), 'lgtm-disk-'));
});
disk.after.each(() => rmSync(folder, { recursive: true }));

disk('replace a link, and leave the file behind it alone', () => {
  writeFileSync(at('target'), 'old');
  symlinkSync('target', at('hook'));
  writeWhole(at('hook'), Buffer.from('new'), 0o755);
  assert.equal(
    [readFileSync(at('target'), 'utf8'), lstatSync(at('hook')).isFile(), lstatSync(at('hook')).mode & 0o777],
    ['old', true, 0o755],
  );
});

disk('leave nothing behind where they cannot be completed', () => {
  mkdirSync(at('hook'));
  assert.throws(() => writeWhole(at('hook'), Buffer.from('new'), 0o755));
  assert.equal(readdirSync(folder), ['hook']);
});

disk('give a file a second name and keep the first, so that there is a hook at every moment', () => {
  writeFileSync(at('hook'), 'old', { mode: 0o750 });
  nameAside(at('hook'), at('deep/aside'));
  assert.is(lstatSync(at('hook')).ino, lstatSync(at('deep/aside')).ino);
});

disk('give a link a second one with the same target', () => {
  symlinkSync('no\nwhere', at('hook'));
  nameAside(at('hook'), at('aside'));
  assert.equal([readlinkSync(at('hook')), readlinkSync(at('aside'))], ['no\nwhere', 'no\nwhere']);
});

disk('name the file that could not be written', () => {
  assert.throws(
    () => changing('/some/hook', () => readFileSync(at('none'))),
    (error: unknown) => error instanceof LgtmError && /cannot write \/some\/hook: ENOENT/.test(error.message),
  );
});

disk.run();
