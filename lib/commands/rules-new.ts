import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LgtmError, messageOf, UsageError } from '../errors.ts';
import { openGit } from '../git/repo.ts';
import { POLICIES } from '../specs/governing.ts';
import { visible } from '../text/visible.ts';
import { print } from './output.ts';
import { skeleton } from './rules-skeleton.ts';
import type { Invocation } from './table.ts';

/** Ids are paths without their extension: lower case, in one or more parts. */
const ID = /^(?:[a-z0-9][a-z0-9_-]*\/)*[a-z0-9][a-z0-9_.-]*$/;

interface Place {
  readonly id: string;
  readonly path: string;
}

const placeOf = (given: string, builtIn: boolean): Place => {
  const bare = given.replace(/^local\//, '').replace(/\.md$/, '');
  if (!ID.test(bare) || bare.length > 100)
    throw new UsageError(`"${given}" is no id of a rule`, 'An id is lower case, such as fees/round-up.');
  if (!builtIn) return { id: `local/${bare}`, path: `${POLICIES}${bare}.md` };
  if (!bare.includes('/')) throw new UsageError(`"${given}" needs a group in front, such as sec/${bare}`);
  return { id: bare, path: `specs/rules/${bare}.md` };
};

const kindOf = ({ flags }: Invocation): 'D' | 'H' | 'M' => {
  const kind = String(flags['class'] ?? 'D').toUpperCase();
  if (kind === 'D' || kind === 'H' || kind === 'M') return kind;
  throw new UsageError(`--class takes D, H or M, not "${visible(String(flags['class']))}"`);
};

const write = (root: string, path: string, text: string): void => {
  try {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text, { flag: 'wx' });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST')
      throw new UsageError(`${path} is there already and stays as it is`, 'Choose another id, or edit the file.');
    throw new LgtmError(`cannot write ${path}: ${messageOf(cause)}`, 'Check the permissions of the folder.', { cause });
  }
};

/** `lgtm rules new ID`: writes a rule to start from, which is whole and passes its own examples. Throws LgtmError. */
export const create = async (call: Invocation, given: string): Promise<number> => {
  const { id, path } = placeOf(given, Boolean(call.flags['built-in']));
  const kind = kindOf(call);
  const { root } = await openGit(call.cwd, call.env);
  write(root, path, skeleton(id, kind));
  await print(`lgtm: wrote ${visible(path)}; change every line of it, then run \`lgtm rules test ${visible(id)}\`\n`);
  return 0;
};
