import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { report } from '../../lib/reports/json.ts';
import { badReport } from './hostile.ts';
import { BLOCKED, finding, OUTCOMES, view } from './samples.ts';

/** The published schema lets later releases add properties; held against this one, nothing may be added. */
const closed = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const inner = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]));
  return 'properties' in node ? { ...inner, additionalProperties: false } : inner;
};

const schema: unknown = JSON.parse(
  readFileSync(new URL('../../specs/schema/report.schema.json', import.meta.url), 'utf8'),
);
const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true });
const validate = ajv.compile(closed(schema) as object);
const faults = (value: unknown): unknown => (validate(value) ? null : validate.errors);

for (const one of OUTCOMES) {
  test(`the report of a ${one.outcome} change fits its published schema and nothing more`, () => {
    assert.is(faults(JSON.parse(report(one, view()))), null);
  });
}

test('the schema refuses what is no report', () => {
  const good = JSON.parse(report(BLOCKED, view()));
  for (const bad of [
    { ...good, schema: 2 },
    { ...good, outcome: 'ok' },
    { ...good, model: {} },
    { ...good, extra: 1 },
    { ...good, findings: [{ ...finding(), severity: 'error' }] },
    { ...good, findings: [{ ...finding(), extra: true }] },
    { ...good, dropped: [{}] },
  ])
    assert.not(validate(bad), JSON.stringify(bad).slice(0, 200));
});

test('the report is one line and keeps every value as it is, hostile or not', () => {
  fc.assert(
    fc.property(badReport, (bad) => {
      const line = report(bad, view());
      assert.is(line.indexOf('\n'), line.length - 1);
      const { notes, suppressed, dropped, notReviewed, rules, model } = JSON.parse(line);
      assert.equal(
        { notes, suppressed, dropped, notReviewed, rules, model },
        JSON.parse(JSON.stringify({ ...pickSame(bad) })),
      );
    }),
    { seed: 7, numRuns: 200 },
  );
});

const pickSame = ({ notes, suppressed, dropped, notReviewed, rules, model }: typeof BLOCKED) => ({
  notes,
  suppressed,
  dropped,
  notReviewed,
  rules,
  model,
});

test('what a stage hung on its objects stays inside', () => {
  const finding0 = { ...finding(), text: 'the whole line with its secret' };
  const leaky = { ...BLOCKED, findings: [finding0], dropped: [{ reason: 'x', raw: 1 }], secret: 'x' };
  const parsed = JSON.parse(report(leaky, view()));
  assert.equal(Object.keys(parsed), [
    ...['schema', 'outcome', 'exitCode', 'findings', 'dropped', 'suppressed', 'notReviewed', 'rules', 'model', 'notes'],
  ]);
  assert.equal(Object.keys(parsed.findings[0]), [
    ...['id', 'rule', 'title', 'severity', 'source', 'path', 'line', 'endLine', 'quote', 'message', 'fix'],
  ]);
  assert.equal(parsed.dropped, [{ reason: 'x' }]);
});

test('findings come in one order: what blocks first, then by path and line', () => {
  const one = (id: string, severity: 'block' | 'warn' | 'info', path: string, line: number) =>
    finding({ id, severity, path, line });
  const findings = [
    one('5', 'info', 'a', 1),
    one('3', 'warn', 'a', 10),
    one('4', 'warn', 'b', 1),
    one('2', 'warn', 'a', 9),
    one('1', 'block', 'z', 7),
  ];
  const parsed = JSON.parse(report({ ...BLOCKED, findings }, view()));
  assert.equal(
    parsed.findings.map(({ id }: { id: string }) => id),
    ['1', '2', '3', '4', '5'],
  );
});

test.run();
