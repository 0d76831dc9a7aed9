import fc from 'fast-check';
import type { Dropped, Finding, NotReviewed, Report, RuleHeader, Suppressed, View } from '../../lib/types.ts';
import { CLEAN, view } from './samples.ts';

/** Reports in which every string is the work of somebody who means harm. Seeded by whoever runs them. */

const WORST = [
  ...[
    '::error::x',
    '::stop-commands::t',
    ' ::add-mask::a',
    '\u3000::warning::w',
    '##[error]x',
    '##[',
    '##',
    '#',
    '[',
    ']',
    '::',
  ],
  ...[
    '\u001b[31m',
    '\u001b]0;t\u0007',
    '\u009b2J',
    '\r',
    '\n',
    '\r\n',
    '\t',
    '\0',
    '\u007f',
    '\u202e',
    '\u2066',
    '\u200b',
    '\u2028',
    '\ufeff',
  ],
  ...[
    '\u{e0041}',
    '\ufe0f',
    '\u3164',
    '\ud800',
    '\udc00',
    '\u0301',
    '\u0301\u0301\u0301\u0301',
    '日本語',
    '👩‍💻',
    '🇩🇪',
    '한글',
    'ｆｕｌｌ',
    'e\u0301',
  ],
  ...[
    '%',
    '%0A',
    '%3A',
    ',',
    '=',
    '`',
    '](x)',
    '<img src=x>',
    '"',
    '\\',
    '/',
    '../',
    ' ',
    '  ',
    'word',
    'a/b/c',
    'x'.repeat(130),
    '{0}',
  ],
] as const;

export const badText = fc
  .array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...WORST) }, fc.string({ unit: 'binary', maxLength: 5 })), {
    maxLength: 12,
  })
  .map((parts) => parts.join(''));

const lineNumber = fc.oneof(fc.nat(8), fc.constantFrom(0, 99_999, 2_000_000_000));

export const badFinding: fc.Arbitrary<Finding> = fc.record(
  {
    id: badText,
    rule: badText,
    title: badText,
    severity: fc.constantFrom('block', 'warn', 'info'),
    source: fc.constantFrom('detector', 'model'),
    path: badText,
    line: lineNumber,
    endLine: lineNumber,
    quote: badText,
    message: badText,
    fix: badText,
    verified: fc.boolean(),
  },
  { requiredKeys: ['id', 'rule', 'title', 'severity', 'source', 'path', 'line', 'endLine', 'quote', 'message'] },
);

const badDropped: fc.Arbitrary<Dropped> = fc.record(
  {
    reason: badText,
    count: fc.integer({ min: 1, max: 9 }),
    rule: badText,
    path: badText,
    line: lineNumber,
    quote: badText,
  },
  { requiredKeys: ['reason'] },
);

const badSuppressed: fc.Arbitrary<Suppressed> = fc.record({
  finding: badFinding,
  by: fc.constantFrom('waiver', 'baseline', 'dismissed'),
  reason: badText,
  added: fc.boolean(),
});

const badNotReviewed: fc.Arbitrary<NotReviewed> = fc.record(
  { path: badText, reason: fc.oneof(badText, fc.constantFrom('binary', 'deleted')), rule: badText, line: lineNumber },
  { requiredKeys: ['path', 'reason'] },
);

const badModel = fc.option(
  fc.record({
    provider: badText,
    name: badText,
    digest: badText,
    calls: fc.nat(9),
    promptTokens: fc.nat(),
    cachedTokens: fc.nat(),
    outputTokens: fc.nat(),
    ms: fc.nat(),
  }),
);

const END = { clean: 0, warned: 0, blocked: 1, 'not-reviewed': 3 } as const;

export const badReport: fc.Arbitrary<Report> = fc
  .record({
    outcome: fc.constantFrom('clean', 'warned', 'blocked', 'not-reviewed'),
    findings: fc.array(badFinding, { maxLength: 4 }),
    dropped: fc.array(badDropped, { maxLength: 3 }),
    suppressed: fc.array(badSuppressed, { maxLength: 3 }),
    notReviewed: fc.array(badNotReviewed, { maxLength: 3 }),
    selected: fc.array(fc.record({ id: badText, why: badText }), { maxLength: 2 }),
    model: badModel,
    notes: fc.array(badText, { maxLength: 3 }),
  })
  .map(({ selected, ...rest }) => ({
    ...CLEAN,
    ...rest,
    exitCode: END[rest.outcome],
    rules: { selected, skipped: 1 },
  }));

const header = (id: string, text: string): RuleHeader => ({
  id,
  title: text,
  severity: 'warn',
  quality: text,
  class: 'H',
  domains: [text, text],
  languages: [],
  paths: [],
  when: text,
  detect: [],
  origin: 'local',
  file: text,
});

/** A view whose files and rules are hostile too. */
export const badView: fc.Arbitrary<View> = fc
  .record({
    texts: fc.array(badText, { minLength: 8, maxLength: 8 }),
    rule: badText,
    width: fc.integer({ min: 40, max: 130 }),
    explains: fc.boolean(),
    knows: fc.boolean(),
  })
  .map(({ texts, rule, width, explains, knows }) =>
    view({
      width,
      source: () => texts.map((text, i) => ({ line: i + 1, text })),
      rule: (id) => (knows ? header(id, rule) : undefined),
      ...(explains ? { explain: () => texts.join('\n') } : {}),
    }),
  );
