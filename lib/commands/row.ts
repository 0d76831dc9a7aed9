/** What the table of commands is made of. Types, and the options that every command has. */

/** What a word of a command line stands for; shells complete it accordingly. */
export type WordKind = 'rule' | 'finding' | 'path' | 'shell' | 'command' | 'none';

export interface Option {
  readonly type: 'boolean' | 'string';
  readonly short?: string;
  /** Name of the value in the help text. */
  readonly value?: string;
  /** The values there are; `formats` are those of the reports, `files` any path. */
  readonly values?: readonly string[] | 'formats' | 'files' | 'findings';
  readonly multiple?: boolean;
  readonly help: string;
}

export interface Invocation {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly flags: Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;
  readonly words: readonly string[];
  /** Keeps what was compiled for the next run; called after the first review that needed all of it. */
  readonly keepCode?: () => void;
}

export type Run = (call: Invocation) => Promise<number>;

/** A command line as one would type it, and what it does. */
export type Example = readonly [line: string, does: string];

export interface CommandRow {
  readonly summary: string;
  /** What follows the name on a command line. */
  readonly usage?: string;
  readonly options: Readonly<Record<string, Option>>;
  /** Least and most words that may follow the name; none by default. */
  readonly words?: readonly [least: number, most: number];
  /** What the first word is, where it is no verb. */
  readonly word?: WordKind;
  /** The first words there are, and what follows each. */
  readonly verbs?: Readonly<Record<string, WordKind>>;
  readonly details?: string;
  readonly examples: readonly Example[];
  /** Left out of the list of commands. */
  readonly internal?: boolean;
  readonly load: () => Promise<{ run: Run }>;
}

export type Rows = Readonly<Record<string, CommandRow>>;

export const JSON_OPTION: Option = { type: 'boolean', help: 'print JSON' };

/** Accepted by every command. */
export const COMMON: Readonly<Record<string, Option>> = {
  help: { type: 'boolean', short: 'h', help: 'show this text' },
  'no-color': { type: 'boolean', help: 'no colours (as NO_COLOR=1)' },
  debug: { type: 'boolean', help: 'on an internal error, show where it came from' },
};

/** What a command looks at, where that is not what is staged. */
export const SCOPE_OPTIONS: Readonly<Record<string, Option>> = {
  staged: { type: 'boolean', help: 'the index (the default)' },
  range: { type: 'string', value: 'A..B', help: 'what B brings since it parted from A' },
  commit: { type: 'string', value: 'REV', help: 'one commit, against its parents' },
  diff: { type: 'string', value: 'FILE', values: 'files', help: 'a unified diff; - reads standard input' },
  'all-files': { type: 'boolean', help: 'every file of the index, as if all of it were new' },
};
