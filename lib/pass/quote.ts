import { defang } from '../text/defang.ts';
import type { Line } from '../types.ts';
import { LEFT_OUT } from './fence.ts';

const IDENTIFIER = /[A-Za-z_$][\w$]+/;

/** A line that a quote may be of; `shown` is what the model saw of it, where that differs. */
export interface Quotable extends Line {
  readonly shown?: string;
}

/** A line as quotes are compared: defanged as the model saw it, without marks and tags, white space collapsed. */
export const normaliseQuote = (text: string): string => {
  const bare = defang(text.normalize('NFC'))
    .replace(/^\s*(?:L\d+\+?|\^-?|\+|>>)\s*/, '')
    .replace(/\s+/g, ' ')
    .trim();
  return /^(["'`]).*\1$/.test(bare) && bare.length > 2 ? bare.slice(1, -1).trim() : bare;
};

const withoutEnd = (text: string): string => (text.endsWith(` ${LEFT_OUT}`) ? text.slice(0, -2).trim() : text);

/** G4: the quote is the line, or a part of it that is long enough to mean this line and no other. */
export const quotes = (quote: string, line: string): boolean => {
  const q = withoutEnd(normaliseQuote(quote));
  const full = withoutEnd(normaliseQuote(line));
  if (q === '' || full === '') return false;
  if (q === full || q === defang(line).replace(/\s+/g, ' ').trim()) return true;
  return q.length >= 8 && q.length >= 0.6 * full.length && IDENTIFIER.test(q) && full.includes(q);
};

/** G4 for a line, as it stands or as it was shown. */
export const quotesLine = (quote: string, { text, shown }: Quotable): boolean =>
  quotes(quote, text) || (shown !== undefined && quotes(quote, shown));

export type Anchor =
  | { readonly kind: 'exact' | 'relocated'; readonly line: Line }
  | { readonly kind: 'lost'; readonly reason: 'quote_not_found' | 'ambiguous' };

const only = (lines: readonly Line[]): Anchor | null => {
  const [first, second] = lines;
  if (!first) return null;
  return second ? { kind: 'lost', reason: 'ambiguous' } : { kind: 'relocated', line: first };
};

/**
 * Where a quote stands among the added lines: on the claimed line, else on exactly one added line within three, else on
 * exactly one of the chunk. Anything else is no proof.
 */
export const anchor = (quote: string, claimed: Quotable | undefined, added: readonly Quotable[]): Anchor => {
  if (claimed && quotesLine(quote, claimed)) return { kind: 'exact', line: claimed };
  const fitting = added.filter((line) => quotesLine(quote, line));
  const near = claimed ? fitting.filter(({ line }) => Math.abs(line - claimed.line) <= 3) : [];
  return only(near) ?? only(fitting) ?? { kind: 'lost', reason: 'quote_not_found' };
};
