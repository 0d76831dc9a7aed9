import { safeJson } from '../text/visible.ts';
import type { Finding, Report, Reporter, Severity } from '../types.ts';
import { inOrder } from './pick.ts';
import { explained, plain, verdictOf } from './words.ts';

const SEVERITY: Readonly<Record<Severity, string>> = { block: 'ERROR', warn: 'WARNING', info: 'INFO' };

/** Without columns a range is linewise, its last line included (reviewdog, proto/rdf). */
const location = (path: string, line: number, endLine: number): object => ({
  path,
  ...(line > 0 ? { range: { start: { line }, end: { line: Math.max(line, endLine) } } } : {}),
});

const diagnostic = (finding: Finding): object => ({
  message: plain(explained(finding).join('\n\n')),
  location: location(finding.path, finding.line, finding.endLine),
  severity: SEVERITY[finding.severity],
  code: { value: finding.rule },
});

/** reviewdog sees no exit code through a pipe, so a review that did not happen is a diagnostic of its own. */
const alarm = (report: Report): object[] =>
  report.outcome === 'not-reviewed'
    ? [
        {
          message: plain(verdictOf(report)),
          location: location(report.notReviewed[0]?.path ?? '', report.notReviewed[0]?.line ?? 0, 0),
          severity: 'WARNING',
          code: { value: 'not-reviewed' },
        },
      ]
    : [];

/** Reviewdog Diagnostic Format, one DiagnosticResult: `lgtm check --format rdjson | reviewdog -f=rdjson`. */
export const report: Reporter = (report) =>
  `${safeJson({ source: { name: 'lgtm' }, diagnostics: [...inOrder(report.findings).map(diagnostic), ...alarm(report)] })}\n`;
