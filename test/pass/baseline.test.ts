import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ConfigError } from '../../lib/errors.ts';
import { BASELINE_CAP, type BaselineEntry, parseBaseline, renderBaseline } from '../../lib/pass/baseline.ts';
import { moveEntries } from '../../lib/pass/baseline-move.ts';
import { type LookedAt, staleEntries } from '../../lib/pass/baseline-stale.ts';
import { fingerprint } from '../../lib/pass/fingerprint.ts';
import { prepared, ruleOf } from '../support/detect.ts';

const entry = (change: Partial<BaselineEntry> = {}): BaselineEntry => ({
  id: '0123456789abcdef',
  rule: 'a/b',
  path: 'src/a.js',
  ...change,
});

const refusal = (text: string): string => {
  try {
    parseBaseline(text);
  } catch (error) {
    assert.instance(error, ConfigError);
    return (error as Error).message;
  }
  throw new Error('nothing was thrown');
};

const whole = (findings: unknown): string => JSON.stringify({ version: 1, findings });

test('writes an entry a line, sorted, the same whatever the order, and reads it back', () => {
  const entries = [
    entry({ id: 'ffffffffffffffff', path: 'b.js', reason: 'as "agreed"' }),
    entry({ path: 'a.js', rule: 'c/d' }),
    entry({ id: 'aaaaaaaaaaaaaaaa', path: 'a.js' }),
  ];
  const text = renderBaseline(entries);
  assert.is(
    text,
    [
      '{',
      '  "version": 1,',
      '  "findings": [',
      '    {"id":"aaaaaaaaaaaaaaaa","rule":"a/b","path":"a.js"},',
      '    {"id":"0123456789abcdef","rule":"c/d","path":"a.js"},',
      '    {"id":"ffffffffffffffff","rule":"a/b","path":"b.js","reason":"as \\"agreed\\""}',
      '  ]',
      '}',
      '',
    ].join('\n'),
  );
  assert.is(renderBaseline([...entries].reverse()), text);
  assert.equal(parseBaseline(text).length, 3);
  assert.equal(parseBaseline(renderBaseline([])), []);
});

test('keeps names that hold quotes, line breaks and invisible characters', () => {
  const path = 'a"\n\u202e\u{e0041}.js';
  const text = renderBaseline([entry({ path })]);
  assert.is(text.split('\n').length, 7);
  assert.not.match(text, /[\u202e\u{e0041}]/u);
  assert.is(parseBaseline(text)[0]?.path, path);
});

test('refuses what is no baseline, and says what is wrong', () => {
  for (const [text, message] of [
    ['', /is not JSON/],
    ['<<<<<<< HEAD\n{}', /conflict markers/],
    ['[]', /is no baseline/],
    ['null', /is no baseline/],
    ['{}', /is of version null, and this lgtm reads version 1/],
    ['{"version":2,"findings":[]}', /is of version 2/],
    ['{"version":1}', /no list of findings/],
    [whole([entry(), 7]), /entry 2 is no entry/],
    [whole([entry({ id: '../../etc' })]), /entry 1 has no id of 16 digits/],
    [whole([entry({ rule: '' })]), /names no rule/],
    [whole([entry({ path: 'x'.repeat(5000) })]), /names no path/],
    [whole([entry({ reason: 'x'.repeat(501) })]), /reason/],
    [whole([{ ...entry(), line: 3 }]), /unknown key "line"/],
    [' '.repeat(BASELINE_CAP + 1), /larger than 4 MiB/],
    ['['.repeat(100_000), /is not JSON/],
  ] as const)
    assert.match(refusal(text), message);
});

const DETECTED = ruleOf({ match: 'bad\\(', in: 'code' }, { id: 'test/rule' });
const ASKED = ruleOf([], { id: 'test/asked', class: 'M' });
const WHOLE = ruleOf({ check: 'oversized-change' }, { id: 'test/whole' });

const stale = async (entries: readonly BaselineEntry[], looked: readonly LookedAt[]): Promise<string[]> => {
  const active = [DETECTED, ASKED, WHOLE];
  const judges = { known: new Set(active.map(({ id }) => id)), active, detectors: await prepared(...active) };
  return staleEntries(entries, looked, judges).map(({ id }) => id);
};

const named = (rule: string, line: string, ordinal = 0, path = 'src/a.ts'): BaselineEntry =>
  entry({ id: fingerprint(rule, path, line, ordinal), rule, path });

const seen = (text: string | null, change: Partial<LookedAt> = {}): LookedAt => ({
  path: 'src/a.ts',
  knownAs: 'src/a.ts',
  text,
  ...change,
});

test('calls an entry stale where its finding is gone from a file that was looked at', async () => {
  const [kept, gone] = [named('test/rule', 'bad(1);'), named('test/rule', 'bad(2);')];
  assert.equal(await stale([kept, gone], [seen('ok();\n  bad(1);\n')]), [gone.id]);
  assert.equal(await stale([gone], [seen('// bad(2);\n')]), [gone.id], 'the rule finds nothing in a comment');
  assert.equal(
    await stale([gone], [seen('bad(3);\n', { path: 'src/b.ts', knownAs: 'src/b.ts' })]),
    [],
    'not looked at',
  );
});

test('counts equal lines', async () => {
  const [first, second] = [named('test/rule', 'bad(1);'), named('test/rule', 'bad(1);', 1)];
  assert.equal(await stale([first, second], [seen('bad(1);\nbad(1);\n')]), []);
  assert.equal(await stale([first, second], [seen('bad(1);\n')]), [second.id]);
});

test('judges what only a model decides by whether the line is there', async () => {
  const [kept, gone] = [named('test/asked', 'fee = a;'), named('test/asked', 'fee = b;')];
  assert.equal(await stale([kept, gone], [seen('fee = a;\n')]), [gone.id]);
});

test('does not judge a rule over the whole change, nor a rule that is switched off', async () => {
  const off = ruleOf({ match: 'x', in: 'code' }, { id: 'test/off' });
  const active = [WHOLE];
  const judges = { known: new Set(['test/off', 'test/whole']), active, detectors: await prepared(off) };
  const entries = [named('test/whole', 'x'), named('test/off', 'x')];
  assert.equal(staleEntries(entries, [seen('y')], judges), []);
});

test('calls an entry stale whose file is gone or whose rule does not exist', async () => {
  const entries = [named('test/whole', 'x'), named('test/gone', 'x')];
  assert.equal(
    await stale(entries, [seen(null)]),
    entries.map(({ id }) => id),
  );
  assert.equal(await stale(entries, [seen('x')]), [entries[1]?.id]);
});

test('knows a renamed file by the name that its entries have, and moves them to the new one', async () => {
  const old = named('test/rule', 'bad(1);', 0, 'src/old.ts');
  const asked = named('test/asked', 'bad(1);', 0, 'src/old.ts');
  const gone = named('test/rule', 'bad(9);', 0, 'src/old.ts');
  const text = 'x;\nbad(1);\n';
  assert.equal(await stale([old, gone], [seen(text, { knownAs: 'src/old.ts' })]), [gone.id]);
  const renames = [{ oldPath: 'src/old.ts', path: 'src/a.ts', text }];
  const moved = moveEntries([old, asked, gone], renames, await prepared(DETECTED));
  assert.equal(moved, [{ ...named('test/rule', 'bad(1);') }, { ...named('test/asked', 'bad(1);') }, gone]);
});

test.run();
