import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fingerprint, formerId, identifier, normaliseLine, ordinalsOf } from '../../lib/pass/fingerprint.ts';
import type { Finding } from '../../lib/types.ts';

/** Fingerprints of `} catch {}` on the given lines of a file, of which some are new. */
const idsIn = (lines: readonly string[], added: readonly number[], at: readonly number[], path = 'a.js'): string[] => {
  const file = {
    path,
    text: lines.join('\n'),
    addedLines: added.map((line) => ({ line, text: lines[line - 1] ?? '' })),
  };
  const identityOf = identifier(ordinalsOf([file]));
  return at.map((line) => identityOf({ rule: 'r/x', path, line, text: lines[line - 1] ?? '' }));
};

const CATCH = '} catch {}';

test('survives a shift of the line and a change of white space', () => {
  const [before] = idsIn(['a', CATCH], [1, 2], [2]);
  assert.equal(idsIn(['new', 'lines', 'a', `\t${CATCH}  `], [4], [4]), [before]);
});

test('survives a move of the block', () => {
  const [first, second] = idsIn([CATCH, 'x', CATCH], [1, 2, 3], [1, 3]);
  assert.is.not(first, second);
  // The first one went below the second: one stays, one is new again.
  assert.equal(idsIn(['x', CATCH, 'y', CATCH], [4], [4]), [second]);
  assert.equal(idsIn(['x', CATCH], [2], [2]), [first], 'and a single one keeps its own');
});

test('is another one for a line that is added beside an equal one that was there', () => {
  const [accepted] = idsIn([CATCH], [1], [1]);
  assert.not.ok(idsIn([CATCH, CATCH], [2], [2]).includes(accepted ?? ''), 'below it');
  assert.not.ok(idsIn([CATCH, CATCH], [1], [1]).includes(accepted ?? ''), 'above it');
});

test('differs by rule, path and text', () => {
  const ids = [
    fingerprint('r/x', 'a.js', 'x', 0),
    fingerprint('r/y', 'a.js', 'x', 0),
    fingerprint('r/x', 'b.js', 'x', 0),
    fingerprint('r/x', 'a.js', 'y', 0),
    fingerprint('r/x', 'a.js', 'x', 1),
  ];
  assert.is(new Set(ids).size, ids.length);
  for (const id of ids) assert.match(id, /^[0-9a-f]{16}$/);
});

test('tells lines apart by their order where the file is not at hand, and never gives one twice', () => {
  const identityOf = identifier(() => null);
  const same = { rule: 'r/x', path: 'a.js', line: 1, text: 'x' };
  const ids = [same, same, { ...same, text: 'y' }].map(identityOf);
  assert.is(new Set(ids).size, 3);
  const known = identifier(() => 0);
  assert.is(new Set([same, same, same].map(known)).size, 3);
});

test('tells what a finding was called before its file was renamed', () => {
  const [old] = idsIn(['x', CATCH], [1, 2], [2], 'old.js');
  const [id = ''] = idsIn(['x', CATCH], [2], [2], 'new.js');
  const finding: Finding = {
    ...{ id, rule: 'r/x', title: 't', severity: 'warn', source: 'detector', path: 'new.js', line: 2, endLine: 2 },
    ...{ quote: CATCH, message: 'm' },
  };
  assert.is(formerId(finding, 'old.js', 0), old ?? '');
  assert.is(formerId(finding, 'old.js', null), old ?? '');
  assert.is(formerId({ ...finding, quote: 'something else' }, 'old.js', null), null);
});

test('normalises without losing words', () => {
  assert.is(normaliseLine('  a\t b  c '), 'a b c');
  assert.is(normaliseLine('e\u0301'), '\u00e9');
});

test.run();
