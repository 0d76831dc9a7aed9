import { visibleCode } from '../text/visible.ts';
import type { Finding, Report, View } from '../types.ts';
import { clip, columns } from './width.ts';

/** One line of a code frame, not yet cut to the width of the page. */
export interface Row {
  /** Line number; null where lines are left out. */
  readonly number: number | null;
  readonly text: string;
  readonly isMarked: boolean;
}

const CONTEXT = 2;

/** Marked lines that are shown whole; of a longer run the first lines and the last. */
const MOST = { whole: 6, first: 4 } as const;

/** What is known of the lines of one path: as the session holds them, and as they may be shown. */
export interface Source {
  readonly held: ReadonlyMap<number, string>;
  readonly shown: ReadonlyMap<number, string>;
}

/** Lines end at their line feed; the carriage return before it is no news to anybody. */
const withoutReturn = (text: string): string => (text.endsWith('\r') ? text.slice(0, -1) : text);

const quoted = ({ line, quote }: Finding): [number, string][] =>
  quote === '' ? [] : quote.split('\n').map((text, i) => [line + i, withoutReturn(text)]);

const withoutSpace = (text: string): string => text.replace(/\s+/g, '');

/** A quote that does not stand in its line, white space aside, was changed on purpose: a secret with its middle left out. */
const isProved = (held: ReadonlyMap<number, string>, [number, quote]: [number, string]): boolean => {
  const line = held.get(number);
  return line !== undefined && (line.includes(quote.trim()) || withoutSpace(line).includes(withoutSpace(quote)));
};

/** What stands for the middle of a secret, in every quote in which one was found. */
const VEIL = '…';

/** The lines of a quote that do not stand in the source. */
const unproved = (finding: Finding, held: Source['held']): [number, string][] =>
  quoted(finding).filter((entry) => !isProved(held, entry));

/**
 * Reads each path once. Where a finding's quote is a line with a secret in it, the quote is shown instead in every frame, so
 * that the secret does not come back as somebody's context line. A quote of a line that is gone is shown by its own finding only.
 */
export const openSource = ({ findings, suppressed }: Report, view: View): ((path: string) => Source) => {
  const all = [...findings, ...suppressed.map(({ finding }) => finding)];
  const read = new Map<string, Source>();
  return (path) => {
    const known = read.get(path);
    if (known) return known;
    const held = new Map(view.source(path).map(({ line, text }) => [line, withoutReturn(text)]));
    const instead = all
      .filter((one) => one.path === path)
      .flatMap((one) => unproved(one, held))
      .filter(([, text]) => text.includes(VEIL));
    const source = { held, shown: new Map([...held, ...instead]) };
    read.set(path, source);
    return source;
  };
};

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);

const markedLines = (first: number, last: number): (number | null)[] =>
  last - first < MOST.whole ? range(first, last) : [...range(first, first + MOST.first - 1), null, last];

const rowsOf = (
  numbers: readonly (number | null)[],
  texts: ReadonlyMap<number, string>,
  isMarked: boolean,
): readonly Row[] =>
  numbers.flatMap((number) => {
    const text = number === null ? '' : texts.get(number);
    return text === undefined ? [] : [{ number, text, isMarked: isMarked && number !== null }];
  });

/**
 * The marked lines of a finding with two lines around them; the marked ones alone where the rule looks for secrets or the
 * quote does not stand in the source, for a key goes on after its first line.
 */
export const frameOf = (finding: Finding, { held, shown }: Source, isSecret = false): readonly Row[] => {
  const first = finding.line;
  const last = Math.max(first, finding.endLine);
  const own = new Map(unproved(finding, held));
  const around = !isSecret && own.size === 0 ? CONTEXT : 0;
  if (first < 1) return [];
  return [
    ...rowsOf(range(first - around, first - 1), shown, false),
    ...rowsOf(markedLines(first, last), new Map([...shown, ...own]), true),
    ...rowsOf(range(last + 1, last + around), shown, false),
  ];
};

/** Cuts a line to `width` columns around the quote; a long line is first cut roughly, for it may be megabytes. */
export const fit = (text: string, quote: string, width: number): { readonly code: string; readonly carets: string } => {
  const at = Math.max(0, text.indexOf(quote));
  const start = text.length > width && at > Math.max(10, width - 20) ? at - 10 : 0;
  const piece = text.slice(start, start + 4 * width).replace(/^[\udc00-\udfff]/, '');
  const code = `${start > 0 ? '…' : ''}${visibleCode(piece)}`;
  return { code: clip(code, width), carets: caretsUnder(code, quote, width) };
};

/** Marks under the quote; none where it is the whole line, for that is marked already. */
const caretsUnder = (code: string, quote: string, width: number): string => {
  const visible = visibleCode(quote);
  const at = code.indexOf(visible);
  if (quote === '' || at === -1 || visible === code.trim()) return '';
  const before = columns(code.slice(0, at));
  const length = Math.min(columns(visible), width - before);
  return length > 0 ? ' '.repeat(before) + '^'.repeat(length) : '';
};
