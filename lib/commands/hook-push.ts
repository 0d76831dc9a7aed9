import { GitError } from '../errors.ts';
import type { Git } from '../git/exec.ts';
import { openRepo } from '../git/repo.ts';
import { emptyTree } from '../git/revisions.ts';
import type { Progress } from '../progress.ts';
import { visible } from '../text/visible.ts';
import { type Checked, review } from './check.ts';
import { say } from './output.ts';
import { type Range, scopedRange } from './range.ts';
import type { Invocation } from './row.ts';

/** One line of what git writes to a pre-push hook. */
export interface Push {
  readonly localRef: string;
  readonly localId: string;
  readonly remoteRef: string;
  readonly remoteId: string;
}

/** Bytes of input that are read: some ten thousand refs. */
const CAP = 4 * 1024 * 1024;

const LINE = /^(\S+) ([0-9a-f]{40,64}) (\S+) ([0-9a-f]{40,64})$/;

/** Reads the lines `LOCAL-REF LOCAL-ID REMOTE-REF REMOTE-ID`. Throws GitError on anything else. */
export const parsePushes = (input: string): Push[] =>
  input
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, localRef = '', localId = '', remoteRef = '', remoteId = ''] = LINE.exec(line.trim()) ?? [];
      if (localRef !== '') return { localRef, localId, remoteRef, remoteId };
      throw new GitError(
        `git wrote an unexpected line to the pre-push hook: ${JSON.stringify(line.slice(0, 80))}`,
        'Nothing was reviewed.',
      );
    });

const isNothing = (id: string): boolean => /^0+$/.test(id);

const readInput = async (): Promise<string> => {
  if (process.stdin.isTTY) return '';
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > CAP) throw new GitError('too many refs are pushed at once', 'Push fewer, or run `lgtm check` on them.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

const holds = async (git: Git, id: string): Promise<boolean> =>
  !isNothing(id) && (await git.run(['cat-file', '-e', `${id}^{commit}`], { accept: [0, 1, 128] })).code === 0;

/** The newest commit that the remote is known to hold already; the empty tree where it holds none of them. */
const boundaryOf = async (git: Git, tip: string, remote: string): Promise<string> => {
  const known = /^[\w./-]+$/.test(remote) ? [`--remotes=${remote}`] : ['--remotes'];
  const listed = await git.text(['rev-list', '--boundary', tip, '--not', ...known]);
  const boundary = /^-([0-9a-f]+)$/m.exec(listed)?.[1];
  if (boundary) return boundary;
  // Nothing new at all, or nothing known: in the first case the tip itself is there already.
  return listed === '' ? tip : emptyTree(git);
};

/** What one ref brings. */
interface Brought extends Range {
  readonly name: string;
}

const rangeOf = async (git: Git, push: Push, remote: string): Promise<Brought> => {
  const { localRef: name, localId: tip, remoteId } = push;
  if (!(await holds(git, remoteId))) return { name, base: await boundaryOf(git, tip, remote), tip };
  const common = await git.text(['merge-base', remoteId, tip], { accept: [0, 1] });
  return { name, base: common || remoteId, tip };
};

/** A report that says which ref it is about. */
const titled = ({ name, base, tip }: Brought, { report, isEmpty, show }: Checked): Checked => ({
  report,
  isEmpty,
  show: () => {
    say(`lgtm: ${visible(name)}: ${base.slice(0, 12)}..${tip.slice(0, 12)}`);
    return show();
  },
});

/** Reviews what a push brings to the remote, ref by ref; what it deletes brings nothing. Throws LgtmError. */
export const reviewPush = async (call: Invocation, progress: Progress): Promise<readonly Checked[]> => {
  const pushes = parsePushes(await readInput()).filter(({ localId }) => !isNothing(localId));
  const { git } = await openRepo(call.cwd, call.env);
  const ranges: Brought[] = [];
  for (const push of pushes) {
    const range = await rangeOf(git, push, call.words[1] ?? '');
    const isKnown =
      range.base === range.tip || ranges.some(({ base, tip }) => base === range.base && tip === range.tip);
    if (!isKnown) ranges.push(range);
  }
  const all: Checked[] = [];
  for (const range of ranges) {
    const checked = await review(call, progress, null, scopedRange(range, 'nothing is pushed'));
    if (checked && !checked.isEmpty) all.push(titled(range, checked));
  }
  return all;
};
