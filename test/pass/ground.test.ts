import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { chunksOf } from '../../lib/pass/chunks.ts';
import { groundClaim } from '../../lib/pass/ground.ts';
import type { Hit, Severity } from '../../lib/types.ts';
import { makeFile, makeRule } from '../support/rule.ts';

const TEXT = [
  'raw = rate * vsize',
  'fee = raw // 1000',
  '# fee is rounded',
  'send(fee)',
  'total = raw // 1000 + fee_base',
  '})',
].join('\n');
const [chunk] = chunksOf(makeFile('a.py', TEXT), 50, new Map());
if (!chunk) throw new Error('no chunk');

interface Case {
  readonly line?: string;
  readonly quote?: string;
  readonly why?: string;
  readonly fix?: string;
  readonly severity?: Severity;
  readonly kind?: 'D' | 'H' | 'M';
  readonly gates?: readonly Hit[];
  readonly exempt?: RegExp;
  readonly removed?: readonly string[];
  readonly statement?: string;
}

const gate = (line: number): Hit => ({ rule: 'btc/fee-round-down', path: 'a.py', line, endLine: line, quote: '' });

const ground = (one: Case) =>
  groundClaim(
    {
      line: one.line ?? 'L2',
      quote: one.quote ?? 'fee = raw // 1000',
      why: one.why ?? 'integer division rounds down',
      fix: one.fix ?? '',
    },
    {
      chunk,
      rule: makeRule({ class: one.kind ?? 'M' }),
      severity: one.severity ?? 'block',
      gates: one.gates ?? [],
      code: (line) => (TEXT.split('\n')[line - 1] ?? '').replace(/#.*/, ''),
      statement: (line) => one.statement ?? TEXT.split('\n')[line - 1] ?? '',
      exempt: one.exempt ? (line) => (one.exempt as RegExp).test(line) : null,
      removed: new Set(one.removed ?? []),
    },
  );

const KEPT: readonly [string, Case, number, Severity, boolean][] = [
  ['the exact line', {}, 2, 'block', false],
  ['the line with tag and other white space', { quote: 'L2+  fee =   raw // 1000' }, 2, 'block', false],
  ['a long enough part of the line', { quote: 'fee = raw // 10' }, 2, 'block', false],
  ['a quote three lines off, where it stands once', { line: 'L4' }, 2, 'block', true],
  ['a quote far off, where it stands once', { line: 'L1', quote: 'total = raw // 1000 + fee_base' }, 5, 'block', true],
  [
    'a hedge on a rule that warns (G10), a level lower',
    { severity: 'warn', why: 'this might round down' },
    2,
    'info',
    false,
  ],
  ['a line that was only moved (G12), as information', { removed: ['fee = raw // 1000'] }, 2, 'info', false],
  ['an H claim within three lines of the gate', { kind: 'H', gates: [gate(4)] }, 2, 'block', false],
];

for (const [title, one, line, severity, relocated] of KEPT)
  test(`keeps ${title}`, () => {
    const result = ground(one);
    assert.is(result.kind, 'kept', JSON.stringify(result));
    if (result.kind === 'kept')
      assert.equal([result.line.line, result.severity, result.relocated], [line, severity, relocated]);
  });

const DROPPED: readonly [string, Case, string][] = [
  ['a line that was not added', { line: 'L9' }, 'not_added'],
  ['a line that is no tag', { line: '2' }, 'not_added'],
  ['a quote that stands nowhere', { quote: 'fee = floor(raw)' }, 'quote_not_found'],
  ['a quote too short to mean a line', { quote: 'fee' }, 'quote_not_found'],
  ['an empty quote', { quote: '  ' }, 'quote_not_found'],
  ['an example of the rule, echoed', { quote: 'fee = rate * vsize // 1000' }, 'example_echo'],
  ['a comment, for a rule about code', { line: 'L3', quote: '# fee is rounded' }, 'no_code'],
  ['an H claim without a gate', { kind: 'H' }, 'no_gate'],
  ['an H claim far from the gate', { kind: 'H', gates: [gate(9)] }, 'no_gate'],
  ['a line that the rule exempts', { exempt: /raw/ }, 'exempt'],
  [
    'a line whose statement the rule exempts',
    { exempt: /ceil/, statement: 'fee = raw // 1000 \\\n + ceil(x)' },
    'exempt',
  ],
  ['a line of brackets alone', { line: 'L6', quote: '})' }, 'no_code'],
  ['a reason that names code of another program', { why: '`computeChange()` rounds down' }, 'foreign_symbol'],
  ['a hedge on a rule that blocks', { why: 'this might round down' }, 'hedged'],
  ['a denial', { why: 'this does not violate the rule' }, 'hedged'],
  ['a fix that changes nothing', { fix: 'fee  = raw // 1000' }, 'noop_fix'],
];

/** The filter of docs/grounding.md that drops under each name. */
const FILTERS: Readonly<Record<string, string>> = {
  not_added: 'G3',
  quote_not_found: 'G4',
  ambiguous: 'G4',
  example_echo: 'G5',
  no_code: 'G6',
  no_gate: 'G7',
  exempt: 'G8',
  foreign_symbol: 'G9',
  hedged: 'G10',
  noop_fix: 'G11',
};

for (const [title, one, reason] of DROPPED)
  test(`${FILTERS[reason]} drops ${title}`, () => {
    const result = ground(one);
    assert.is(result.kind === 'dropped' ? result.reason : result.kind, reason);
  });

test('drops a quote that fits several lines', () => {
  const twice = chunksOf(makeFile('a.py', 'fee = raw // 1000\nx = 1\nfee = raw // 1000\nlast(x)'), 50, new Map())[0];
  if (!twice) throw new Error('no chunk');
  const claim = { line: 'L4', quote: 'fee = raw // 1000', why: '', fix: '' };
  const base = {
    rule: makeRule(),
    severity: 'block' as const,
    gates: [],
    code: () => 'x',
    statement: () => 'x',
    exempt: null,
    removed: new Set<string>(),
  };
  const result = groundClaim(claim, { chunk: twice, ...base });
  assert.is(result.kind === 'dropped' ? result.reason : result.kind, 'ambiguous');
});

test.run();
