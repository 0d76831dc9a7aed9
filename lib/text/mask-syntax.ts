import { comment, hole, raw, type Syntax, string } from './mask-tokens.ts';

const LONG = { multiline: true } as const;

const SLASHES = [comment('//'), comment('/*', '*/')];
const NESTED = [comment('//'), comment('/*', '*/', { nested: true })];
const HASH = comment('#');
const HASH_WORD = comment('#', '\n', { at: 'word' });
const MARKUP = comment('<!--', '-->');
const QUOTE = string("'", { at: 'name' });
const DOUBLE = string('"');
const TRIPLE = [string('"""', LONG), string("'''", LONG)];

const F_STRINGS = ['f', 'F', 'rf', 'fr', 'Rf', 'fR', 'rF', 'Fr', 'RF', 'FR'].flatMap((prefix) =>
  ['"""', "'''", '"', "'"].map((mark) =>
    string(prefix + mark, { ...hole('{'), multiline: mark.length === 3, at: 'name' }, mark),
  ),
);

const JS: Syntax = { tokens: [...SLASHES, DOUBLE, QUOTE, string('`', { ...LONG, ...hole('${') })], special: ['regex'] };
const C: Syntax = { tokens: [...SLASHES, DOUBLE, QUOTE] };
const DOLLAR = hole('${');

/** By the short names of language.ts. What is not here (Markdown, plain text, unknown) is code throughout. */
export const SYNTAX: Readonly<Record<string, Syntax>> = {
  js: JS,
  ts: JS,
  tsx: JS,
  py: { tokens: [HASH, ...F_STRINGS, ...TRIPLE, DOUBLE, string("'")] },
  go: { tokens: [...SLASHES, DOUBLE, QUOTE, raw('`', LONG)] },
  rs: { tokens: [...NESTED, string('"', LONG)], special: ['rust-raw', 'char'] },
  java: { tokens: [...SLASHES, string('"""', LONG), DOUBLE, QUOTE] },
  kt: { tokens: [...NESTED, raw('"""', { ...LONG, ...DOLLAR }), string('"', DOLLAR), QUOTE] },
  scala: { tokens: [...NESTED, raw('"""', { ...LONG, ...DOLLAR }), string('"', DOLLAR)], special: ['char'] },
  swift: {
    tokens: [...NESTED, string('"""', { ...LONG, ...hole('\\(', ')') }), string('"', hole('\\(', ')'))],
    special: ['swift-raw'],
  },
  cs: {
    tokens: [
      ...SLASHES,
      raw('"""', LONG),
      ...['$@"', '@$"'].map((open) => raw(open, { ...LONG, ...hole('{'), doubled: true }, '"')),
      raw('@"', { ...LONG, doubled: true }, '"'),
      string('$"', hole('{'), '"'),
      DOUBLE,
      QUOTE,
    ],
  },
  c: C,
  cpp: { tokens: C.tokens, special: ['cpp-raw'] },
  sol: C,
  proto: C,
  rb: {
    tokens: [
      comment('=begin', '\n=end', { at: 'line' }),
      HASH_WORD,
      string('"', { ...LONG, ...hole('#{') }),
      string("'", { ...LONG, at: 'name' }),
      string('`', hole('#{')),
    ],
    special: ['heredoc'],
  },
  php: {
    tokens: [
      ...SLASHES,
      comment('#', '\n', { at: 'word' }),
      string('"', { ...LONG, ...hole('{$') }),
      string("'", LONG),
    ],
    special: ['heredoc'],
  },
  sh: {
    tokens: [HASH_WORD, string('"', { ...LONG, ...hole('$(', ')') }), string("$'", LONG, "'"), raw("'", LONG)],
    special: ['heredoc'],
    escapes: true,
  },
  ps1: {
    tokens: [
      comment('<#', '#>'),
      HASH_WORD,
      raw('@"', LONG, '\n"@'),
      raw("@'", LONG, "\n'@"),
      string('"', { ...LONG, ...hole('$(', ')'), escape: '`' }),
      raw("'", { ...LONG, doubled: true }),
    ],
  },
  sql: { tokens: [comment('--'), comment('/*', '*/', { nested: true }), raw("'", { ...LONG, doubled: true })] },
  yaml: { tokens: [HASH_WORD, string('"', { at: 'value' }), raw("'", { at: 'value', doubled: true })] },
  json: { tokens: [...SLASHES, DOUBLE] },
  toml: { tokens: [HASH, string('"""', LONG), raw("'''", LONG), DOUBLE, raw("'")] },
  xml: { tokens: [MARKUP] },
  css: { tokens: [comment('/*', '*/'), comment('//', '\n', { at: 'word' }), DOUBLE, string("'")] },
  tf: { tokens: [HASH, ...SLASHES, string('"', DOLLAR)], special: ['heredoc'] },
  dart: {
    tokens: [
      ...NESTED,
      ...['r"', "r'"].map((open) => raw(open, { at: 'name' }, open.slice(1))),
      string('"""', { ...LONG, ...DOLLAR }),
      string("'''", { ...LONG, ...DOLLAR }),
      string('"', DOLLAR),
      string("'", DOLLAR),
    ],
  },
  lua: { tokens: [comment('--[[', ']]'), comment('--'), DOUBLE, string("'")], special: ['lua-long'] },
  ex: {
    tokens: [
      HASH,
      string('"""', { ...LONG, ...hole('#{') }),
      string('"', { ...LONG, ...hole('#{') }),
      string("'", { at: 'name' }),
    ],
  },
  groovy: {
    tokens: [
      ...SLASHES,
      string('"""', { ...LONG, ...DOLLAR }),
      string("'''", LONG),
      string('"', DOLLAR),
      string("'", { at: 'name' }),
    ],
  },
  ini: { tokens: [comment('#', '\n', { at: 'line' }), comment(';', '\n', { at: 'line' })] },
  dockerfile: { tokens: [comment('#', '\n', { at: 'line' }), DOUBLE, raw("'")] },
  make: { tokens: [HASH_WORD] },
};
