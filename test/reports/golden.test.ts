import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { formats, openReporter } from '../../lib/reports/index.ts';
import type { Report } from '../../lib/types.ts';
import { BLOCKED, CLEAN, NOT_REVIEWED, view, WARNED } from './samples.ts';

const FINDING = {
  id: 'f1',
  rule: 'sec/dynamic-eval',
  title: 'Strings are never run as code',
  severity: 'warn',
  source: 'detector',
  path: 'src/app.js',
  line: 5,
  endLine: 5,
  quote: 'return eval(body.expression);',
  message: 'A string that is run as code does whatever its author wants.',
  fix: 'Look the operation up in a table of functions.',
};

const REPORT = {
  schema: 1,
  outcome: 'warned',
  exitCode: 0,
  findings: [FINDING],
  dropped: [],
  suppressed: [],
  notReviewed: [],
  rules: { selected: [], skipped: 0 },
  model: null,
  notes: [],
};

const TEXT = `\
 warn │ sec/dynamic-eval  Strings are never run as code
      │ src/app.js:5
    3 │ export const handler = (req) => {
    4 │   const body = req.body;
  > 5 │   return eval(body.expression);
    6 │ };
  why │ A string that is run as code does whatever its author wants.
  fix │ Look the operation up in a table of functions.

 help │ read more: lgtm rules show sec/dynamic-eval
      │ waive: lgtm-ignore sec/dynamic-eval: reason (a comment there or on the
      │ line above)
      │ dismiss: lgtm dismiss f1 --reason "why" (for you alone)
lgtm: warned: 1 finding warns
`;

const SARIF = {
  $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
  version: '2.1.0',
  runs: [
    {
      tool: {
        driver: {
          name: 'lgtm',
          version: '1.2.3',
          rules: [
            {
              id: 'sec/dynamic-eval',
              shortDescription: { text: 'Strings are never run as code' },
              help: { text: 'code that turns text into code' },
              defaultConfiguration: { level: 'error' },
              properties: { tags: ['security', 'web'], class: 'D', origin: 'built-in' },
            },
          ],
          notifications: [
            {
              id: 'not-reviewed',
              shortDescription: { text: 'The review was not made: an empty list of results says nothing.' },
            },
            {
              id: 'left-out',
              shortDescription: { text: 'A file, or a question about it, was left out of the review.' },
            },
            { id: 'note', shortDescription: { text: 'Something about the review itself.' } },
          ],
        },
      },
      columnKind: 'utf16CodeUnits',
      originalUriBaseIds: { '%SRCROOT%': { description: { text: 'Top level of the work tree.' } } },
      invocations: [{ executionSuccessful: true, exitCode: 0, toolExecutionNotifications: [] }],
      results: [
        {
          ruleId: 'sec/dynamic-eval',
          ruleIndex: 0,
          level: 'warning',
          message: {
            text: 'A string that is run as code does whatever its author wants.\n\nFix: Look the operation up in a table of functions.',
          },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: 'src/app.js', uriBaseId: '%SRCROOT%' },
                region: { startLine: 5, endLine: 5, snippet: { text: 'return eval(body.expression);' } },
              },
            },
          ],
          partialFingerprints: { 'lgtmFinding/v1': 'f1' },
          suppressions: [],
          properties: { source: 'detector' },
        },
      ],
      properties: { outcome: 'warned', dropped: {}, model: null },
    },
  ],
};

const RDJSON = {
  source: { name: 'lgtm' },
  diagnostics: [
    {
      message:
        'A string that is run as code does whatever its author wants.\n\nFix: Look the operation up in a table of functions.',
      location: { path: 'src/app.js', range: { start: { line: 5 }, end: { line: 5 } } },
      severity: 'WARNING',
      code: { value: 'sec/dynamic-eval' },
    },
  ],
};

