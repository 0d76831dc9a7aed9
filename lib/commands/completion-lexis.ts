import type { CommandRow, Option, Rows, WordKind } from './row.ts';

/** Shells that a script can be printed for. */
export const SHELLS: readonly string[] = ['bash', 'zsh', 'fish'];

/** What a shell is to offer in one place: a fixed list, files, the ids of the last run, or nothing. */
export type Offer =
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'files' | 'findings' | 'nothing' };

export interface OptionLexis {
  readonly name: string;
  readonly short: string | null;
  readonly help: string;
  /** Null where the option takes no value. */
  readonly value: Offer | null;
}

export interface CommandLexis {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly OptionLexis[];
  /** What the first word may be, and what may follow which first word. */
  readonly first: Offer;
  readonly second: readonly { readonly after: string; readonly offer: Offer }[];
}

/** Everything that can be completed, the same for every shell. */
export interface Lexis {
  readonly commands: readonly CommandLexis[];
}

/** Lists that are known only when the program is built. */
export interface Lists {
  readonly formats: readonly string[];
  readonly rules: readonly string[];
}

const NOTHING: Offer = { kind: 'nothing' };

const list = (items: readonly string[]): Offer => ({ kind: 'list', items });

const offerOf = ({ type, values }: Option, { formats }: Lists): Offer | null => {
  if (type === 'boolean') return null;
  if (values === undefined) return NOTHING;
  if (values === 'formats') return list(formats);
  return typeof values === 'string' ? { kind: values } : list(values);
};

const wordOf = (kind: WordKind | undefined, names: readonly string[], { rules }: Lists): Offer => {
  if (kind === 'rule') return list(rules);
  if (kind === 'shell') return list(SHELLS);
  if (kind === 'command') return list(names);
  if (kind === 'path') return { kind: 'files' };
  return kind === 'finding' ? { kind: 'findings' } : NOTHING;
};

const commandOf = (
  name: string,
  row: Pick<CommandRow, 'summary' | 'options' | 'word' | 'verbs'>,
  names: readonly string[],
  lists: Lists,
): CommandLexis => ({
  name,
  summary: row.summary,
  options: Object.entries(row.options).map(([option, one]) => ({
    name: option,
    short: one.short ?? null,
    help: one.help,
    value: offerOf(one, lists),
  })),
  first: row.verbs ? list(Object.keys(row.verbs)) : wordOf(row.word, names, lists),
  second: Object.entries(row.verbs ?? {}).map(([after, kind]) => ({ after, offer: wordOf(kind, names, lists) })),
});

/** What the table of commands has to offer; commands that are for no person are left out. */
export const lexisOf = (rows: Rows, common: Readonly<Record<string, Option>>, lists: Lists): Lexis => {
  const shown = Object.entries(rows).filter(([, row]) => !row.internal);
  const names = shown.map(([name]) => name);
  const commands = shown.map(([name, row]) =>
    commandOf(name, { ...row, options: { ...row.options, ...common } }, names, lists),
  );
  const help = { summary: 'show the help of a command', options: {}, word: 'command' } as const;
  return { commands: [...commands, commandOf('help', help, names, lists)] };
};

/** A text in single quotes, for bash and zsh. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
