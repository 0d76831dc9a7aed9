import { UsageError } from '../errors.ts';
import { secondsOf } from './flags.ts';
import type { Invocation } from './row.ts';

/** What `lgtm eval` is asked for. */
export interface EvalOptions {
  readonly model: string | null;
  readonly split: 'test' | 'dev' | 'all';
  readonly rules: readonly string[] | null;
  readonly quick: boolean;
  readonly cases: string | null;
  readonly runs: number;
  readonly limit: number | null;
  readonly deadline: number;
  readonly ablate: readonly string[];
  readonly fresh: boolean;
  readonly byRule: boolean;
  readonly files: readonly (readonly ['json' | 'html' | 'markdown', string])[];
}

const HINT = '`lgtm eval --help` lists the options.';

const countOf = (value: unknown, name: string, most: number): number | null => {
  if (value === undefined) return null;
  const count = Number(value);
  if (Number.isInteger(count) && count >= 1 && count <= most) return count;
  throw new UsageError(`--${name} takes a whole number from 1 to ${most}, not "${String(value)}"`, HINT);
};

const splitOf = (value: unknown): EvalOptions['split'] => {
  const split = value ?? 'test';
  if (split === 'test' || split === 'dev' || split === 'all') return split;
  throw new UsageError(`--split takes test, dev or all, not "${String(split)}"`, HINT);
};

const textOf = (value: unknown): string | null => (value === undefined ? null : String(value));

const FILES = ['json', 'html', 'markdown'] as const;

/** A model may be asked for ten minutes about one change: small machines are slow, and a deadline would cut what is measured. */
const DEADLINE = 600;

/** Reads the flags. Throws UsageError. */
export const readEvalOptions = ({ flags }: Invocation): EvalOptions => {
  const rules = textOf(flags['rules']);
  return {
    model: textOf(flags['model']),
    split: splitOf(flags['split']),
    rules:
      rules === null
        ? null
        : rules
            .split(',')
            .map((id) => id.trim())
            .filter(Boolean),
    quick: flags['quick'] === true,
    cases: textOf(flags['cases']),
    runs: countOf(flags['runs'], 'runs', 100) ?? 1,
    limit: countOf(flags['limit'], 'limit', 100_000),
    deadline: secondsOf(flags['deadline'], 'eval') ?? DEADLINE,
    ablate: [flags['ablate'] ?? []].flat().map(String),
    fresh: flags['fresh'] === true,
    byRule: flags['by-rule'] === true,
    files: FILES.flatMap((name) => (flags[name] === undefined ? [] : [[name, String(flags[name])] as const])),
  };
};