const GITLAB = [
  {
    description:
      'A string that is run as code does whatever its author wants. Fix: Look the operation up in a table of functions.',
    check_name: 'sec/dynamic-eval',
    fingerprint: 'f1',
    severity: 'minor',
    location: { path: 'src/app.js', lines: { begin: 5 } },
  },
];

const GITHUB =
  '::warning file=src/app.js,line=5,title=sec/dynamic-eval%3A Strings are never run as code' +
  '::A string that is run as code does whatever its author wants.%0AFix: Look the operation up in a table of functions.\n' +
  'lgtm: warned: 1 finding warns\n';

const VERDICT = 'lgtm: warned: 1 finding warns';

const line = (value: unknown): string => `${JSON.stringify(value)}\n`;

const GOLDEN: Readonly<Record<string, string>> = {
  text: TEXT,
  json: line(REPORT),
  sarif: `${JSON.stringify(SARIF, null, 2)}\n`,
  github: GITHUB,
  rdjson: line(RDJSON),
  gitlab: line(GITLAB),
  ndjson:
    line({ event: 'finding', ...FINDING }) +
    line({ event: 'finished', outcome: 'warned', exitCode: 0, verdict: VERDICT, report: REPORT }),
};

for (const format of formats) {
  test(`one finding reads in ${format} as it is written down here`, async () => {
    assert.is((await openReporter(format))(WARNED, view()), GOLDEN[format]);
  });
}

test('no format is without its sample', () => {
  assert.equal(Object.keys(GOLDEN), [...formats]);
});

const text = async (report: Report, changes = {}): Promise<string> =>
  (await openReporter('text'))(report, view(changes));

const AT_80 = `\
block │ sec/dynamic-eval  Strings are never run as code
      │ src/app.js:5
    3 │ export const handler = (req) => {
    4 │   const body = req.body;
  > 5 │   return eval(body.expression);
    6 │ };
  why │ A string that is run as code does whatever its author wants.
  fix │ Look the operation up in a table of functions.

 warn │ rob/unguarded-json-parse  Foreign JSON is parsed under guard
      │ lib/read.ts:2 (model, verified)
    1 │ export const read = (raw: string): Settings => {
  > 2 │   const settings: Settings = JSON.parse(raw);
      │                              ^^^^^^^^^^^^^^^
    3 │   return settings;
  why │ A reply that is no JSON ends the process here.
  fix │ Catch the error and say which reply it was.

suppressed (1):
      │ waived by this commit: src/calc.js:9 sec/dynamic-eval: built from
      │ constants alone
not reviewed (2):
      │ lock-file: package-lock.json
      │ over budget: lib/read.ts (coh/mixed-responsibility)
answers of the model dropped: 2 quote not found, 1 merged
 note │ this commit changes lgtm.config.yaml; it counts from the next commit on
 help │ read more: lgtm rules show sec/dynamic-eval
      │ waive: lgtm-ignore sec/dynamic-eval: reason (a comment there or on the
      │ line above)
      │ dismiss: lgtm dismiss f1 --reason "why" (for you alone)
lgtm: blocked: 1 finding blocks, 1 warns
`;

const AT_40 = `\
block │ sec/dynamic-eval  Strings are
      │ never run as code
      │ src/app.js:5
    3 │ export const handler = (req) =>…
    4 │   const body = req.body;
  > 5 │   return eval(body.expression);
    6 │ };
  why │ A string that is run as code
      │ does whatever its author wants.
  fix │ Look the operation up in a table
      │ of functions.

 warn │ rob/unguarded-json-parse
      │ Foreign JSON is parsed under
      │ guard
      │ lib/read.ts:2 (model, verified)
    1 │ export const read = (raw: strin…
  > 2 │ …ettings = JSON.parse(raw);
      │            ^^^^^^^^^^^^^^^
    3 │   return settings;
  why │ A reply that is no JSON ends the
      │ process here.
  fix │ Catch the error and say which
      │ reply it was.

suppressed (1):
      │ waived by this commit:
      │ src/calc.js:9 sec/dynamic-eval:
      │ built from constants alone
not reviewed (2):
      │ lock-file: package-lock.json
      │ over budget: lib/read.ts
      │ (coh/mixed-responsibility)
answers of the model dropped:
      │ 2 quote not found, 1 merged
 note │ this commit changes
      │ lgtm.config.yaml; it counts from
      │ the next commit on
 help │ read more: lgtm rules show
      │ sec/dynamic-eval
      │ waive: lgtm-ignore
      │ sec/dynamic-eval: reason (a
      │ comment there or on the line
      │ above)
      │ dismiss: lgtm dismiss f1
      │ --reason "why" (for you alone)
lgtm: blocked: 1 finding blocks, 1 warns
`;

