import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { chunksOf } from '../../lib/pass/chunks.ts';
import { anchor, quotes, quotesLine } from '../../lib/pass/quote.ts';
import { makeFile } from '../support/rule.ts';

const LINE = '  return Math.floor(rate * size / 1000);';

for (const [what, quote, fits] of [
  ['the line', LINE, true],
  ['the line without indentation', LINE.trim(), true],
  ['the line under its tag', `L12+ ${LINE}`, true],
  ['the line under a mark', `>> ${LINE}`, true],
  ['the line in quotation marks', `"${LINE.trim()}"`, true],
  ['the line with other white space', LINE.replaceAll(' ', '\t '), true],
  ['three fifths of it', 'return Math.floor(rate * size', true],
  ['less than that', 'Math.floor(rate', false],
  ['something like it', LINE.replace('floor', 'round'), false],
  ['more than it', `${LINE} // and more`, false],
  ['nothing', '', false],
] as const)
  test(`${fits ? 'a' : 'no'} quote is ${what}`, () => assert.is(quotes(quote, LINE), fits));

test('a part without a name means no line', () => {
  assert.not.ok(quotes('{ [ ( 1 2 3', '{ [ ( 1 2 3 ) ] }'));
});

test('a line that was shown in part, or with its secret taken out, is quoted as it was shown', () => {
  const long = `const table = [${'alpha, '.repeat(80)}];`;
  const [chunk] = chunksOf(makeFile('a.js', `key = "abcdef"\n${long}`), 50, new Map([[1, 'key = "a…f"']]));
  const [secret, table] = chunk?.view ?? [];
  assert.ok(secret && table);
  assert.ok(quotesLine('key = "a…f"', secret));
  assert.ok(table.shown.endsWith(' …') && table.shown.length < long.length);
  assert.ok(quotesLine(table.shown, table));
  assert.ok(quotesLine(table.shown.slice(0, -2), table));
  assert.not.ok(quotesLine(table.shown.slice(0, 100), table));
});

test('a quote off its line is found near, else anywhere, else not at all', () => {
  const added = ['a(one)', 'b(two)', 'c(three)', 'd(four)', 'e(five)', 'b(two)', 'g(seven)'].map((text, i) => ({
    line: i + 1,
    text,
  }));
  const at = (quote: string, line: number): unknown => {
    const found = anchor(quote, added[line - 1], added);
    return found.kind === 'lost' ? found.reason : [found.kind, found.line.line];
  };
  assert.equal(at('g(seven)', 7), ['exact', 7]);
  assert.equal(at('g(seven)', 5), ['relocated', 7]);
  assert.equal(at('g(seven)', 1), ['relocated', 7]);
  assert.equal(at('b(two)', 1), ['relocated', 2]);
  assert.equal(at('b(two)', 4), 'ambiguous');
  assert.equal(at('x(none)', 1), 'quote_not_found');
});

test.run();
