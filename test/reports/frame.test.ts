import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fit, frameOf, openSource } from '../../lib/reports/frame.ts';
import type { Finding, Line, Suppressed } from '../../lib/types.ts';
import { CLEAN, finding, view } from './samples.ts';

const file = (...texts: readonly string[]): readonly Line[] => texts.map((text, i) => ({ line: i + 1, text }));

const TEN = file('one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten');

const framed = (one: Finding, lines: readonly Line[], others: readonly Finding[] = [], isSecret = false): string[] => {
  const sourceOf = openSource({ ...CLEAN, findings: [one, ...others] }, view({ source: () => lines }));
  return frameOf(one, sourceOf(one.path), isSecret).map(
    ({ number, text, isMarked }) => `${isMarked ? '>' : ' '}${number ?? '...'} ${text}`,
  );
};

const at = (line: number, quote: string, endLine = line): Finding => finding({ line, endLine, quote });

test('a frame is the marked line with two lines around it', () => {
  assert.equal(framed(at(5, 'five'), TEN), [' 3 three', ' 4 four', '>5 five', ' 6 six', ' 7 seven']);
});

test('a frame ends where the file does', () => {
  assert.equal(framed(at(1, 'one'), TEN), ['>1 one', ' 2 two', ' 3 three']);
  assert.equal(framed(at(10, 'ten'), TEN), [' 8 eight', ' 9 nine', '>10 ten']);
});

test('a finding of several lines marks them all', () => {
  assert.equal(framed(at(4, 'four\nfive', 5), TEN), [' 2 two', ' 3 three', '>4 four', '>5 five', ' 6 six', ' 7 seven']);
});

test('of a long run of marked lines the first four and the last are shown', () => {
  assert.equal(framed(at(2, 'two', 9), TEN), [
    ' 1 one',
    '>2 two',
    '>3 three',
    '>4 four',
    '>5 five',
    ' ... ',
    '>9 nine',
    ' 10 ten',
  ]);
});

test('an end that no file has costs nothing', () => {
  assert.equal(framed(at(9, 'nine', 2_000_000_000), TEN), [' 7 seven', ' 8 eight', '>9 nine', '>10 ten', ' ... ']);
});

test('a finding about a whole file has no frame', () => {
  assert.equal(framed(at(0, ''), TEN), []);
});

test('where the session holds no lines the quote stands for them', () => {
  assert.equal(framed(at(7, '  a\n  b', 8), []), ['>7   a', '>8   b']);
});

test('the return before a line feed is not shown', () => {
  assert.equal(framed(at(1, 'one\r'), file('one\r', 'two\r')), ['>1 one', ' 2 two']);
});

test('a quote that differs in white space alone is shown as the line that it quotes', () => {
  assert.equal(framed(at(2, 'return  a+b;'), file('{', '  return a + b;', '}')), [
    ' 1 {',
    '>2   return a + b;',
    ' 3 }',
  ]);
});

const KEYS = file('a', 'const key = "AKIA1234567890"', 'b', 'const other = "AKIA0987654321"', 'c');

test('a redacted line is shown redacted and without its neighbours', () => {
  assert.equal(framed(at(2, 'const key = "AKIA…90"'), KEYS), ['>2 const key = "AKIA…90"']);
});

test('a secret does not come back as the context of another finding', () => {
  const redacted = at(2, 'const key = "AKIA…90"');
  assert.equal(framed(at(3, 'b'), KEYS, [redacted, at(4, 'const other = "AKIA…21"')]), [
    ' 1 a',
    ' 2 const key = "AKIA…90"',
    '>3 b',
    ' 4 const other = "AKIA…21"',
    ' 5 c',
  ]);
});

test('a line that is gone is shown by its own finding, and does not take the place of the line that is there', () => {
  const gone = at(2, 'export const gone = 1;');
  assert.equal(framed(gone, KEYS), ['>2 export const gone = 1;']);
  assert.equal(framed(at(3, 'b'), KEYS, [gone]), [
    ' 1 a',
    ' 2 const key = "AKIA1234567890"',
    '>3 b',
    ' 4 const other = "AKIA0987654321"',
    ' 5 c',
  ]);
});

test('a secret that was waived does not come back either', () => {
  const waived: Suppressed = { finding: at(2, 'const key = "AKIA…90"'), by: 'waiver', reason: 'test', added: false };
  const one = at(3, 'b');
  const source = openSource(
    { ...CLEAN, findings: [one], suppressed: [waived] },
    view({ source: () => KEYS }),
  )(one.path);
  assert.is(frameOf(one, source)[1]?.text, 'const key = "AKIA…90"');
});

test('a whole quote of another rule does not undo the redaction of a line', () => {
  const shown = framed(at(2, 'const key = "AKIA1234567890"'), KEYS, [at(2, 'const key = "AKIA…90"')]);
  assert.is(shown[1], '>2 const key = "AKIA…90"');
});

test('a rule that looks for secrets shows the marked lines alone, for a key goes on below its first line', () => {
  const pem = file('-----BEGIN KEY-----', 'MIIB', '-----END KEY-----');
  assert.equal(framed(at(1, '-----BEGIN KEY-----'), pem, [], true), ['>1 -----BEGIN KEY-----']);
});

test('lines are asked for once a path', () => {
  let asked = 0;
  const source = () => {
    asked++;
    return TEN;
  };
  const sourceOf = openSource({ ...CLEAN, findings: [at(1, 'one'), at(2, 'two')] }, view({ source }));
  sourceOf('src/app.js');
  sourceOf('src/app.js');
  assert.is(asked, 1);
});

test('carets stand under a quote that is part of its line', () => {
  assert.equal(fit('  const x = eval(y);', 'eval(y)', 40), {
    code: '  const x = eval(y);',
    carets: '            ^^^^^^^',
  });
  assert.equal(fit('\tx = é(y)', '(y)', 40), { code: '  x = é(y)', carets: '       ^^^' });
  assert.equal(fit('日本 = eval(y)', 'eval(y)', 40).carets, '       ^^^^^^^');
});

test('carets are left out where they say nothing', () => {
  assert.is(fit('  eval(y)', 'eval(y)', 40).carets, '');
  assert.is(fit('  eval(y)', '', 40).carets, '');
  assert.is(fit('  eval(y)', 'other', 40).carets, '');
});

test('a long line is cut at its end, or on both sides of the quote', () => {
  assert.equal(fit(`${'a'.repeat(30)} eval(y) ${'b'.repeat(90)}`, 'eval(y)', 50), {
    code: `…${'a'.repeat(9)} eval(y) ${'b'.repeat(30)}…`,
    carets: `${' '.repeat(11)}^^^^^^^`,
  });
  assert.equal(fit(`eval(y) ${'b'.repeat(90)}`, 'eval(y)', 20), {
    code: `eval(y) ${'b'.repeat(11)}…`,
    carets: '^^^^^^^',
  });
});

test('carets never stand beyond the width', () => {
  assert.is(fit(`x ${'q'.repeat(100)}`, 'q'.repeat(100), 40).carets, `  ${'^'.repeat(38)}`);
});

test('a line of megabytes is cut before it is looked at', () => {
  // Made visible as a whole it would be longer than any string can be.
  const { code } = fit(`eval(y)${'\u001b'.repeat(70_000_000)}`, 'eval(y)', 40);
  assert.is(code, `eval(y)${'<U+001B>'.repeat(4)}…`);
});

test.run();
