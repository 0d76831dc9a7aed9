import { UsageError } from '../errors.ts';
import { readManifest } from '../git/manifest.ts';
import { openRepo } from '../git/repo.ts';
import type { Request } from '../session.ts';
import type { Invocation } from './row.ts';

/** What a command line asks to be looked at, opened. */
export interface Scope extends Pick<Request, 'repo' | 'records' | 'staged' | 'isWhole' | 'given' | 'env'> {
  /** The commit that is looked at, where it is not what is staged. */
  readonly tip?: string;
  /** Words for a change without a file. */
  readonly nothing: string;
}

/** Opens a scope, works in it, and clears away behind it. Throws LgtmError. */
export type Scoped = <T>(call: Invocation, work: (scope: Scope) => Promise<T>) => Promise<T>;

const staged: Scoped = async (call, work) => {
  const repo = await openRepo(call.cwd, call.env);
  return work({ repo, records: await readManifest(repo), env: call.env, nothing: 'nothing is staged' });
};

const text = (call: Invocation, name: string): string => String(call.flags[name]);

/** One row a scope; the option is named like it. To add one: a row here and its option in `row.ts`. */
const SCOPES: Readonly<Record<string, (call: Invocation) => Scoped | Promise<Scoped>>> = {
  staged: () => staged,
  range: async (call) => (await import('./scope-range.ts')).between(text(call, 'range')),
  commit: async (call) => (await import('./scope-range.ts')).single(text(call, 'commit')),
  diff: async (call) => (await import('./scope-diff.ts')).diffIn(text(call, 'diff')),
  'all-files': async () => (await import('./scope-all.ts')).allFiles,
};

/** What a command line asks to be looked at: one of the scopes, or the index. Throws UsageError. */
export const scopedBy = async (call: Invocation): Promise<Scoped> => {
  const named = Object.keys(SCOPES).filter((name) => call.flags[name] !== undefined && call.flags[name] !== false);
  if (named.length > 1)
    throw new UsageError(
      `${named.map((name) => `--${name}`).join(' and ')} exclude each other`,
      'One change at a time; what is staged is the default.',
    );
  return (await SCOPES[named[0] ?? 'staged']?.(call)) ?? staged;
};
