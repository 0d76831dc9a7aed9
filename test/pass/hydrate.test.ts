import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { full, TRIMMED_TOKENS, trimmed } from '../../lib/pass/hydrate.ts';
import { estimateTokens } from '../../lib/text/tokens.ts';
import { makeRule } from '../support/rule.ts';

test('trims a rule to what is forbidden, what is allowed, and one pair of examples', () => {
  const rule = makeRule();
  assert.is(
    trimmed(rule, rule.body, 'py'),
    [
      'RULE btc/fee-round-down: Fees in sats are rounded up',
      'Forbidden: Producing a fee with floor, truncation or integer division.',
      'Allowed: Rounding a fee rate.',
      'Bad:',
      '  fee = rate * vsize // 1000',
      'Good:',
      '  fee = -(-rate * vsize // 1000)',
    ].join('\n'),
  );
});

test('takes examples in the language of the change where there are some', () => {
  const rule = makeRule();
  const body = {
    ...rule.body,
    examples: [
      ...rule.body.examples,
      {
        kind: 'bad' as const,
        language: 'ts',
        path: 'a.ts',
        lines: [1],
        text: 'const fee = Math.floor(rate * vsize / 1000)',
        at: 9,
      },
    ],
  };
  assert.match(trimmed(rule, body, 'ts'), /Math\.floor/);
  assert.match(trimmed(rule, body, 'py'), /vsize \/\/ 1000/);
  assert.match(trimmed(rule, body, 'go'), /vsize \/\/ 1000/);
});

test('keeps within its budget whatever the length of the sections', () => {
  const long = 'Never do this thing that nobody should do. '.repeat(80);
  const rule = makeRule();
  const body = { ...rule.body, antiPatterns: long, exceptions: long };
  assert.ok(estimateTokens(trimmed(rule, body, 'py')) <= TRIMMED_TOKENS);
});

test('shows a rule in full without its header', () => {
  const rule = makeRule();
  const text = full(rule, rule.body);
  for (const part of ['Definition: A fee', 'Requirements:', 'Forbidden:', 'Allowed:', 'Bad:', 'Good:'])
    assert.ok(text.includes(part), part);
  assert.not.match(text, /severity|quality|when:/);
});

test.run();
