import type { Dropped, Finding, ModelUse, NotReviewed, Report, SelectedRule, Severity, Suppressed } from '../types.ts';

type Keys<T> = readonly (keyof T & string)[];

const FINDING: Keys<Finding> = [
  ...([
    'id',
    'rule',
    'title',
    'severity',
    'source',
    'path',
    'line',
    'endLine',
    'quote',
    'message',
    'fix',
    'verified',
  ] as const),
];
const DROPPED: Keys<Dropped> = ['reason', 'count', 'rule', 'path', 'line', 'quote'];
const NOT_REVIEWED: Keys<NotReviewed> = ['path', 'reason', 'rule', 'line'];
const SELECTED: Keys<SelectedRule> = ['id', 'why'];
const MODEL: Keys<ModelUse> = [
  'provider',
  'name',
  'digest',
  'calls',
  'promptTokens',
  'cachedTokens',
  'outputTokens',
  'ms',
  'remembered',
];

const pick = <T>(value: T, keys: Keys<T>): object =>
  Object.fromEntries(keys.filter((key) => value[key] !== undefined).map((key) => [key, value[key]]));

/** A finding with the properties of the contract and no others, in the order of the contract. */
export const pickFinding = (finding: Finding): object => pick(finding, FINDING);

const pickSuppressed = ({ finding, by, reason, added }: Suppressed): object => ({
  finding: pickFinding(finding),
  by,
  reason,
  added,
});

/** The report with the properties of the contract and no others: whatever else a stage hung on its objects stays inside. */
export const pickReport = (report: Report): object => ({
  schema: report.schema,
  outcome: report.outcome,
  exitCode: report.exitCode,
  findings: inOrder(report.findings).map(pickFinding),
  dropped: report.dropped.map((one) => pick(one, DROPPED)),
  suppressed: report.suppressed.map(pickSuppressed),
  notReviewed: report.notReviewed.map((one) => pick(one, NOT_REVIEWED)),
  rules: { selected: report.rules.selected.map((one) => pick(one, SELECTED)), skipped: report.rules.skipped },
  model: report.model && pick(report.model, MODEL),
  notes: report.notes,
});

const RANK: Readonly<Record<Severity, number>> = { block: 0, warn: 1, info: 2 };

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Findings in the order in which every format gives them: what blocks first, then by path and line. */
export const inOrder = (findings: readonly Finding[]): readonly Finding[] =>
  [...findings].sort((a, b) => RANK[a.severity] - RANK[b.severity] || compare(a.path, b.path) || a.line - b.line);
