import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { UsageError } from '../../lib/errors.ts';
import { parseStages } from '../../lib/hooks/stages.ts';

test('takes stages that are repeated or separated by commas, once each and in order', () => {
  assert.equal(parseStages(['pre-push, commit-msg', 'pre-push'], []), ['commit-msg', 'pre-push']);
  assert.equal(parseStages('pre-merge-commit', []), ['pre-merge-commit']);
});

test('falls back where none is named', () => {
  assert.equal(parseStages(undefined, ['pre-commit']), ['pre-commit']);
  assert.equal(parseStages(' , ', ['pre-commit']), ['pre-commit']);
});

test('names the stages there are where one is unknown', () => {
  assert.throws(
    () => parseStages('post-commit', []),
    (error: unknown) =>
      error instanceof UsageError && /pre-commit, commit-msg, pre-merge-commit, pre-push/.test(error.hint),
  );
});

test.run();
