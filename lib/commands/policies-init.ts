import { lstatSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { loadConfig } from '../config/load.ts';
import { EXIT, LgtmError, messageOf, UsageError } from '../errors.ts';
import { openRepo, type Repo } from '../git/repo.ts';
import { POLICIES } from '../specs/governing.ts';
import { visible } from '../text/visible.ts';
import { isThere, writeNew } from './init.ts';
import { print } from './output.ts';
import { type Draft, draftEntry, draftNotes } from './policies-drafts.ts';
import { type Facts, readFacts } from './policies-facts.ts';
import type { Invocation } from './table.ts';

const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

/** The folder of the policies; a link in its place could lead anywhere. Throws UsageError, LgtmError. */
const makeFolder = (root: string): void => {
  const folder = join(root, POLICIES);
  const link = [dirname(folder), folder.replace(/[\\/]$/, '')].find(isLink);
  if (link) throw new UsageError(`${visible(link)} is a link; nothing is written behind it`);
  try {
    mkdirSync(folder, { recursive: true });
  } catch (cause) {
    throw new LgtmError(`cannot make ${visible(POLICIES)}: ${messageOf(cause)}`, 'Check what stands there.', { cause });
  }
};

const write = async (root: string, { path, title, text }: Draft): Promise<void> => {
  const file = join(root, path);
  if (isThere(file)) return print(`kept   ${path}: it is there already and stays as it is\n`);
  writeNew(file, text);
  await print(`wrote  ${path}: ${visible(title)}\n`);
};

/** What a model adds, and why it added nothing where it failed: the drafts from templates are written all the same. */
interface Proposed {
  readonly drafts: readonly Draft[];
  readonly error: LgtmError | null;
}

const NOTHING: Proposed = { drafts: [], error: null };

const propose = async (repo: Repo, facts: Facts, { env }: Invocation): Promise<Proposed> => {
  const { config } = await loadConfig(repo, env);
  if (config.model === 'none')
    throw new UsageError('no model is wanted here (model: none)', 'Leave out --model, or name one with LGTM_MODEL.');
  const { proposeNotes } = await import('./policies-model.ts');
  try {
    const { drafts, left } = await proposeNotes(repo, facts, config, env);
    const dropped = left > 0 ? `; ${left} left out: they cite what is not tracked` : '';
    await print(`model  proposed ${drafts.length + left}${dropped}\n`);
    return { drafts, error: null };
  } catch (error) {
    if (error instanceof LgtmError) return { drafts: [], error };
    throw error;
  }
};

/**
 * `lgtm policies init`: drafts policies from what the index shows, into the work tree, over nothing that is there. A model that
 * fails leaves the rest written. Throws LgtmError.
 */
export const init = async (call: Invocation): Promise<number> => {
  const repo = await openRepo(call.cwd, call.env);
  const facts = await readFacts(repo);
  const { drafts, error } = call.flags['model'] ? await propose(repo, facts, call) : NOTHING;
  const notes = [...draftNotes(facts), ...drafts];
  makeFolder(repo.root);
  for (const draft of [draftEntry(facts, notes), ...notes]) await write(repo.root, draft);
  if (error) throw error;
  await print('\nRead them, change what is not true here, try them with `lgtm rules test`, and commit them.\n');
  return EXIT.ok;
};
