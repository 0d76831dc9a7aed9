import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fingerprint, ordinalsOf } from '../../lib/pass/fingerprint.ts';
import { EMPTY_LEDGER, idsIn, suppressKnown } from '../../lib/pass/suppress.ts';
import { staleWaivers } from '../../lib/pass/suppress-stale.ts';
import { readWaivers } from '../../lib/pass/waivers.ts';
import type { Finding, Hit, StagedFile } from '../../lib/types.ts';
import { ruleOf } from '../support/detect.ts';
import { makeFile } from '../support/rule.ts';

const finding = (path: string, quote: string, change: Partial<Finding> = {}): Finding => ({
  ...{ id: fingerprint('a/b', path, quote, 0), rule: 'a/b', title: 't', severity: 'block', source: 'detector' },
  ...{ path, line: 1, endLine: 1, quote, message: 'm' },
  ...change,
});

const suppress = (one: Finding, ledger: Partial<typeof EMPTY_LEDGER>, files: readonly StagedFile[] = []) =>
  suppressKnown([one], { ...EMPTY_LEDGER, ...ledger }, idsIn(files, ordinalsOf(files)));

test('takes out what the baseline or a dismissal names, and hands it back with the reason', () => {
  const one = finding('a.js', 'x');
  for (const by of ['baseline', 'dismissed'] as const) {
    const { kept, suppressed } = suppress(one, { [by]: new Map([[one.id, 'agreed']]) });
    assert.equal([kept, suppressed], [[], [{ finding: one, by, reason: 'agreed', added: false }]]);
  }
  assert.equal(suppress(one, {}).kept, [one]);
  assert.equal(suppress(one, { baseline: new Map([['0000000000000000', '']]) }).kept, [one]);
});

test('names the baseline where both speak of a finding', () => {
  const one = finding('a.js', 'x');
  const both = { baseline: new Map([[one.id, '']]), dismissed: new Map([[one.id, 'mine']]) };
  assert.is(suppress(one, both).suppressed[0]?.by, 'baseline');
});

test('knows a finding by the name that its file had before', () => {
  const one = finding('new.js', 'bad()');
  const files = [makeFile('new.js', 'bad()', { status: 'R', oldPath: 'old.js' })];
  const ledger = { dismissed: new Map([[fingerprint('a/b', 'old.js', 'bad()', 0), 'agreed']]) };
  assert.is(suppress(one, ledger, files).suppressed[0]?.reason, 'agreed');
  assert.equal(suppress(one, ledger, [makeFile('new.js', 'bad()')]).kept, [one], 'not where it was not renamed');
});

const RULES = [ruleOf([], { id: 'a/b' }), ruleOf([], { id: 'c/d' }), ruleOf([], { id: 'm/m', class: 'M' })];

const staleIn = (file: StagedFile, hits: readonly Partial<Hit>[] = []): string[] => {
  const all = hits.map((one): Hit => ({ rule: 'a/b', path: file.path, line: 1, endLine: 1, quote: '', ...one }));
  const waivers = new Map([[file.path, readWaivers(file).waivers]]);
  return staleWaivers(waivers, { files: [file], hits: all, active: RULES }).map(({ line, rule }) => `${line} ${rule}`);
};

test('calls a waiver stale whose code is in the change and whose rule finds nothing there', () => {
  const file = makeFile('a.ts', '// lgtm-ignore a/b, c/d: fine\ncode()\n');
  assert.equal(staleIn(file), ['1 a/b', '1 c/d']);
  assert.equal(staleIn(file, [{ line: 2, endLine: 2 }]), ['1 c/d']);
  assert.equal(staleIn(makeFile('a.ts', '// lgtm-ignore-file a/b: fine\n\ncode()\n'), [{ line: 3, endLine: 3 }]), []);
});

test('says nothing of a waiver whose code is not in the change, whose rule only a model decides, or that is not meant', () => {
  const text = '// lgtm-ignore a/b: fine\ncode()\n';
  assert.equal(staleIn(makeFile('a.ts', text, { addedLines: [{ line: 1, text: '' }] })), []);
  assert.equal(staleIn(makeFile('a.ts', '// lgtm-ignore m/m: fine\ncode()\n')), []);
  assert.equal(staleIn(makeFile('a.ts', '// see lgtm-ignore a/b: fine\ncode()\n')), []);
  const modified = { status: 'M' as const };
  assert.equal(staleIn(makeFile('a.ts', '// lgtm-ignore-file a/b: fine\n', modified)), []);
});

test.run();
