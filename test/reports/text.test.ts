import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { report } from '../../lib/reports/text.ts';
import type { Finding, Report, RuleHeader } from '../../lib/types.ts';
import { BLOCKED, CLEAN, finding, NOT_REVIEWED, view } from './samples.ts';

const linesOf = (one: Report, changes = {}): string[] => report(one, view(changes)).trimEnd().split('\n');

const blocked = (...findings: readonly Finding[]): Report => ({ ...CLEAN, outcome: 'blocked', exitCode: 1, findings });

const count = (lines: readonly string[], part: string): number => lines.filter((line) => line.includes(part)).length;

test('why and fix are said once where a rule says the same of several places', () => {
  const lines = linesOf(
    blocked(finding(), finding({ path: 'src/b.js' }), finding({ path: 'src/c.js', message: 'Another why.' })),
  );
  assert.is(count(lines, 'does whatever its author wants'), 1);
  assert.is(count(lines, 'Another why.'), 1);
  assert.is(count(lines, 'sec/dynamic-eval  Strings'), 3);
});

test('what was found in a review that was not made is counted on a line of its own, before the verdict', () => {
  const reason = 'Ollama is not running at 127.0.0.1:11434 (Start it with `ollama serve`.)';
  const found = [finding({ severity: 'info' })];
  for (const width of [40, 80]) {
    const lines = linesOf({ ...NOT_REVIEWED, findings: found, notes: [reason] }, { width });
    const at = lines.indexOf('lgtm: 1 finding informs');
    assert.match(lines[at + 1] ?? '', /^lgtm: NOT REVIEWED: Ollama/);
    assert.is(
      lines
        .slice(at + 1)
        .map((line) => line.slice(6))
        .join(' '),
      `NOT REVIEWED: ${reason}`,
    );
  }
});

test('why and fix of one rule do not stand for those of another', () => {
  const lines = linesOf(blocked(finding(), finding({ rule: 'a/b' })));
  assert.is(count(lines, 'does whatever its author wants'), 2);
});

test('the full text of a rule is given once, with its line breaks, where it was asked for', () => {
  const explain = (rule: string): string => `## ${rule}\n\n- one\n    const x = 1;\n${'word '.repeat(20)}`;
  const lines = linesOf(blocked(finding(), finding({ path: 'src/b.js' })), { explain, width: 60 });
  const from = lines.indexOf(' rule │ ## sec/dynamic-eval');
  assert.equal(lines.slice(from, from + 6), [
    ' rule │ ## sec/dynamic-eval',
    '      │',
    '      │ - one',
    '      │     const x = 1;',
    '      │ word word word word word word word word word word',
    '      │ word word word word word word word word word word',
  ]);
  assert.is(count(lines, '## sec/dynamic-eval'), 1);
  assert.is(count(linesOf(blocked(finding())), ' rule │'), 0);
});

test('a finding of the model says so, and whether it was verified', () => {
  assert.ok(linesOf(blocked(finding({ source: 'model' }))).includes('      │ src/app.js:5 (model)'));
  assert.ok(linesOf(blocked(finding({ source: 'model', verified: false }))).includes('      │ src/app.js:5 (model)'));
  assert.ok(
    linesOf(blocked(finding({ source: 'model', verified: true }))).includes('      │ src/app.js:5 (model, verified)'),
  );
});

test('twenty findings are shown with their code, those after them take a line each', () => {
  const many = Array.from({ length: 25 }, (_, i) =>
    finding({ id: String(i), path: `src/f${String(i).padStart(2, '0')}.js` }),
  );
  const lines = linesOf(blocked(...many));
  assert.is(count(lines, 'Strings are never run as code'), 20);
  const from = lines.indexOf('block │ src/f20.js:5 sec/dynamic-eval');
  assert.is(lines[from + 4], 'block │ src/f24.js:5 sec/dynamic-eval');
  assert.is(lines[from + 5], '');
  assert.is(lines.at(-1), 'lgtm: blocked: 25 findings block');
});

test('line numbers of any size stay left of the rule', () => {
  const source = () => [{ line: 1_234_567, text: 'return eval(body.expression);' }];
  const lines = linesOf(blocked(finding({ line: 1_234_567, endLine: 1_234_567 })), { source });
  assert.ok(lines.includes('> 1234567 │ return eval(body.expression);'));
  assert.ok(lines.includes('    block │ sec/dynamic-eval  Strings are never run as code'));
});

