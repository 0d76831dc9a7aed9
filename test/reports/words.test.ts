import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  explained,
  furtherNotes,
  isByDesign,
  oneLine,
  paragraphs,
  placeOf,
  plain,
  verdictOf,
} from '../../lib/reports/words.ts';
import type { Report, Severity } from '../../lib/types.ts';
import { CLEAN, finding, NOT_REVIEWED } from './samples.ts';

const of = (outcome: Report['outcome'], ...severities: readonly Severity[]): string =>
  verdictOf({ ...CLEAN, outcome, findings: severities.map((severity) => finding({ severity })) });

test('the verdict counts what blocks, warns and informs', () => {
  assert.is(of('clean'), 'lgtm: clean');
  assert.is(of('blocked', 'block', 'warn', 'block'), 'lgtm: blocked: 2 findings block, 1 warns');
  assert.is(of('blocked', 'block', 'info', 'info'), 'lgtm: blocked: 1 finding blocks, 2 inform');
  assert.is(of('warned', 'warn', 'warn'), 'lgtm: warned: 2 findings warn');
  assert.is(of('warned', 'info'), 'lgtm: warned: 1 finding informs');
});

test('a finding that would block but does not is called that', () => {
  assert.is(of('warned', 'block', 'block'), 'lgtm: warned: 2 findings would block');
  assert.is(of('warned', 'block', 'warn'), 'lgtm: warned: 1 finding would block, 1 warns');
});

test('warnings that block are counted as the warnings they are', () => {
  assert.is(of('blocked', 'warn'), 'lgtm: blocked: 1 finding warns');
});

test('a review that was not made gives the first note as its reason', () => {
  assert.is(verdictOf(NOT_REVIEWED), 'lgtm: NOT REVIEWED: no model server answers at 127.0.0.1:11434');
  assert.is(
    verdictOf({ ...NOT_REVIEWED, findings: [finding({ severity: 'warn' })], notes: ['time is up', 'another'] }),
    'lgtm: NOT REVIEWED: time is up; 1 finding warns',
  );
});

test('without a note the reason is what was left out, other than by design', () => {
  const left = [
    { path: 'a.png', reason: 'binary' },
    { path: 'a.js', reason: 'object missing' },
  ];
  assert.is(verdictOf({ ...NOT_REVIEWED, notes: [], notReviewed: left }), 'lgtm: NOT REVIEWED: object missing');
  assert.is(verdictOf({ ...NOT_REVIEWED, notes: [], notReviewed: left.slice(0, 1) }), 'lgtm: NOT REVIEWED: binary');
  assert.is(verdictOf({ ...NOT_REVIEWED, notes: [' '], notReviewed: [] }), 'lgtm: NOT REVIEWED: no reason was given');
});

test('the verdict is one visible line, whatever the reason holds', () => {
  assert.is(
    verdictOf({ ...NOT_REVIEWED, notes: ['first\n::error::second\u001b[2J ##[group]x'] }),
    'lgtm: NOT REVIEWED: first ::error::second<U+001B>[2J ## [group]x',
  );
});

test('notes that the verdict says already are not said again', () => {
  assert.equal(furtherNotes({ ...NOT_REVIEWED, notes: ['why', ' ', 'more'] }), ['more']);
  assert.equal(furtherNotes({ ...CLEAN, notes: ['why', 'more'] }), ['why', 'more']);
});

test('a file is left out by design for what it is, never a question about it', () => {
  assert.ok(isByDesign({ path: 'a', reason: 'lock-file' }));
  assert.not(isByDesign({ path: 'a', reason: 'over budget', rule: 'a/b' }));
  assert.not(isByDesign({ path: 'a', reason: 'binary', rule: 'a/b' }));
  assert.not(isByDesign({ path: 'a', reason: 'object missing' }));
});

test('prose becomes one line and does not go on for ever', () => {
  assert.is(oneLine(' a\n\tb\u2028c  d '), 'a b c d');
  const long = oneLine('x'.repeat(100_000));
  assert.is(long.length, 1000);
  assert.ok(long.endsWith('…'));
});

test('paragraphs keep their breaks and lose their blank lines', () => {
  assert.equal(paragraphs('one\r\n\n  two\rthree\n'), ['one', 'two', 'three']);
  assert.is(paragraphs('x\n'.repeat(1000)).length, 40);
});

test('a finding is explained by why and fix, or by its title where it says no more', () => {
  assert.equal(explained(finding({ message: 'a\nb', fix: 'c\nd' })), ['a', 'b', 'Fix: c', 'd']);
  assert.equal(explained(finding({ message: ' ', fix: '' })), ['Strings are never run as code']);
});

test('a place is a path with its line, where there is one', () => {
  assert.is(placeOf(finding()), 'src/app.js:5');
  assert.is(placeOf(finding({ line: 0, path: 'a\nb' })), 'a\\nb');
});

test('text for a reader of Markdown holds no link and no HTML, but its generics and comparisons', () => {
  assert.is(
    plain('[a](b) <b>x</b> <!-- c --> Map<K, V> 1 < 2 <= 3'),
    '[a] (b) < b>x< /b> < !-- c --> Map< K, V> 1 < 2 <= 3',
  );
});

test.run();