const AT_120 = AT_80.replace(
  'suppressed (1):\n      │ waived by this commit: src/calc.js:9 sec/dynamic-eval: built from\n      │ constants alone\n',
  'suppressed (1): waived by this commit: src/calc.js:9 sec/dynamic-eval: built from constants alone\n',
).replace('on the\n      │ line above)', 'on the line above)');

test('a blocked commit reads well in 40, 80 and 120 columns', async () => {
  assert.is(await text(BLOCKED, { width: 40 }), AT_40);
  assert.is(await text(BLOCKED, { width: 80 }), AT_80);
  assert.is(await text(BLOCKED, { width: 120 }), AT_120);
});

const ESC = '\u001b';
const SGR = new RegExp(`${ESC}\\[\\d+m`, 'g');

test('colour is added to the same text', async () => {
  for (const report of [BLOCKED, WARNED, NOT_REVIEWED]) {
    const coloured = await text(report, { color: true });
    assert.is(coloured.replace(SGR, ''), await text(report));
    assert.match(coloured, SGR);
  }
});

test('colour says what blocks, what warns and where', async () => {
  const lines = (await text(BLOCKED, { color: true })).split('\n');
  const bold = (hue: number, inner: string): string => `${ESC}[1m${ESC}[${hue}m${inner}${ESC}[39m${ESC}[22m`;
  const rule = `${ESC}[2m│${ESC}[22m`;
  assert.is(
    lines[0],
    `${bold(31, 'block')} ${rule} ${ESC}[1msec/dynamic-eval  Strings are never run as code${ESC}[22m`,
  );
  assert.is(lines[1], `      ${rule} ${ESC}[36msrc/app.js:5${ESC}[39m`);
  assert.is(lines[4], `${bold(31, '  > 5')} ${rule}   return eval(body.expression);`);
  assert.is(lines[9]?.startsWith(bold(33, ' warn')), true);
  assert.is(lines.at(-2), bold(31, 'lgtm: blocked: 1 finding blocks, 1 warns'));
});

test('a clean commit takes one line, without colour at any width', async () => {
  assert.is(await text(CLEAN, { color: true }), 'lgtm: clean\n');
  assert.is(await text(CLEAN, { width: 40 }), 'lgtm: clean\n');
});

test('a clean commit that a model was asked about says so where there is room', async () => {
  const asked = { ...CLEAN, model: BLOCKED.model };
  assert.is(await text(asked), 'lgtm: clean (qwen3:4b, 6 questions, 2.1 s)\n');
  assert.is(await text(asked, { width: 40 }), 'lgtm: clean\n');
});

test('a review that was not made says so last and how to go on', async () => {
  assert.is(
    await text(NOT_REVIEWED),
    `\
not reviewed (1): model unavailable: src/app.js (rob/unguarded-json-parse)
 help │ see what is missing: lgtm doctor
lgtm: NOT REVIEWED: no model server answers at 127.0.0.1:11434
`,
  );
  assert.match(
    await text(NOT_REVIEWED, { width: 40 }),
    /\nlgtm: NOT REVIEWED: no model server\nlgtm: answers at 127\.0\.0\.1:11434\n$/,
  );
});

test.run();
