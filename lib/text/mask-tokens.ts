/** What a lexer must know of a language to tell code from comments and strings; nothing more of its grammar. */

export interface Token {
  readonly kind: 'string' | 'comment';
  readonly open: string;
  /** A line feed for what ends with its line. */
  readonly close: string;
  /** Closes before the line that begins with this word. */
  readonly closeLine?: string;
  /** A character that takes the next one with it. */
  readonly escape?: string;
  /** The closing mark written twice stands for itself. */
  readonly doubled?: boolean;
  /** Goes on past the end of a line; otherwise an unclosed one ends there. */
  readonly multiline?: boolean;
  readonly nested?: boolean;
  /** Where code stands inside a string. */
  readonly hole?: { readonly open: string; readonly close: '}' | ')' };
  /** Opens only at the start of a line, of a word, of a value, or not directly behind a name. */
  readonly at?: 'line' | 'word' | 'value' | 'name';
}

/** Literals that a fixed pair of marks does not describe. */
export type Special = 'regex' | 'char' | 'rust-raw' | 'heredoc' | 'cpp-raw' | 'lua-long' | 'swift-raw';

export interface Syntax {
  readonly tokens: readonly Token[];
  readonly special?: readonly Special[];
  /** A backslash in code takes the next character with it, as in a shell. */
  readonly escapes?: boolean;
}

/** A comment; one that closes with a line feed ends with its line. */
export const comment = (open: string, close = '\n', more: Partial<Token> = {}): Token => ({
  kind: 'comment',
  open,
  close,
  multiline: close !== '\n',
  ...more,
});

/** A string in which a backslash takes the next character with it. */
export const string = (open: string, more: Partial<Token> = {}, close = open): Token => ({
  kind: 'string',
  open,
  close,
  escape: '\\',
  ...more,
});

/** A string in which a backslash means nothing. */
export const raw = (open: string, more: Partial<Token> = {}, close = open): Token => ({
  kind: 'string',
  open,
  close,
  ...more,
});

/** Code inside a string. */
export const hole = (open: string, close: '}' | ')' = '}'): Partial<Token> => ({ hole: { open, close } });
