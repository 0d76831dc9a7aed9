import { UsageError } from '../errors.ts';
import type { Invocation, Run } from './table.ts';

interface Verb {
  /** What must follow; nothing has to where it is null. */
  readonly needs: string | null;
  run(call: Invocation, argument: string): Promise<number>;
}

/** To add a verb: one file beside this one, one entry here, and its place in the row of the command. */
const VERBS: Readonly<Record<string, Verb>> = {
  list: { needs: null, run: async (call, model) => (await import('./rules-list.ts')).list(call, model) },
  show: { needs: 'a rule', run: async (call, id) => (await import('./rules-show.ts')).show(call, id) },
  why: { needs: 'a path', run: async (call, path) => (await import('./rules-why.ts')).why(call, path) },
  test: { needs: null, run: async (call, id) => (await import('./rules-test.ts')).test(call, id) },
  new: { needs: 'an id', run: async (call, id) => (await import('./rules-new.ts')).create(call, id) },
};

export const run: Run = async (call) => {
  const [name = 'list', argument = ''] = call.words;
  const verb = Object.hasOwn(VERBS, name) ? VERBS[name] : undefined;
  if (!verb)
    throw new UsageError(
      `unknown verb "${name}"`,
      `Verbs: ${Object.keys(VERBS).join(', ')}; \`lgtm rules --help\` explains them.`,
    );
  if (verb.needs !== null && argument === '') throw new UsageError(`lgtm rules ${name} needs ${verb.needs}`);
  return verb.run(call, argument);
};
