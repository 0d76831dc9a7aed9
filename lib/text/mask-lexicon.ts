import { SPECIAL_STARTS } from './mask-special.ts';
import { SYNTAX } from './mask-syntax.ts';
import type { Special, Syntax, Token } from './mask-tokens.ts';

/** A syntax made ready to be looked up by character. */
export interface Lexicon {
  readonly escapes: boolean;
  readonly tokens: ReadonlyMap<number, readonly Token[]>;
  readonly specials: ReadonlyMap<number, readonly Special[]>;
  /** 1 for each ASCII character at which something may begin or end. */
  readonly starts: Uint8Array;
}

/** Characters that mean something in any language: brackets of holes, line ends, escapes. */
const ALWAYS = '{}()\n\\';

const codesOf = (chars: string): number[] => [...chars].map((char) => char.charCodeAt(0));

const grouped = <T>(items: readonly (readonly [string, T])[]): ReadonlyMap<number, readonly T[]> => {
  const groups = new Map<number, T[]>();
  for (const [chars, item] of items)
    for (const code of codesOf(chars)) groups.set(code, [...(groups.get(code) ?? []), item]);
  return groups;
};

const lexiconOf = ({ tokens, special = [], escapes = false }: Syntax): Lexicon => {
  const longestFirst = [...tokens].sort((a, b) => b.open.length - a.open.length);
  const byStart = grouped(longestFirst.map((token) => [token.open.charAt(0), token] as const));
  const specials = grouped(special.map((name) => [SPECIAL_STARTS[name], name] as const));
  const starts = new Uint8Array(128);
  for (const code of [...byStart.keys(), ...specials.keys(), ...codesOf(ALWAYS)]) starts[code] = 1;
  return { escapes, tokens: byStart, specials, starts };
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
