import { EXIT, UsageError } from '../errors.ts';
import { openRepo, type Repo } from '../git/repo.ts';
import { BASELINE_FILE, type BaselineEntry, entriesOf } from '../pass/baseline.ts';
import { safeJson, visible } from '../text/visible.ts';
import type { Report } from '../types.ts';
import { readWorkBaseline, writeWorkBaseline } from './baseline-file.ts';
import { refresh } from './baseline-prune.ts';
import { review } from './check.ts';
import { print, say } from './output.ts';
import { openProgress } from './progress.ts';
import type { Invocation, Run } from './row.ts';

interface Wish {
  readonly update: boolean;
  readonly prune: boolean;
  readonly reason: string | null;
}

const readWish = ({ flags }: Invocation): Wish => {
  const reason = flags['reason'] === undefined ? null : String(flags['reason']).trim().slice(0, 500);
  if (reason === '') throw new UsageError('--reason is empty', 'Say why, or leave it out.');
  return { update: Boolean(flags['update']), prune: Boolean(flags['prune']), reason };
};

/** The baseline that is there, and whether what was asked for makes sense with it. Throws UsageError, ConfigError. */
const readExisting = (root: string, { update, prune }: Wish): readonly BaselineEntry[] => {
  const existing = readWorkBaseline(root);
  if (existing === null && prune && !update)
    throw new UsageError(`there is no ${BASELINE_FILE} to prune`, '`lgtm baseline` writes one.');
  if (existing !== null && !update && !prune)
    throw new UsageError(
      `there is a ${BASELINE_FILE} already`,
      '--update adds to it, --prune removes what matches nothing any more.',
    );
  return existing ?? [];
};

/** Left out by choice or for want of room; anything else that was not asked is a failure. */
const CHOSEN = new Set(['needs a model', 'over budget']);

const isComplete = ({ outcome, notReviewed }: Report): boolean =>
  outcome !== 'not-reviewed' && notReviewed.every(({ rule, reason }) => rule === undefined || CHOSEN.has(reason));

interface Collected {
  readonly entries: readonly BaselineEntry[];
  readonly complete: boolean;
  readonly why: string;
}

/**
 * What the review of a change finds, as entries. The change is what `lgtm check` reviews for the same command line, so that
 * every scope that it has is a scope here.
 */
const collect = async (call: Invocation, { reason }: Wish): Promise<Collected> => {
  const progress = openProgress(process.stderr, call.env);
  const checked = await review(call, progress);
  progress.end();
  if (!checked) return { entries: [], complete: true, why: '' };
  const { report } = checked;
  return { entries: entriesOf(report.findings, reason), complete: isComplete(report), why: report.notes[0] ?? '' };
};

const merge = (existing: readonly BaselineEntry[], found: readonly BaselineEntry[]): BaselineEntry[] => {
  const known = new Set(existing.map(({ id }) => id));
  return [...existing, ...found.filter(({ id }) => !known.has(id))];
};

const countOf = (n: number): string => `${n} ${n === 1 ? 'entry' : 'entries'}`;

const tell = async (
  before: readonly BaselineEntry[],
  after: readonly BaselineEntry[],
  json: boolean,
): Promise<void> => {
  const ids = [before, after].map((list) => new Set(list.map(({ id }) => id)));
  const added = after.filter(({ id }) => !ids[0]?.has(id));
  const removed = before.filter(({ id }) => !ids[1]?.has(id));
  if (json) {
    await print(`${safeJson({ schema: 1, file: BASELINE_FILE, entries: after.length, added, removed })}\n`);
    return;
  }
  const line = (mark: string, { id, rule, path }: BaselineEntry): string =>
    `${mark} ${id}  ${visible(`${rule} ${path}`)}\n`;
  await print([...removed.map((one) => line('-', one)), ...added.map((one) => line('+', one))].join(''));
  if (added.length + removed.length === 0)
    await print(`${BASELINE_FILE}: nothing to change, ${countOf(after.length)}\n`);
  else
    await print(
      `${BASELINE_FILE}: ${countOf(after.length)}, ${added.length} new, ${removed.length} gone. It counts once it is committed:\n  git add ${BASELINE_FILE} && git commit -m "Accept what lgtm finds" ${BASELINE_FILE}\n`,
    );
};

const write = async (
  { root }: Repo,
  before: readonly BaselineEntry[],
  after: readonly BaselineEntry[],
): Promise<void> => {
  const same = before.length === after.length && after.every((one, i) => one.id === before[i]?.id);
  if (!same) await writeWorkBaseline(root, after);
};

export const run: Run = async (call) => {
  const wish = readWish(call);
  const repo = await openRepo(call.cwd, call.env);
  const before = readExisting(repo.root, wish);
  const adds = wish.update || !wish.prune;
  const found = adds ? await collect(call, wish) : { entries: [], complete: true, why: '' };
  const { entries } = await refresh(repo, call.env, before, wish.prune);
  const after = merge(entries, found.entries);
  await write(repo, before, after);
  await tell(before, after, Boolean(call.flags['json']));
  if (found.complete) return EXIT.ok;
  say(`lgtm: the review behind it was not complete: ${visible(found.why)}`);
  say('      `lgtm baseline --no-model` takes the rules that need none; `lgtm doctor` says what is missing.');
  return EXIT.notReviewed;
};
