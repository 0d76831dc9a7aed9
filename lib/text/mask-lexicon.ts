import { SPECIAL_SECONDS, SPECIAL_STARTS } from './mask-special.ts';
import { SYNTAX } from './mask-syntax.ts';
import type { Special, Syntax, Token } from './mask-tokens.ts';

/** A syntax made ready to be looked up by character. */
export interface Lexicon {
  readonly escapes: boolean;
  readonly tokens: ReadonlyMap<number, readonly Token[]>;
  readonly specials: ReadonlyMap<number, readonly Special[]>;
  /** Strings of which every comment and string begins with one. */
  readonly openers: readonly string[];
  /** Finds the next character at which a comment or string may begin, in code and in the code of a string's hole. */
  readonly stops: RegExp;
  readonly stopsInHole: RegExp;
}

/** Characters that mean something in the hole of a string besides: brackets, and line ends. */
const IN_HOLE = '{}()\n';

const codesOf = (chars: string): number[] => [...chars].map((char) => char.charCodeAt(0));

const grouped = <T>(items: readonly (readonly [string, T])[]): ReadonlyMap<number, readonly T[]> => {
  const groups = new Map<number, T[]>();
  for (const [chars, item] of items)
    for (const code of codesOf(chars)) groups.set(code, [...(groups.get(code) ?? []), item]);
  return groups;
};

const classOf = (chars: Iterable<string>): string =>
  `[${[...new Set(chars)].map((char) => char.replace(/[\\\]^-]/, '\\$&')).join('')}]`;

/** What may follow the first character of an opening mark; nothing where the mark may be that character alone. */
const secondsOf = ({ tokens, special = [] }: Syntax, start: string): string => {
  const seconds = tokens.filter(({ open }) => open.startsWith(start)).map(({ open }) => open.charAt(1));
  const specials = special.filter((name) => SPECIAL_STARTS[name].includes(start)).map((name) => SPECIAL_SECONDS[name]);
  const all = [...seconds, ...specials];
  return all.every((second) => second !== '') ? all.join('') : '';
};

/** Letters begin a literal only before certain others, and are too frequent to be looked at one by one. */
const stopsOf = (syntax: Syntax, starts: readonly string[], more: string): RegExp => {
  const letters = starts.filter((start) => /\w/.test(start) && secondsOf(syntax, start) !== '');
  const plain = [...starts.filter((start) => !letters.includes(start)), ...more];
  const led = letters.map((start) => `${start}(?=${classOf(secondsOf(syntax, start))})`);
  return new RegExp([...(plain.length > 0 ? [classOf(plain)] : []), ...led].join('|'), 'g');
};

/** The shortest beginnings alone: a text without `/` has neither `//` nor `/*`. */
const openersOf = ({ tokens, special = [] }: Syntax): string[] => {
  const all = new Set([...tokens.map(({ open }) => open), ...special.flatMap((name) => [...SPECIAL_STARTS[name]])]);
  return [...all].filter((open) => ![...all].some((other) => other !== open && open.includes(other)));
};

const lexiconOf = (syntax: Syntax): Lexicon => {
  const { tokens, special = [], escapes = false } = syntax;
  const longestFirst = [...tokens].sort((a, b) => b.open.length - a.open.length);
  const byStart = grouped(longestFirst.map((token) => [token.open.charAt(0), token] as const));
  const specials = grouped(special.map((name) => [SPECIAL_STARTS[name], name] as const));
  const starts = [...new Set([...byStart.keys(), ...specials.keys()])].map((code) => String.fromCharCode(code));
  const backslash = escapes ? '\\' : '';
  return {
    escapes,
    openers: openersOf(syntax),
    tokens: byStart,
    specials,
    stops: stopsOf(syntax, starts, backslash),
    stopsInHole: stopsOf(syntax, starts, backslash + IN_HOLE),
  };
};

const known = new Map<string, Lexicon>();

/** The lexicon of a language, by its short name; null where the language is not known. */
export const lexiconFor = (language: string): Lexicon | null => {
  const syntax = SYNTAX[language];
  if (!syntax) return null;
  const lexicon = known.get(language) ?? lexiconOf(syntax);
  known.set(language, lexicon);
  return lexicon;
};
