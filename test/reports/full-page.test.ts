import { createHash } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { FullReport } from '../../lib/reports/full.ts';
import { fullPage, type PageData } from '../../lib/reports/full-page.ts';
import type { Finding, Report } from '../../lib/types.ts';

const EVIL = '<img src=x onerror=alert(1)>"\'&\u202e\u0007';

const FINDING: Finding = {
  ...{ id: 'abcdef0123456789', rule: 'sec/eval', title: EVIL, severity: 'block', source: 'model' },
  ...{ path: `${EVIL}.js`, line: 2, endLine: 2, quote: EVIL, message: EVIL, fix: EVIL, verified: true },
};

const reportWith = (findings: readonly Finding[]): Report => ({
  ...{ schema: 1, outcome: 'blocked', exitCode: 1, findings, dropped: [], suppressed: [], notReviewed: [] },
  ...{ rules: { selected: [], skipped: 0 }, model: null, notes: [EVIL] },
});

const fullWith = (findings: readonly Finding[]): FullReport => ({
  ...{ report: reportWith(findings), scope: EVIL, driver: 'scripted', chart: EVIL, handoff: [], failures: [] },
  status: { status: EVIL, blockers: EVIL, next: EVIL },
  map: {
    domains: [EVIL],
    languages: ['js'],
    policies: [EVIL],
    risks: [{ kind: 'money', paths: [EVIL] }],
    summary: EVIL,
  },
  risks: [{ path: EVIL, why: EVIL }],
  added: [{ id: EVIL, why: EVIL }],
  plan: { by: 'model', items: [{ dimension: 'behavioral', rules: [EVIL], paths: [EVIL], focus: EVIL }] },
  reviewers: [],
  rulings: [
    { rule: EVIL, path: EVIL, line: 1, ruling: 'outranked', reason: EVIL, tradeoff: 'Correctness over Efficiency' },
  ],
  escalations: [{ what: EVIL, options: EVIL }],
  synthesis: { summary: EVIL, order: [], next: EVIL },
  roles: [{ role: EVIL, turns: 1, tools: 0, promptTokens: 2, outputTokens: 3, ms: 4 }],
});

const DATA: PageData = {
  files: [
    {
      path: FINDING.path,
      lines: [
        { kind: 'context', number: 1, text: EVIL },
        { kind: 'del', number: null, text: EVIL },
        { kind: 'add', number: 2, text: EVIL },
      ],
    },
  ],
  ...{ left: 3, dimension: () => 'behavioral', toolVersion: '0' },
};

const page = (findings: readonly Finding[] = [FINDING], data = DATA): string => fullPage(fullWith(findings), data);

test('lets nothing that a repository or a model said be anything but text', () => {
  const text = page();
  for (const raw of ['<img', '\u202e', '\u0007']) assert.not.ok(text.includes(raw), raw);
  assert.ok(text.split('&lt;img src=x').length > 20);
});

test('asks for nothing, and allows no script but its own', () => {
  const text = page();
  assert.not.match(text, /(?:src|href)\s*=\s*["'](?!$)|url\(|@import|https?:\/\//);
  const script = /<script>([\s\S]*?)<\/script>/.exec(text)?.[1] ?? '';
  const digest = createHash('sha256').update(script).digest('base64');
  assert.ok(script.length > 100);
  assert.ok(text.includes(`script-src &#39;sha256-${digest}&#39;`) || text.includes(`script-src 'sha256-${digest}'`));
  assert.is(text.split('<script').length, 2);
});

test('shows a finding under its line, with what the filters go by', () => {
  const text = page();
  const [before = '', after = ''] = text.split('<article');
  assert.ok(before.lastIndexOf('class="row add"') > before.lastIndexOf('class="row del"'));
  assert.match(after, /data-severity="block" data-dimension="behavioral"/);
  assert.match(text, /data-kind="severity" value="block" checked>block \(1\)/);
  assert.match(text, /3 more files without findings/);
});

test('shows a finding whose line is not part of what is shown, also in a file that is not', () => {
  for (const data of [
    { ...DATA, files: [] },
    { ...DATA, files: [{ path: FINDING.path, lines: [] }] },
  ])
    assert.is(page([FINDING], data).split('<article').length, 2);
  assert.match(page([], DATA), /<p>None\.<\/p>/);
});

test('folds a file that has no finding, and only that', () => {
  assert.match(page([], DATA), /<details class="file"><summary>/);
  assert.not.match(page(), /<details/);
});

test('names the trade-off of a ruling', () => {
  assert.match(page(), /Correctness over Efficiency/);
});

test.run();
