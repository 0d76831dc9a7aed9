import type { Repo } from '../../git/repo.ts';
import type { Inspection } from '../../inspect.ts';
import { fence } from '../../pass/fence.ts';

/** What tools read from: the reviewed state, as its index or its commit holds it. Never the work tree. */
export interface Ground {
  readonly repo: Repo;
  /** What was read of the change; empty where there is none. */
  readonly inspection: Inspection;
  /** The commit whose history may be read; null on an unborn branch. */
  readonly tip: string | null;
}

/** What a tool brings: rows of data under a heading, or why it does nothing. */
export type Result =
  | { readonly ok: true; readonly head: string; readonly rows: readonly string[] }
  | { readonly ok: false; readonly why: string };

type Argument = 'text' | 'number';

/** A tool that a mode can grant to a role. Reads; there is none that writes. */
export interface Tool {
  readonly about: string;
  readonly args: Readonly<Record<string, Argument>>;
  /** The tier that a role must be granted for this tool, where it needs one. */
  readonly tier?: 0 | 2;
  run(args: Args, ground: Ground): Promise<Result>;
}

/** Arguments after they were read: each of its kind, an empty text or zero where it was left out. */
export interface Args {
  text(name: string): string;
  number(name: string): number;
}

/** Longest text that a tool takes, in characters. */
const LONGEST = 500;

/** Reads arguments; what is of another kind counts as left out. */
export const argsOf = (given: Readonly<Record<string, unknown>>): Args => ({
  text: (name) => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    return typeof value === 'string' ? value.slice(0, LONGEST) : '';
  },
  number: (name) => {
    const value = Object.hasOwn(given, name) ? Number(given[name]) : 0;
    return Number.isSafeInteger(value) && value > 0 ? value : 0;
  },
});

export const refused = (why: string): Result => ({ ok: false, why });

/** A result in the form in which a model gets it: fenced, so that nothing in it passes for anything but data. */
export const resultText = (result: Result): string =>
  result.ok ? fence(result.head, result.rows, 'RESULT').text : `REFUSED: ${result.why}`;
