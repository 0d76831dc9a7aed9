import type { Dropped, Finding, Report } from '../types.ts';
import type { CallsResult, CaseResult, DroppedResult, FoundResult, Judged, LabelResult } from './result-types.ts';
import type { Case, Label } from './types.ts';

/** Holds a report against the labels of its case. No judge is needed: rule, path and line decide. */

type Place = Pick<Finding, 'rule' | 'path' | 'line'>;

const isAt = (label: Label, { rule, path, line }: Place): boolean =>
  label.rule === rule && label.path === path && (label.lines === null || label.lines.includes(line));

const distance = (labels: readonly Label[], { rule, path, line }: Place): number | null => {
  const own = labels.filter((label) => label.rule === rule && label.path === path);
  const gaps = own.flatMap(({ lines }) => (lines ?? [line]).map((one) => Math.abs(one - line)));
  return gaps.length > 0 ? Math.min(...gaps) : null;
};

/** A detector of class H only points, and what concerns the message of a commit has no line: 0 is anywhere. */
const judge = (one: Case, finding: Finding, taken: Set<Label>): Judged => {
  const label = one.labels.find((each) => isAt(each, finding));
  if (label) {
    if (taken.has(label)) return 'duplicate';
    taken.add(label);
    return 'true';
  }
  const stranger = one.only !== undefined && one.only !== finding.rule;
  const excused = stranger || one.allowed.includes(finding.rule) || one.neutral.some((each) => isAt(each, finding));
  return excused ? 'neutral' : 'false';
};

/** What a detector quotes may have a secret taken out of it; what a model quotes is the staged line. */
const standsIn = ({ staged }: Case, { source, path, line, quote }: Finding): boolean => {
  if (source === 'detector') return true;
  const text = staged.find((blob) => blob.path === path)?.content.toString('utf8') ?? '';
  const own = text.split('\n')[line - 1]?.trim() ?? '';
  return quote.trim() !== '' && own.startsWith(quote.trim());
};

const droppedOf = (one: Case, { reason, rule, path, line, count = 1 }: Dropped): DroppedResult => {
  const known = rule !== undefined && path !== undefined && line !== undefined;
  const truth = known ? one.labels.some((label) => isAt(label, { rule, path, line })) : null;
  return { reason, rule: rule ?? null, count, truth };
};

const labelOf = (label: Label, taken: ReadonlySet<Label>, selected: boolean): LabelResult => ({
  ...{ rule: label.rule, path: label.path, line: label.lines?.[0] ?? 0 },
  found: taken.has(label),
  selected,
});

/** What a run of the program left behind beside its report. */
export interface Ran {
  readonly report: Report;
  readonly ms: number;
  readonly loadMs: number;
  readonly relocated: number;
  readonly proved: number;
}

const callsOf = ({ report: { model }, loadMs, relocated, proved }: Ran): CallsResult | null => {
  if (model === null) return null;
  const { calls, promptTokens, cachedTokens, outputTokens, ms } = model;
  return { calls, promptTokens, cachedTokens, outputTokens, ms, loadMs, relocated, proved };
};

type Base = Pick<CaseResult, 'id' | 'template' | 'stratum' | 'made' | 'run' | 'added' | 'clean' | 'twin'>;

const baseOf = (one: Case, run: number): Base => {
  const { id, template, stratum, made, added, labels, twin = null } = one;
  return { id, template, stratum, made, run, added, clean: labels.length === 0, twin };
};

/** A case whose review could not be read at all; it is counted apart. */
export const brokenResult = (one: Case, run: number, fault: string): CaseResult => ({
  ...baseOf(one, run),
  ...{ outcome: 'broken', fault, findings: [], dropped: [], unreviewed: 0, unreadable: 0, model: null, ms: 0 },
  labels: [],
});

/** The result of one review of one case. */
export const resultOf = (one: Case, run: number, ran: Ran): CaseResult => {
  const { report } = ran;
  const taken = new Set<Label>();
  const findings = report.findings.map((finding): FoundResult => {
    const { rule, source, severity, path, line, verified = false } = finding;
    const judged = judge(one, finding, taken);
    const [stands, off] = [standsIn(one, finding), distance(one.labels, finding)];
    return { rule, source, severity, path, line, verified, stands, judged, off };
  });
  const selected = new Set(report.rules.selected.map(({ id }) => id));
  const labels = one.labels.map((label) => labelOf(label, taken, selected.has(label.rule)));
  const failed = report.outcome === 'not-reviewed' || report.notReviewed.some(({ reason }) => FAILED.has(reason));
  return {
    ...baseOf(one, run),
    outcome: report.outcome,
    fault: failed ? (report.notes[0] ?? 'not reviewed') : null,
    findings,
    labels,
    dropped: report.dropped.map((each) => droppedOf(one, each)),
    unreviewed: report.notReviewed.filter(({ rule }) => rule !== undefined).length,
    unreadable: report.notReviewed.filter(({ reason }) => reason === 'unreadable answer').length,
    model: callsOf(ran),
    ms: ran.ms,
  };
};

/** Reasons for which a question stays without an answer although it was to be asked. */
const FAILED: ReadonlySet<string> = new Set(['model unavailable', 'model failed', 'out of time']);
