import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

/** The built program: a file that stood in both halves would exist twice at run time, with its errors and its state. */
const built = suite('the built program');

const ROOT = join(import.meta.dirname, '..', '..');
const text = (name: string): string => readFileSync(join(ROOT, 'dist', name), 'latin1');
const filesIn = (name: string): string[] =>
  [...text(name).matchAll(/^ *\/\/ (lib\/\S+\.ts)$/gm)].map(([, file = '']) => file);

const [launcher, rest] = [filesIn('start.cjs'), filesIn('lgtm.cjs')];

built('has every file in one half', () => {
  const both = [...launcher, ...rest].sort();
  assert.equal(both, [...new Set(both)]);
  assert.ok(launcher.includes('lib/errors.ts') && rest.includes('lib/session.ts'));
});

built('has a launcher that holds nothing of a review', () => {
  const folders = ['pass', 'specs', 'models', 'reports', 'config', 'eval', 'modes', 'runtime'];
  assert.equal(
    launcher.filter((file) => folders.includes(file.split('/')[1] ?? '')),
    [],
  );
});

built('is ASCII, and asks for packages through the import that it is handed', () => {
  assert.not.match(text('lgtm.cjs'), /[\u0080-\uffff]/);
  assert.not.match(text('lgtm.cjs'), /(?<![\w.$])import\(/);
});

built('offers what its sources offer, and takes an error of one half for one of the other', async () => {
  const api = (await import(join(ROOT, 'dist', 'index.js'))) as typeof import('../../lib/index.ts');
  assert.equal(Object.keys(api).sort(), Object.keys(await import('../../lib/index.ts')).sort());
  const error = await api.openRepo('/', {}).catch((one: unknown) => one);
  assert.instance(error, api.LgtmError);
});

built('is all that is published beside declarations', () => {
  const files = readdirSync(join(ROOT, 'dist'), { recursive: true, encoding: 'utf8' });
  assert.equal(files.filter((file) => /\.[cm]?js$/.test(file)).sort(), ['index.js', 'lgtm.cjs', 'start.cjs']);
});

built.run();
