import { visible } from '../text/visible.ts';
import type { Finding, Report, Reporter, Severity } from '../types.ts';
import { inOrder } from './pick.ts';
import { explained, furtherNotes, oneLine, verdictOf } from './words.ts';

/** Escapes of the runner's own parser (actions/runner, ActionCommand.cs); the percent sign goes first. */
const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

const LEVEL: Readonly<Record<Severity, string>> = { block: 'error', warn: 'warning', info: 'notice' };

const command = (level: string, properties: Readonly<Record<string, string | number>>, message: string): string => {
  const list = Object.entries(properties).map(([name, value]) => `${name}=${property(String(value))}`);
  return `::${level} ${list.join(',')}::${data(message)}`;
};

/** A finding about a whole file has no line; the runner then shows it on the first. */
const place = ({ path, line, endLine }: Finding): Record<string, string | number> => ({
  file: visible(path),
  ...(line > 0 ? { line } : {}),
  ...(line > 0 && endLine > line ? { endLine } : {}),
});

const annotation = (finding: Finding): string => {
  const title = oneLine(`${finding.rule}: ${finding.title}`);
  return command(LEVEL[finding.severity], { ...place(finding), title }, explained(finding).join('\n') || title);
};

/** Zero findings would look like a pass, so a review that did not happen is an annotation too. */
const alarm = (report: Report): string[] =>
  report.outcome === 'not-reviewed'
    ? [command(report.exitCode === 0 ? 'warning' : 'error', { title: 'lgtm' }, verdictOf(report))]
    : [];

const plainLines = (report: Report): string[] => [
  ...furtherNotes(report).map((note) => `lgtm: note: ${note}`),
  verdictOf(report),
];

/** Workflow commands for GitHub Actions: one a finding, one more where nothing was decided; then notes and verdict as plain text. */
export const report: Reporter = (report) =>
  `${[...inOrder(report.findings).map(annotation), ...alarm(report), ...plainLines(report)].join('\n')}\n`;
