import { escaped } from '../../text/escaped.ts';
import type { Scan } from '../detect-scan.ts';

const NAME = '[\\w$#\\u0080-\\uffff]';

/** What may begin a statement: behind what ends one or opens a block, or on a line of its own. */
const CALL = new RegExp(
  `(?:^|[;{}):]|\\belse\\b|\\bdo\\b)\\s*(this\\s*\\??\\.\\s*)?(${NAME}+)\\s*(?:\\(|<|\\?\\.)`,
  'gm',
);

const BEFORE = /^(?:[;{}):]|else\b|do\b)?\s*/;

/** Where a bracketed list that begins at or behind a place ends; the end of the text where it does not. */
const endOfCall = (code: string, from: number): number => {
  const brackets = /[()]/g;
  brackets.lastIndex = from;
  let depth = 0;
  for (let one = brackets.exec(code); one; one = brackets.exec(code)) {
    depth += one[0] === '(' ? 1 : -1;
    if (depth <= 0) return one.index;
  }
  return code.length;
};

/** Names that are looked up; with more of them, to make a tree is the quicker way. */
const MOST_NAMES = 30;

const touchesAdded = (scan: Scan, start: number, end: number): boolean => {
  const last = scan.lineAt(end);
  for (let line = scan.lineAt(start); line <= last; line++) if (scan.isAdded(line)) return true;
  return false;
};

/** Whether a text may declare a function of its own by a name, or a method. */
const declares = (code: string, name: string, isMethod: boolean): boolean => {
  const own = escaped(name);
  const declared = isMethod
    ? `(?:^|[^.\\s])\\s*(?<![\\w$#.])${own}\\s*[(<?]`
    : `(?:\\bfunction\\b[\\s*]*|\\b(?:const|let|var)\\s+|,\\s*)${own}(?!${NAME})`;
  return new RegExp(declared).test(code);
};

/**
 * Whether a new statement may do nothing but call a function or method that the file itself declares. Says so too often
 * rather than too rarely: without one, no syntax tree needs to be made.
 */
export const mayCallOwn = (scan: Scan): boolean => {
  const code = scan.stream('code');
  const known = new Map<string, boolean>();
  for (const { 0: text, 1: own, 2: name = '', index } of code.matchAll(CALL)) {
    const start = index + (BEFORE.exec(text)?.[0].length ?? 0);
    if (!touchesAdded(scan, start, endOfCall(code, index + text.length - 1))) continue;
    const key = `${own ? '.' : ''}${name}`;
    const isOwn = known.get(key) ?? declares(code, name, own !== undefined);
    if (isOwn || known.size >= MOST_NAMES) return true;
    known.set(key, isOwn);
  }
  return false;
};
