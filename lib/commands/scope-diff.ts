import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { messageOf, UsageError } from '../errors.ts';
import { indexFiles } from '../git/index-files.ts';
import { openRepo } from '../git/repo.ts';
import { fileOfDiff, withDiff } from '../pass/diffed.ts';
import { parseUnified } from '../text/unified.ts';
import { scopedRange } from './range.ts';
import type { Invocation } from './row.ts';
import type { Scoped } from './scope.ts';

/** Bytes of a diff. */
const CAP = 64 * 1024 * 1024;

const collect = async (source: AsyncIterable<Buffer>): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > CAP) throw new Error(`it is larger than ${CAP / 1024 / 1024} MiB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

const readDiff = async ({ cwd }: Invocation, name: string): Promise<string> => {
  if (name === '-' && process.stdin.isTTY)
    throw new UsageError(
      '--diff - reads standard input, and that is a terminal',
      'git diff main | lgtm check --diff -',
    );
  try {
    return await collect(name === '-' ? process.stdin : createReadStream(resolve(cwd, name)));
  } catch (cause) {
    throw new UsageError(`the diff cannot be read: ${messageOf(cause)}`, '', { cause });
  }
};

/** A unified diff, on HEAD: its configuration counts, and files that the diff does not name are as they are there. */
export const diffIn =
  (name: string): Scoped =>
  async (call, work) => {
    const files = parseUnified(await readDiff(call, name)).map(fileOfDiff);
    const { base } = await openRepo(call.cwd, call.env);
    return scopedRange({ base: base.tree, tip: base.tree }, 'the diff holds no file')(call, (scope) => {
      const index = withDiff(indexFiles(scope.repo), files);
      return work({ ...scope, records: files, staged: [], given: { files, index } });
    });
  };
