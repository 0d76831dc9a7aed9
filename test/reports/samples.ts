import type { Finding, Report, RuleHeader, Suppressed, View } from '../../lib/types.ts';

/** Reports and views that several tests render: small, and with one of everything. */

export const finding = (changes: Partial<Finding> = {}): Finding => ({
  id: 'f1',
  rule: 'sec/dynamic-eval',
  title: 'Strings are never run as code',
  severity: 'block',
  source: 'detector',
  path: 'src/app.js',
  line: 5,
  endLine: 5,
  quote: 'return eval(body.expression);',
  message: 'A string that is run as code does whatever its author wants.',
  fix: 'Look the operation up in a table of functions.',
  ...changes,
});

const waived: Suppressed = {
  finding: finding({ id: 'f3', path: 'src/calc.js', line: 9, endLine: 9, severity: 'warn' }),
  by: 'waiver',
  reason: 'built from constants alone',
  added: true,
};

const failure = 'no model server answers at 127.0.0.1:11434';

export const CLEAN: Report = {
  schema: 1,
  outcome: 'clean',
  exitCode: 0,
  findings: [],
  dropped: [],
  suppressed: [],
  notReviewed: [],
  rules: { selected: [], skipped: 0 },
  model: null,
  notes: [],
};

export const BLOCKED: Report = {
  ...CLEAN,
  outcome: 'blocked',
  exitCode: 1,
  findings: [
    finding({
      id: 'f2',
      rule: 'rob/unguarded-json-parse',
      title: 'Foreign JSON is parsed under guard',
      severity: 'warn',
      source: 'model',
      path: 'lib/read.ts',
      line: 2,
      endLine: 2,
      quote: 'JSON.parse(raw)',
      message: 'A reply that is no JSON ends the process here.',
      fix: 'Catch the error and say which reply it was.',
      verified: true,
    }),
    finding(),
  ],
  dropped: [
    { reason: 'quote_not_found', count: 2, rule: 'a/b', path: 'src/app.js' },
    { reason: 'merged', rule: 'a/b', path: 'src/app.js', line: 3, quote: 'x' },
  ],
  suppressed: [waived],
  notReviewed: [
    { path: 'package-lock.json', reason: 'lock-file' },
    { path: 'lib/read.ts', reason: 'over budget', rule: 'coh/mixed-responsibility', line: 2 },
    { path: 'old.js', reason: 'deleted' },
  ],
  rules: { selected: [{ id: 'sec/dynamic-eval', why: 'language js' }], skipped: 12 },
  model: {
    provider: 'ollama',
    name: 'qwen3:4b',
    digest: 'aa11',
    calls: 6,
    promptTokens: 900,
    cachedTokens: 700,
    outputTokens: 80,
    ms: 2140,
  },
  notes: ['this commit changes lgtm.config.yaml; it counts from the next commit on'],
};

export const WARNED: Report = { ...CLEAN, outcome: 'warned', findings: [finding({ severity: 'warn' })] };

export const NOT_REVIEWED: Report = {
  ...CLEAN,
  outcome: 'not-reviewed',
  exitCode: 3,
  notReviewed: [{ path: 'src/app.js', reason: 'model unavailable', rule: 'rob/unguarded-json-parse' }],
  notes: [failure],
};

export const OUTCOMES: readonly Report[] = [CLEAN, WARNED, BLOCKED, NOT_REVIEWED];

const lines = (...texts: readonly string[]) => texts.map((text, i) => ({ line: i + 1, text }));

const SOURCES: Readonly<Record<string, ReturnType<typeof lines>>> = {
  'src/app.js': lines(
    "import { db } from './db.js';",
    '',
    'export const handler = (req) => {',
    '  const body = req.body;',
    '  return eval(body.expression);',
    '};',
  ),
  'lib/read.ts': lines(
    'export const read = (raw: string): Settings => {',
    '  const settings: Settings = JSON.parse(raw);',
    '  return settings;',
  ),
};

const RULE: RuleHeader = {
  id: 'sec/dynamic-eval',
  title: 'Strings are never run as code',
  severity: 'block',
  quality: 'security',
  class: 'D',
  domains: ['web'],
  languages: ['js'],
  paths: [],
  when: 'code that turns text into code',
  detect: [],
  origin: 'built-in',
  file: 'specs/rules/sec/dynamic-eval.md',
};

export const view = (changes: Partial<View> = {}): View => ({
  color: false,
  width: 80,
  source: (path) => SOURCES[path] ?? [],
  toolVersion: '1.2.3',
  rule: (id) => (id === RULE.id ? RULE : undefined),
  ...changes,
});
