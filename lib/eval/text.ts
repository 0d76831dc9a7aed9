import { visible } from '../text/visible.ts';
import type { Evaluation } from './evaluate.ts';
import { tablesOf } from './tables.ts';
import { modelName, type Table } from './words.ts';

/** An evaluation as Markdown, and as plain text for a terminal. */

const cell = (text: string): string => visible(text).replace(/[|`<>*_[\]\\]/g, (char) => `\\${char}`);

const markdownTable = ({ title, columns, rows, note }: Table): string[] => [
  `## ${title}`,
  '',
  `| ${columns.map(cell).join(' | ')} |`,
  `|${columns.map(() => '---').join('|')}|`,
  ...rows.map((row) => `| ${row.map(cell).join(' | ')} |`),
  '',
  ...(note ? [note, ''] : []),
];

const optionsText = ({ options }: Evaluation): string =>
  Object.entries(options)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

/** What was measured with what, as pairs. */
export const headOf = (one: Evaluation): [string, string][] => [
  ['model', modelName(one)],
  [
    'corpus',
    `${one.corpus.cases} cases, ${one.corpus.clean} of them clean, split ${one.corpus.split}, ${one.corpus.digest.slice(0, 12)}`,
  ],
  ['made with', `lgtm ${one.lgtm}, ${one.at.slice(0, 10)}`],
  ...(Object.keys(one.options).length > 0 ? [['options', optionsText(one)] as [string, string]] : []),
];

/** Faults that are named, of each kind; more are counted. */
const NAMED = 20;

/** What could not be used or not be completed, a line each. */
export const faultLines = ({ faults, all }: Evaluation): string[] => {
  const files = faults.map(({ file, message }) => `${file}: ${message}`);
  const reviews = all.faults.map(({ id, fault }) => `${id}: ${fault}`);
  const cut = (list: readonly string[]): string[] =>
    list.length > NAMED ? [...list.slice(0, NAMED), `… and ${list.length - NAMED} more`] : [...list];
  return [...cut(files), ...cut(reviews)].map(visible);
};

/** The generated page as Markdown. */
export const markdownOf = (one: Evaluation): string =>
  [
    '# Evaluation',
    '',
    ...headOf(one).map(([name, text]) => `- ${name}: ${cell(text)}`),
    '',
    ...tablesOf(one).flatMap(markdownTable),
    ...(faultLines(one).length > 0
      ? ['## Not counted', '', ...faultLines(one).map((line) => `- ${cell(line)}`), '']
      : []),
  ].join('\n');

const plainTable = ({ title, columns, rows, note }: Table): string[] => {
  const widths = columns.map((name, i) => Math.max(name.length, ...rows.map((row) => visible(row[i] ?? '').length)));
  const line = (cells: readonly string[]): string =>
    `  ${cells.map((text, i) => visible(text).padEnd(widths[i] ?? 0)).join('  ')}`.trimEnd();
  const head = columns.some((name) => name !== '') ? [line(columns)] : [];
  return [title, ...head, ...rows.map(line), ...(note ? [`  ${note}`] : []), ''];
};

/** The report on the terminal; the table by rule only where it was asked for. */
export const textOf = (one: Evaluation, byRule: boolean): string => {
  const tables = tablesOf(one);
  const faults = faultLines(one);
  const lines = [
    ...headOf(one).map(([name, text]) => `${name.padEnd(10)}${visible(text)}`),
    '',
    ...(byRule ? tables : tables.slice(0, -1)).flatMap(plainTable),
    ...(faults.length > 0
      ? [`Not counted (${one.faults.length + one.all.faults.length})`, ...faults.map((line) => `  ${line}`), '']
      : []),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
};
