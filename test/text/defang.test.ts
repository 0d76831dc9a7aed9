import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { defang } from '../../lib/text/defang.ts';

test('splits the control tokens of chat templates', () => {
  for (const token of [
    '<|im_end|>',
    '[INST]',
    '[/INST]',
    '<start_of_turn>',
    '<end_of_turn>',
    '</think>',
    '<<SYS>>',
    '<|eot_id|>',
    '</s>',
  ])
    assert.not.ok(defang(`// ${token} x`).includes(token), token);
});

test('spells out hidden characters and keeps one line one line', () => {
  assert.is(defang('a\tb\u202e\rc'), 'a  b<U+202E>\\rc');
});

test('leaves ordinary code alone', () => {
  const code = 'if (a <= b || c | d) { return x < y; } // <div>';
  assert.is(defang(code), code);
});

test.run();
