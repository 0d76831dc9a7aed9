import { safeJson, visible } from '../text/visible.ts';
import type { Report, Reporter, View } from '../types.ts';
import { countBy } from './groups.ts';
import { inOrder } from './pick.ts';
import { LEVEL, locationsOf, type Place, resultOf, textOf } from './sarif-result.ts';
import { isByDesign, oneLine, verdictOf } from './words.ts';

/** Every rule that was asked or that found something, so that "ran and found nothing" differs from "did not run". */
const ruleIds = ({ findings, suppressed, rules }: Report): readonly string[] => {
  const found = [...findings, ...suppressed.map(({ finding }) => finding)].map(({ rule }) => rule);
  return [...new Set([...found, ...rules.selected.map(({ id }) => id)])].sort();
};

const helpOf = (id: string, view: View, otherwise: string): string => {
  const lines = (view.explain?.(id) ?? '').split('\n').map(visible);
  return lines.join('\n').trim() || otherwise;
};

const ruleOf = (id: string, view: View): object => {
  const header = view.rule(id);
  if (!header) return { id };
  const title = oneLine(header.title) || id;
  return {
    id,
    shortDescription: textOf(title),
    help: textOf(helpOf(id, view, oneLine(header.when) || title)),
    defaultConfiguration: { level: LEVEL[header.severity] },
    properties: { tags: [...new Set([header.quality, ...header.domains])], class: header.class, origin: header.origin },
  };
};

const NOTIFICATIONS = [
  { id: 'not-reviewed', shortDescription: { text: 'The review was not made: an empty list of results says nothing.' } },
  { id: 'left-out', shortDescription: { text: 'A file, or a question about it, was left out of the review.' } },
  { id: 'note', shortDescription: { text: 'Something about the review itself.' } },
];

const notification = (
  id: string,
  level: string,
  message: string,
  place: Place = { path: '' },
  rule?: string,
): object => ({
  descriptor: { id },
  level,
  message: textOf(message || id),
  locations: locationsOf(place),
  ...(rule === undefined ? {} : { associatedRule: { id: rule } }),
});

const notificationsOf = (report: Report): readonly object[] => [
  ...(report.outcome === 'not-reviewed' ? [notification('not-reviewed', 'error', verdictOf(report))] : []),
  ...report.notReviewed.map((one) =>
    notification('left-out', isByDesign(one) ? 'note' : 'warning', oneLine(one.reason), one, one.rule),
  ),
  ...report.notes.map((note) => notification('note', 'note', oneLine(note))),
];

const driverOf = (ids: readonly string[], view: View): object => ({
  name: 'lgtm',
  version: view.toolVersion,
  rules: ids.map((id) => ruleOf(id, view)),
  notifications: NOTIFICATIONS,
});

const runOf = (report: Report, view: View): object => {
  const ids = ruleIds(report);
  const index = new Map(ids.map((id, i) => [id, i]));
  return {
    tool: { driver: driverOf(ids, view) },
    columnKind: 'utf16CodeUnits',
    originalUriBaseIds: { '%SRCROOT%': { description: { text: 'Top level of the work tree.' } } },
    invocations: [
      {
        executionSuccessful: report.outcome !== 'not-reviewed',
        exitCode: report.exitCode,
        toolExecutionNotifications: notificationsOf(report),
      },
    ],
    results: [
      ...inOrder(report.findings).map((finding) => resultOf(finding, index)),
      ...report.suppressed.map((one) => resultOf(one.finding, index, one)),
    ],
    properties: { outcome: report.outcome, dropped: Object.fromEntries(countBy(report.dropped)), model: report.model },
  };
};

/** SARIF 2.1.0, for code scanning and for viewers. */
export const report: Reporter = (report, view) => {
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [runOf(report, view)],
  };
  return `${safeJson(log, 2)}\n`;
};
