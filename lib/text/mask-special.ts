import type { Special, Token } from './mask-tokens.ts';

/** What opens at a place: a token to be read on, or a literal that ends at a known offset. */
export type Opening = { readonly token: Token } | { readonly end: number } | null;

/** `before` gives the few characters of code that stand before the place. */
type Reader = (text: string, at: number, before: () => string) => Opening;

const raw = (open: string, close: string): Opening => ({ token: { kind: 'string', open, close, multiline: true } });

/** The longest opening mark that the readers below look at. */
const OPENING = 64;

const matched = (pattern: RegExp, text: string, at: number): RegExpExecArray | null =>
  pattern.exec(text.slice(at, at + OPENING));

/** Behind these words a slash or a quote begins a literal. */
const BEFORE_LITERAL =
  /(?:^|[^\w$.])(?:return|typeof|case|in|of|void|delete|throw|new|else|do|yield|await|instanceof|from|import|export|default|extends)$/;

/** Prefixes of string and character literals in C, C++, Rust and Python. */
const PREFIX = /(?:^|[^\w$.])(?:L|u|U|u8|b|B|r|R|br|rb)$/;

const afterKeyword = (before: string): boolean => BEFORE_LITERAL.test(before);

/** True where a quote directly behind these characters can still open a literal. */
export const mayOpenLiteral = (before: string): boolean => afterKeyword(before) || PREFIX.test(before);

/** A longer one is not recognised: each slash of a hostile line would cost the whole line. */
const LONGEST_REGEX = 600;

/** A regular expression literal: escapes, classes in which a slash means nothing, and no line end. */
const REGEX = /^\/(?:[^\n\\/[]|\\[^\n]|\[(?:[^\n\\\]]|\\[^\n])*\])+\//;

const closeRegex = (text: string, at: number): number => {
  const found = REGEX.exec(text.slice(at, at + LONGEST_REGEX));
  return found ? at + found[0].length : -1;
};

/** A slash is a division behind a value, and a regular expression elsewhere; `</` and `/>` belong to JSX. */
const regex: Reader = (text, at, before) => {
  if (/[>*/]/.test(text.charAt(at + 1))) return null;
  const code = before();
  if (/[\w$)\]}"'`<]$/.test(code) && !afterKeyword(code)) return null;
  const end = closeRegex(text, at);
  return end === -1 ? null : { end };
};

/** `'x'` is a character, `'x` alone a lifetime (Rust) or a symbol (Scala). */
const char: Reader = (text, at) => {
  const found = matched(/^'(?:\\(?:u\{[0-9a-fA-F]{1,6}\}|x[0-9a-fA-F]{2}|[^\n])|[^\\'\n]{1,2})'/, text, at);
  return found ? { end: at + found[0].length } : null;
};

const rustRaw: Reader = (text, at) => {
  const found = /\w/.test(text[at - 1] ?? '') ? null : matched(/^(?:br|cr|r)(#{0,20})"/, text, at);
  return found ? raw(found[0], `"${found[1] ?? ''}`) : null;
};

const cppRaw: Reader = (text, at) => {
  const found = matched(/^R"([^\s()\\]{0,16})\(/, text, at);
  return found ? raw(found[0], `)${found[1] ?? ''}"`) : null;
};

const luaLong: Reader = (text, at) => {
  const found = matched(/^(--)?\[(={0,8})\[/, text, at);
  if (!found) return null;
  const token: Token = {
    kind: found[1] ? 'comment' : 'string',
    open: found[0],
    close: `]${found[2] ?? ''}]`,
    multiline: true,
  };
  return { token };
};

const swiftRaw: Reader = (text, at) => {
  const found = matched(/^(#{1,8})"/, text, at);
  return found ? raw(found[0], `"${found[1] ?? ''}`) : null;
};

/** The rest of the opening line stays code; what follows is data up to the line that begins with the tag. */
const heredoc: Reader = (text, at) => {
  const found = matched(/^<<[-~<]?[ \t]?(["']?)([A-Z_][A-Za-z0-9_]{1,40})\1(?=[\s;|&>]|$)/, text, at);
  const lineEnd = text.indexOf('\n', at);
  if (!found || lineEnd === -1 || /\w/.test(text[at - 1] ?? '')) return null;
  const open = text.slice(at, lineEnd);
  return { token: { kind: 'string', open, close: '', closeLine: found[2] ?? '', multiline: true } };
};

const READERS: Readonly<Record<Special, Reader>> = {
  regex,
  char,
  'rust-raw': rustRaw,
  'cpp-raw': cppRaw,
  'lua-long': luaLong,
  'swift-raw': swiftRaw,
  heredoc,
};

/** Characters with which each special literal can begin. */
export const SPECIAL_STARTS: Readonly<Record<Special, string>> = {
  regex: '/',
  char: "'",
  'rust-raw': 'rbc',
  'cpp-raw': 'R',
  'lua-long': '-[',
  'swift-raw': '#',
  heredoc: '<',
};

/** The character behind the first one, where that is a letter; empty where any may follow. */
export const SPECIAL_SECONDS: Readonly<Record<Special, string>> = {
  regex: '',
  char: '',
  'rust-raw': 'r#"',
  'cpp-raw': '"',
  'lua-long': '',
  'swift-raw': '',
  heredoc: '',
};

export const openSpecial = (special: Special, text: string, at: number, before: () => string): Opening =>
  READERS[special](text, at, before);
