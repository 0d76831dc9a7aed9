import type { Replacement } from './answers.ts';

/** How far from the finding lines may be replaced, and how many, in lines. */
const MOST = { away: 20, old: 40, new: 80 } as const;

/** A text after a replacement, with the lines that are new, from 1; or why it cannot be made. */
export type Replaced =
  | { readonly ok: true; readonly text: string; readonly from: number; readonly to: number }
  | { readonly ok: false; readonly why: string };

const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

const no = (why: string): Replaced => ({ ok: false, why });

/** Line numbers (from 0) at which these lines stand, near the finding. */
const placesOf = (lines: readonly string[], old: readonly string[], line: number): number[] =>
  lines.flatMap((_, at) => {
    const isNear = at + old.length >= line - MOST.away && at <= line - 1 + MOST.away;
    return isNear && old.every((one, i) => lines[at + i] === one) ? [at] : [];
  });

const refusal = (old: readonly string[], next: readonly string[]): string | null => {
  if (old.length === 0) return '"old" is empty';
  if (old.length > MOST.old || next.length > MOST.new)
    return 'that replaces too much; change only what the rule is about';
  if (old.join('\n') === next.join('\n')) return '"new" equals "old"';
  if (/lgtm-ignore/i.test(next.join('\n')) && !/lgtm-ignore/i.test(old.join('\n'))) return 'a waiver is no fix';
  return null;
};

/**
 * Replaces whole lines near the finding; `line` is its number, from 1. Lines end as the file's do. Refused where the old
 * lines do not stand there exactly once, or where the replacement is none.
 */
export const replaceLines = (
  text: string,
  { old, new: next }: Pick<Replacement, 'old' | 'new'>,
  line: number,
): Replaced => {
  const isDos = /\r\n/.test(text) && !/[^\r]\n/.test(text);
  const lines = (isDos ? text.replaceAll('\r\n', '\n') : text).split('\n');
  const [before, after] = [linesOf(old), linesOf(next)];
  const fault = refusal(before, after);
  if (fault) return no(fault);
  const places = placesOf(lines, before, line);
  const [at] = places;
  if (at === undefined)
    return no('the lines in "old" do not stand there exactly as given; copy them, white space included');
  if (places.length > 1) return no('the lines in "old" stand there more than once; copy more of them');
  const joined = [...lines.slice(0, at), ...after, ...lines.slice(at + before.length)].join(isDos ? '\r\n' : '\n');
  return { ok: true, text: joined, from: at + 1, to: at + Math.max(1, after.length) };
};
