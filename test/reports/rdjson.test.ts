import { Ajv } from 'ajv';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { report } from '../../lib/reports/rdjson.ts';
import type { Report } from '../../lib/types.ts';
import { badReport } from './hostile.ts';
import { CLEAN, finding, NOT_REVIEWED, OUTCOMES, view, WARNED } from './samples.ts';

/** The part of the Reviewdog Diagnostic Format that is used here (its own schema requires nothing and forbids nothing). */
const position = {
  type: 'object',
  required: ['line'],
  additionalProperties: false,
  properties: { line: { type: 'integer', minimum: 1 } },
};
const SCHEMA = {
  type: 'object',
  required: ['source', 'diagnostics'],
  additionalProperties: false,
  properties: {
    source: {
      type: 'object',
      required: ['name'],
      additionalProperties: false,
      properties: { name: { const: 'lgtm' } },
    },
    diagnostics: {
      type: 'array',
      items: {
        type: 'object',
        required: ['message', 'location', 'severity', 'code'],
        additionalProperties: false,
        properties: {
          message: { type: 'string' },
          severity: { enum: ['ERROR', 'WARNING', 'INFO'] },
          code: {
            type: 'object',
            required: ['value'],
            additionalProperties: false,
            properties: { value: { type: 'string' } },
          },
          location: {
            type: 'object',
            required: ['path'],
            additionalProperties: false,
            properties: {
              path: { type: 'string' },
              range: {
                type: 'object',
                required: ['start', 'end'],
                additionalProperties: false,
                properties: { start: position, end: position },
              },
            },
          },
        },
      },
    },
  },
};

const validate = new Ajv({ strict: true }).compile(SCHEMA);
const parsed = (one: Report) => JSON.parse(report(one, view()));

test('every outcome is one DiagnosticResult', () => {
  for (const one of OUTCOMES) assert.ok(validate(parsed(one)), one.outcome);
});

test('so is every hostile report', () => {
  fc.assert(
    fc.property(badReport, (bad) => {
      assert.ok(validate(parsed(bad)));
      assert.is(parsed(bad).diagnostics.length, bad.findings.length + (bad.outcome === 'not-reviewed' ? 1 : 0));
    }),
    { seed: 3, numRuns: 150 },
  );
});

test('severities map to those of reviewdog', () => {
  const findings = (['info', 'warn', 'block'] as const).map((severity) => finding({ severity }));
  assert.equal(
    parsed({ ...WARNED, findings }).diagnostics.map(({ severity }: { severity: string }) => severity),
    ['ERROR', 'WARNING', 'INFO'],
  );
});

test('a range ends with its last line, and a whole file has none', () => {
  const location = (line: number, endLine: number) =>
    parsed({ ...WARNED, findings: [finding({ line, endLine })] }).diagnostics[0].location;
  assert.equal(location(3, 6).range, { start: { line: 3 }, end: { line: 6 } });
  assert.equal(location(3, 0).range, { start: { line: 3 }, end: { line: 3 } });
  assert.equal(location(0, 0), { path: 'src/app.js' });
});

test('a message that is posted as Markdown holds no link, image or HTML', () => {
  const message = 'See ![x](http://evil/p.png), <img src=x> and Promise<string>; a < b';
  const [diagnostic] = parsed({ ...WARNED, findings: [finding({ message, fix: '' })] }).diagnostics;
  assert.is(diagnostic.message, 'See ![x] (http://evil/p.png), < img src=x> and Promise< string>; a < b');
});

test('a review that was not made is a diagnostic, for a pipe carries no exit code', () => {
  assert.equal(parsed(NOT_REVIEWED).diagnostics, [
    {
      message: 'lgtm: NOT REVIEWED: no model server answers at 127.0.0.1:11434',
      location: { path: 'src/app.js' },
      severity: 'WARNING',
      code: { value: 'not-reviewed' },
    },
  ]);
  assert.equal(parsed(CLEAN).diagnostics, []);
});

test.run();