test('a medium without a width is taken for eighty columns, a narrow one for forty', () => {
  for (const width of [0, -1, Number.NaN])
    assert.is(report(BLOCKED, view({ width })), report(BLOCKED, view({ width: 80 })));
  for (const width of [1, 39, 40.9]) assert.is(report(BLOCKED, view({ width })), report(BLOCKED, view({ width: 40 })));
});

test('prose keeps to a hundred columns however wide the terminal is', () => {
  const lines = linesOf(blocked(finding({ message: 'word '.repeat(60) })), { width: 300 });
  assert.is(Math.max(...lines.map(({ length }) => length)), 8 + 99);
});

test('a rule that looks for secrets is shown without its neighbours', () => {
  const rule = (id: string): RuleHeader | undefined => {
    const header = view().rule('sec/dynamic-eval');
    return header && { ...header, id, redact: true };
  };
  assert.is(count(linesOf(blocked(finding())), 'const body = req.body;'), 1);
  assert.is(count(linesOf(blocked(finding()), { rule }), 'const body = req.body;'), 0);
});

test('a clean change of which there is more to say says it before the verdict', () => {
  const told = (changes: Partial<Report>): string[] => linesOf({ ...CLEAN, ...changes });
  assert.equal(told({ notes: ['a note'] }), [' note │ a note', 'lgtm: clean']);
  assert.equal(told({ dropped: [{ reason: 'quote_not_found' }] }), [
    'answers of the model dropped: 1 quote not found',
    'lgtm: clean',
  ]);
  assert.equal(told({ notReviewed: [{ path: 'yarn.lock', reason: 'lock-file' }] }), [
    'not reviewed (1): lock-file: yarn.lock',
    'lgtm: clean',
  ]);
  assert.equal(told({ suppressed: BLOCKED.suppressed }), [
    'suppressed (1):',
    '      │ waived by this commit: src/calc.js:9 sec/dynamic-eval: built from',
    '      │ constants alone',
    'lgtm: clean',
  ]);
});

test('a change that only deletes is clean in one line', () => {
  assert.equal(linesOf({ ...CLEAN, notReviewed: [{ path: 'old.js', reason: 'deleted' }] }), ['lgtm: clean']);
});

test('a model that answered from memory is not said to have been asked', () => {
  const model = {
    provider: 'ollama',
    name: 'm\u001b',
    digest: 'd',
    calls: 0,
    promptTokens: 0,
    cachedTokens: 0,
    outputTokens: 0,
    ms: 0,
  };
  assert.equal(linesOf({ ...CLEAN, model }), ['lgtm: clean (m<U+001B>, no new question)']);
  assert.equal(linesOf({ ...CLEAN, model: { ...model, name: 'm', calls: 1, ms: 49 } }), [
    'lgtm: clean (m, 1 question, 0.0 s)',
  ]);
});

test('the ways on are those that apply', () => {
  const help = (one: Report): string[] =>
    linesOf(one, { width: 120 }).filter((line) => /^ help|lgtm-ignore|lgtm dismiss|doctor/.test(line));
  const read = ' help │ read more: lgtm rules show sec/dynamic-eval';
  const waive = '      │ waive: lgtm-ignore sec/dynamic-eval: reason (a comment there or on the line above)';
  const dismiss = '      │ dismiss: lgtm dismiss f1 --reason "why" (for you alone)';
  assert.equal(help(blocked(finding())), [read, waive, dismiss]);
  assert.equal(help({ ...NOT_REVIEWED, findings: [finding({ severity: 'warn' })] }), [
    read,
    waive,
    dismiss,
    '      │ see what is missing: lgtm doctor',
  ]);
  assert.equal(help(NOT_REVIEWED), [' help │ see what is missing: lgtm doctor']);
});

test('a review that was not made is never quiet', () => {
  assert.equal(linesOf({ ...NOT_REVIEWED, notes: [], notReviewed: [] }), [
    ' help │ see what is missing: lgtm doctor',
    'lgtm: NOT REVIEWED: no reason was given',
  ]);
});

test('the reason of a review that was not made stands in the verdict, further ones in notes', () => {
  const lines = linesOf({ ...NOT_REVIEWED, notes: ['time is up', 'and one more'] });
  assert.is(count(lines, 'time is up'), 1);
  assert.ok(lines.includes(' note │ and one more'));
  assert.is(lines.at(-1), 'lgtm: NOT REVIEWED: time is up');
});

test.run();
