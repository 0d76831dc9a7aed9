import { visible } from '../text/visible.ts';
import type { Drops, Figures, RuleFigures } from './figures-types.ts';
import type { Share } from './wilson.ts';
import { number, shareText } from './words.ts';

/** Plots as inline SVG, without a script: a page that is mailed shows them, and so does one that is printed. */

/** Text that may stand in HTML; whoever wrote it. */
export const escaped = (text: string): string =>
  visible(text).replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

/** Columns of a plot, in its own units: names on the left, a scale from 0 to 1 in the middle, figures on the right. */
const X = { name: 300, from: 312, to: 760, figure: 772, width: 960 } as const;

const ROW = 22;

const at = (value: number): string => (X.from + value * (X.to - X.from)).toFixed(1);

const label = (x: number, y: number, kind: string, text: string): string =>
  `<text x="${x}" y="${y}" class="${kind}">${escaped(text)}</text>`;

const framed = (title: string, rows: number, parts: readonly string[]): string => {
  const height = rows * ROW + 34;
  const frame = `viewBox="0 0 ${X.width} ${height}" role="img" aria-label="${escaped(title)}"`;
  return `<div class="scroll"><svg ${frame}>${parts.join('')}</svg></div>`;
};

const scale = (rows: number): string[] =>
  [0, 0.25, 0.5, 0.75, 1].flatMap((value) => [
    `<line x1="${at(value)}" y1="20" x2="${at(value)}" y2="${rows * ROW + 26}" class="grid"/>`,
    `<text x="${at(value)}" y="13" class="tick">${value}</text>`,
  ]);

/** An interval as a bar and its value as a dot. */
const interval = (one: Share, y: number, kind: string): string =>
  one.value === null
    ? ''
    : `<line x1="${at(one.low)}" y1="${y}" x2="${at(one.high)}" y2="${y}" class="whisker ${kind}"/><circle cx="${at(one.value)}" cy="${y}" r="4" class="${kind}"><title>${escaped(shareText(one))}</title></circle>`;

interface Row {
  readonly name: string;
  readonly precision: Share;
  readonly recall: Share;
}

const rowOf = ({ name, precision, recall }: Row, i: number): string => {
  const y = 36 + i * ROW;
  return [
    `<text x="${X.name}" y="${y + 4}" class="name">${escaped(name)}</text>`,
    interval(precision, y - 4, 'precision'),
    interval(recall, y + 4, 'recall'),
    label(
      X.figure,
      y + 4,
      'figure',
      `${number(precision.value)} (${precision.of}) · ${number(recall.value)} (${recall.of})`,
    ),
  ].join('');
};

/** Precision and recall, a row each, with their 95 % intervals. */
export const intervals = (title: string, rows: readonly Row[]): string =>
  framed(title, rows.length, [...scale(rows.length), ...rows.map(rowOf)]);

/** Rules, the least precise first; those with neither finding nor label are left out. */
export const rulesPlot = (rules: readonly RuleFigures[]): string => {
  const weight = ({ precision, recall }: RuleFigures): number => (precision.value ?? 1) + (recall.value ?? 1) / 100;
  const sorted = [...rules].sort((a, b) => weight(a) - weight(b));
  return intervals(
    'precision and recall by rule',
    sorted.map((one) => ({ ...one, name: one.rule })),
  );
};

export const sizesPlot = ({ sizes }: Figures): string =>
  intervals(
    'precision and recall by size of the change',
    sizes.map((one) => ({ ...one, name: `${one.size} added lines` })),
  );

const dropRow = ({ reason, count, right, wrong }: Drops, i: number, most: number): string => {
  const y = 36 + i * ROW;
  const width = (n: number): number => (n / most) * (X.to - X.from);
  const unknown = count - right - wrong;
  const bar = (from: number, n: number, kind: string): string =>
    n === 0
      ? ''
      : `<rect x="${(X.from + from).toFixed(1)}" y="${y - 7}" width="${width(n).toFixed(1)}" height="14" class="${kind}"/>`;
  return [
    `<text x="${X.name}" y="${y + 4}" class="name">${escaped(reason)}</text>`,
    bar(0, wrong, 'good'),
    bar(width(wrong), unknown, 'unknown'),
    bar(width(wrong + unknown), right, 'bad'),
    label(X.figure, y + 4, 'figure', `${count} claims, ${right} of them right`),
  ].join('');
};

/** How many claims each filter dropped; those that were right should not have been. */
export const dropsPlot = (dropped: readonly Drops[]): string => {
  const most = Math.max(1, ...dropped.map(({ count }) => count));
  return framed(
    'claims dropped by each filter',
    dropped.length,
    dropped.map((one, i) => dropRow(one, i, most)),
  );
};
