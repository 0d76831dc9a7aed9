import { UsageError } from '../errors.ts';
import type { Run } from './table.ts';

export const run: Run = async (call) => {
  const [name = ''] = call.words;
  if (name !== 'init')
    throw new UsageError(`unknown verb "${name}"`, 'Verbs: init; `lgtm policies --help` explains it.');
  return (await import('./policies-init.ts')).init(call);
};
