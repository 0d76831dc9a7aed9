import { visible } from '../text/visible.ts';
import type { Finding, ModelUse, Outcome, Report, Reporter, View } from '../types.ts';
import { entryLine, openEntries } from './entry.ts';
import { fallen, leftOut, suppressions } from './groups.ts';
import { block, listed, type Page } from './page.ts';
import { openPaint, type Paint, type Tint } from './paint.ts';
import { inOrder } from './pick.ts';
import { columns, wrap } from './width.ts';
import { furtherNotes, verdictOf, verdictParts } from './words.ts';

/** Findings that are shown with their code; the ones after them take a line each. */
const FRAMED = 20;

/** Narrowest width that is kept to, and the one that is taken where the medium has none; in columns. */
const WIDTH = { least: 40, usual: 80 } as const;

const widthOf = ({ width }: View): number => (width >= 1 ? Math.max(WIDTH.least, Math.floor(width)) : WIDTH.usual);

const openPage = (findings: readonly Finding[], view: View): Page => {
  const highest = findings.reduce((most, { line, endLine }) => Math.max(most, line, endLine), 0);
  return { paint: openPaint(view.color), width: widthOf(view), label: Math.max(5, String(highest + 2).length + 2) };
};

const findingLines = (page: Page, findings: readonly Finding[], report: Report, view: View): string[] => {
  const rest = findings.slice(FRAMED);
  return [
    ...findings.slice(0, FRAMED).flatMap(openEntries(page, report, view)),
    ...rest.flatMap((finding) => entryLine(page, finding)),
    ...(rest.length > 0 ? [''] : []),
  ];
};

const asideLines = (page: Page, report: Report): string[] => {
  const out = leftOut(report.notReviewed);
  const fell = fallen(report.dropped);
  return [
    ...listed(page, `suppressed (${report.suppressed.length})`, suppressions(report.suppressed)),
    ...listed(page, `not reviewed (${out.paths})`, out.reasons),
    ...listed(page, 'answers of the model dropped', fell ? [fell] : []),
    ...furtherNotes(report).flatMap((note) => block(page, 'note', note, { label: page.paint.dim })),
  ];
};

const helpLines = (page: Page, { outcome }: Report, [first]: readonly Finding[]): string[] => {
  const rule = visible(first?.rule ?? '');
  const lines = [
    ...(first ? [`read more: lgtm rules show ${rule}`] : []),
    ...(first ? [`waive: lgtm-ignore ${rule}: reason (a comment there or on the line above)`] : []),
    ...(first ? [`dismiss: lgtm dismiss ${visible(first.id)} --reason "why" (for you alone)`] : []),
    ...(outcome === 'not-reviewed' ? ['see what is missing: lgtm doctor'] : []),
  ];
  return lines.flatMap((line, i) => block(page, i === 0 ? 'help' : '', line, { label: page.paint.dim }));
};

const toneOf = (outcome: Outcome, { red, yellow, green, bold }: Paint): Tint => {
  const hue = { clean: green, warned: yellow, blocked: red, 'not-reviewed': red }[outcome];
  return (text) => bold(hue(text));
};

const PREFIX = 'lgtm: ';

/** Every line of a long verdict is lgtm's own, so that neither a reader nor a CI runner takes it for anything else. */
const verdictLines = (page: Page, report: Report): string[] => {
  const lines = verdictParts(report).flatMap((part) => wrap(part.slice(PREFIX.length), page.width - PREFIX.length));
  return lines.map((line) => toneOf(report.outcome, page.paint)(PREFIX + line));
};

const isQuiet = ({ outcome, findings, suppressed, dropped, notes, notReviewed }: Report): boolean =>
  outcome === 'clean' &&
  [findings, suppressed, dropped, notes, leftOut(notReviewed).reasons].every(({ length }) => length === 0);

/** Tells a clean answer of the model from a change that no question applied to. */
const modelTail = ({ name, calls, ms }: ModelUse): string =>
  calls === 0
    ? ` (${visible(name)}, no new question)`
    : ` (${visible(name)}, ${calls} ${calls === 1 ? 'question' : 'questions'}, ${(ms / 1000).toFixed(1)} s)`;

const quietLine = (report: Report, view: View): string => {
  const verdict = verdictOf(report);
  const whole = report.model ? verdict + modelTail(report.model) : verdict;
  return columns(whole) <= widthOf(view) ? whole : verdict;
};

/**
 * The report for a terminal, `view.width` columns wide: findings with their code, what was left out, how to go on, and the
 * verdict as the last line. A clean change of which there is nothing else to say takes one line.
 */
export const report: Reporter = (report, view) => {
  if (isQuiet(report)) return `${quietLine(report, view)}\n`;
  const findings = inOrder(report.findings);
  const page = openPage(findings, view);
  const lines = [
    ...findingLines(page, findings, report, view),
    ...asideLines(page, report),
    ...helpLines(page, report, findings),
    ...verdictLines(page, report),
  ];
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
};
