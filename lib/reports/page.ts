import type { Paint, Tint } from './paint.ts';
import { columns, wrap } from './width.ts';

/** Where a text report is laid out: a column of labels and line numbers, a rule, and the room right of it. */
export interface Page {
  readonly paint: Paint;
  readonly width: number;
  readonly label: number;
}

interface Tints {
  readonly label?: Tint;
  readonly text?: Tint;
}

/** Columns of a line of prose beyond which the eye loses the next one. */
const READABLE = 100;

/** Columns right of the rule. */
export const room = ({ width, label }: Page): number => width - label - 3;

const same: Tint = (text) => text;

/**
 * One line right of the rule. Every line with untrusted text goes through here: it then begins with a label or the rule,
 * never with a text that a CI runner could take for its command.
 */
export const row = ({ paint, label: wide }: Page, label: string, text: string, tints: Tints = {}): string => {
  const left = (tints.label ?? same)(label.padStart(wide));
  return text === '' ? `${left} ${paint.dim('│')}` : `${left} ${paint.dim('│')} ${(tints.text ?? same)(text)}`;
};

/** A paragraph right of the rule, wrapped; the label stands beside its first line. */
export const block = (page: Page, label: string, text: string, tints: Tints = {}): string[] =>
  wrap(text, Math.min(room(page), READABLE)).map((line, i) => row(page, i === 0 ? label : '', line, tints));

/** "heading: item" where that is one line, else the heading and its items below. */
export const listed = (page: Page, heading: string, items: readonly string[]): string[] => {
  const [only = ''] = items;
  const inline = `${heading}: ${only}`;
  if (items.length === 1 && columns(inline) <= page.width) return [inline];
  return items.length === 0 ? [] : [`${heading}:`, ...items.flatMap((item) => block(page, '', item))];
};
