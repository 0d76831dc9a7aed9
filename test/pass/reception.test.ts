import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { lineDigest, received, type Sight } from '../../lib/pass/reception.ts';
import { type Feedback, NO_FEEDBACK } from '../../lib/state/feedback.ts';

const reception = suite('what becomes of a finding');

const OPEN = { id: '1', rule: 'a/b', path: 'a.js', text: lineDigest('eval(x)') };
const SEEN: Feedback = { open: [OPEN], rules: { 'a/b': { shown: 1, changed: 0, dismissed: 0, stood: 0 } } };

const sight = (over: Partial<Sight> = {}): Sight => ({
  ...{ shown: [], dismissed: new Set(), touches: () => true },
  lines: () => new Set([lineDigest('eval(x)')]),
  ...over,
});

const after = (over: Partial<Sight>) => {
  const { open, rules } = received(SEEN, sight(over));
  const { shown = 0, changed = 0, dismissed = 0, stood = 0 } = rules['a/b'] ?? {};
  return [open.length, shown, changed, dismissed, stood];
};

reception('is counted as shown once, however often it is reported', () => {
  assert.equal(received(NO_FEEDBACK, sight({ shown: [OPEN] })), SEEN);
  assert.equal(after({ shown: [OPEN] }), [1, 1, 0, 0, 0]);
});

reception('is that its line was changed, or its file is gone', () => {
  assert.equal(after({ lines: () => new Set([lineDigest('other()')]) }), [0, 1, 1, 0, 0]);
  assert.equal(after({ lines: () => null }), [0, 1, 1, 0, 0]);
});

reception('is that it was dismissed', () => {
  assert.equal(after({ dismissed: new Set(['1']) }), [0, 1, 0, 1, 0]);
});

reception('is that it was let stand, once its line is committed', () => {
  assert.equal(after({ touches: () => false }), [0, 1, 0, 0, 1]);
});

reception('is undecided while the line is staged and nobody speaks of it, or the file was not looked at', () => {
  assert.equal(after({}), [1, 1, 0, 0, 0]);
  assert.equal(after({ lines: () => undefined }), [1, 1, 0, 0, 0]);
});

reception('knows a line by its text alone, not by its indentation', () => {
  assert.is(lineDigest('  eval(x)'), lineDigest('eval(x) '));
});

reception.run();
