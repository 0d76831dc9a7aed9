import { visible } from '../text/visible.ts';
import type { View } from '../types.ts';
import type { FullReport, RoleUse, Ruling } from './full.ts';
import { openPaint } from './paint.ts';
import { report as reportText } from './text.ts';
import { wrap } from './width.ts';

/** Columns of prose, and of what stands before it. */
const PROSE = 100;
const INDENT = '  ';

/** Paths that an item of the plan names. */
const MOST_PATHS = 6;

const paragraph = (text: string, width: number): string[] =>
  wrap(visible(text), Math.min(width, PROSE) - INDENT.length).map((line) => INDENT + line);

const part = (heading: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [heading, ...lines, ''];

const some = (items: readonly string[], most: number): string =>
  items.length <= most ? items.join(', ') : `${items.slice(0, most).join(', ')} and ${items.length - most} more`;

const mapLines = ({ map, chart, risks }: FullReport): string[] => [
  map.summary.split(';')[0] ?? '',
  ...Object.entries({ domains: map.domains, languages: map.languages, policies: map.policies }).flatMap(
    ([name, items]) => (items.length === 0 ? [] : [`${name}: ${some(items, MOST_PATHS)}`]),
  ),
  ...map.risks.map(({ kind, paths }) => `risk ${kind}: ${some(paths, MOST_PATHS)}`),
  ...(chart ? [`the Explorer: ${chart}`] : []),
  ...risks.map(({ path, why }) => `the Explorer on ${path}: ${why}`),
];

const planLines = ({ plan, added }: FullReport): string[] => [
  ...plan.items.map(
    ({ dimension, rules, paths, focus }, i) =>
      `${i + 1}. ${dimension}: ${rules.join(', ')} in ${some(paths, MOST_PATHS)}${focus ? ` (${focus})` : ''}`,
  ),
  ...(added.length > 0 ? [`added by Counsel: ${added.map(({ id }) => id).join(', ')}`] : []),
];

const rulingLine = ({ rule, path, line, ruling, reason, tradeoff }: Ruling): string =>
  `${rule} at ${path}:${line}: ${ruling} (${reason})${tradeoff ? `; ${tradeoff}` : ''}`;

const useLine = ({ role, turns, tools, promptTokens, outputTokens, ms }: RoleUse): string =>
  `${role}: turns ${turns}, tool calls ${tools}, tokens ${promptTokens} + ${outputTokens}, ${(ms / 1000).toFixed(1)} s`;

const synthesisLines = ({ synthesis }: FullReport): string[] =>
  synthesis ? [synthesis.summary, ...(synthesis.next ? [`first: ${synthesis.next}`] : [])] : [];

const statusLine = ({ status: { status, blockers, next } }: FullReport): string =>
  visible(`STATUS ${status} | BLOCKERS ${blockers} | NEXT ${next}`);

/** The full review for a terminal: map, plan, rulings, then the findings and the verdict as `lgtm check` shows them. */
export const fullText = (full: FullReport, view: View): string => {
  const { bold } = openPaint(view.color);
  const width = view.width >= 1 ? view.width : PROSE;
  const section = (heading: string, lines: readonly string[]): string[] =>
    part(
      bold(heading),
      lines.flatMap((line) => paragraph(line, width)),
    );
  const top = [
    ...section(`CONTEXT MAP of ${visible(full.scope)}`, mapLines(full)),
    ...section(full.plan.by === 'model' ? 'AUDIT PLAN' : 'AUDIT PLAN, from the rules alone', planLines(full)),
    ...section('RULINGS', full.rulings.map(rulingLine)),
    ...section("THE LEAD'S SUMMARY, a model's words", synthesisLines(full)),
    ...section(
      'FOR A PERSON TO DECIDE',
      full.escalations.map(({ what, options }) => `${what}; ${options}`),
    ),
    ...section(`ROLES, ${full.driver}`, full.roles.map(useLine)),
    ...wrap(statusLine(full), Math.max(40, width)),
    '',
  ];
  return `${top.join('\n')}\n${reportText(full.report, view)}`;
};
