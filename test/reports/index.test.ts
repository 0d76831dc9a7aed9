import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { UsageError } from '../../lib/errors.ts';
import { formats, openReporter } from '../../lib/reports/index.ts';
import { OUTCOMES, view } from './samples.ts';

const refusal = async (format: string): Promise<UsageError> => {
  const error = await openReporter(format).then(
    () => assert.unreachable(`${format} was opened`),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof UsageError)) throw error;
  return error;
};

test('text is the first format, for it is the default', () => {
  assert.equal(formats, ['text', 'json', 'sarif', 'github', 'rdjson', 'gitlab', 'ndjson']);
});

test('every format renders every outcome and ends with one line feed', async () => {
  for (const format of formats) {
    const report = await openReporter(format);
    for (const one of OUTCOMES) assert.match(report(one, view()), /[^\n]\n$/, `${format}, ${one.outcome}`);
  }
});

test('an unknown format is refused with the list of those there are', async () => {
  const error = await refusal('html');
  assert.is(error.message, 'unknown format "html"');
  assert.is(error.hint, 'Formats: text, json, sarif, github, rdjson, gitlab, ndjson.');
});

test('a slip of the fingers is answered with the format that was meant', async () => {
  assert.match((await refusal('srif')).hint, /^Did you mean sarif\? Formats: /);
  assert.match((await refusal('JSON')).hint, /^Formats: /);
});

test('names that every object has are not formats', async () => {
  for (const name of ['constructor', '__proto__', 'toString', ''])
    assert.is((await refusal(name)).message, `unknown format "${name}"`);
});

test.run();
