import { ConfigError, EXIT, UsageError } from '../errors.ts';
import { openRepo } from '../git/repo.ts';
import { type Dismissal, dismissedFile, readDismissed, writeDismissed } from '../state/dismissed.ts';
import { type LastFinding, readLastRun } from '../state/last-run.ts';
import { type RepoState, repoState } from '../state/repository.ts';
import { excerpt, safeJson, visible } from '../text/visible.ts';
import { print, say } from './output.ts';
import type { Invocation, Run } from './row.ts';

/** Digits of an id that have to be given. */
const LEAST = 4;

/** Ids that a refusal lists. */
const LISTED = 20;

/** The dismissals, to be changed. Throws ConfigError where they cannot be read: what is there is not thrown away. */
const openDismissals = (state: RepoState): readonly Dismissal[] => {
  const entries = readDismissed(state);
  if (entries) return entries;
  throw new ConfigError(`${dismissedFile(state)} cannot be read`, 'Remove it to start anew; what it held is lost.');
};

const place = ({ rule, path, line }: Omit<LastFinding, 'id'>): string =>
  `${rule} ${line > 0 ? `${path}:${line}` : path}`;

const lineOf = (one: LastFinding): string => `${one.id}  ${visible(place(one))}`;

/** Tells the ids that there are, and that the one given is none of them. */
const refuse = (message: string, known: readonly string[], none: string): number => {
  say(`lgtm: ${visible(message)}`);
  if (known.length === 0) say(`      ${none}`);
  for (const line of known.slice(0, LISTED)) say(`      ${line}`);
  if (known.length > LISTED) say(`      and ${known.length - LISTED} more: lgtm dismiss --known`);
  return EXIT.usage;
};

type Match<T> = { readonly kind: 'one'; readonly item: T } | { readonly kind: 'none' | 'several' };

/** What an id or the beginning of one means. */
const find = <T extends { readonly id: string }>(given: string, items: readonly T[]): Match<T> => {
  const wanted = given.toLowerCase();
  const fits = /^[0-9a-f]+$/.test(wanted) && wanted.length >= LEAST && wanted.length <= 16;
  const found = fits ? items.filter(({ id }) => id.startsWith(wanted)) : [];
  const [item] = found;
  if (item && found.length === 1) return { kind: 'one', item };
  return { kind: found.length > 1 ? 'several' : 'none' };
};

const shownId = (id: string): string => JSON.stringify(excerpt(id, 40));

const readReason = (value: unknown): string => {
  const reason = typeof value === 'string' ? value.trim() : '';
  if (/[\p{L}\p{N}]{2}/u.test(reason)) return reason;
  throw new UsageError('lgtm dismiss needs a reason', 'lgtm dismiss FINDING --reason "why it is no matter"');
};

const dismiss = async (state: RepoState, given: string, reason: string): Promise<number> => {
  const known = readLastRun(state);
  const match = find(given, known);
  if (match.kind !== 'one') {
    const why =
      match.kind === 'several'
        ? `${shownId(given)} begins several ids`
        : `the last run here did not report ${shownId(given)}`;
    return refuse(why, known.map(lineOf), 'It reported nothing. Run `lgtm check` first.');
  }
  const { id, rule, path } = match.item;
  const at = new Date().toISOString();
  writeDismissed(state, [...openDismissals(state), { id, rule, path, reason, at }]);
  await print(
    `dismissed ${id}: ${visible(place(match.item))}\nIt stays listed as suppressed. Take it back: lgtm dismiss --remove ${id}\n`,
  );
  return EXIT.ok;
};

const remove = async (state: RepoState, given: string): Promise<number> => {
  const entries = openDismissals(state);
  const match = find(given, entries);
  if (match.kind !== 'one') {
    const why =
      match.kind === 'several' ? `${shownId(given)} begins several ids` : `${shownId(given)} is not dismissed here`;
    return refuse(why, entries.map(dismissalLine), 'Nothing is.');
  }
  const { id, rule, path } = match.item;
  writeDismissed(
    state,
    entries.filter((one) => one.id !== id),
  );
  await print(`no longer dismissed: ${id} ${visible(`${rule} ${path}`)}\n`);
  return EXIT.ok;
};

const dismissalLine = ({ id, rule, path, reason, at }: Dismissal): string =>
  `${id}  ${visible(`${rule} ${path}: ${reason}`)} (${visible(at.slice(0, 10))})`;

const show = async <T>(
  items: readonly T[],
  line: (item: T) => string,
  none: string,
  json: boolean,
): Promise<number> => {
  if (json) await print(`${safeJson({ schema: 1, findings: items })}\n`);
  else await print(`${items.length === 0 ? none : items.map(line).join('\n')}\n`);
  return EXIT.ok;
};

/** Exactly one thing is asked for. */
const verbOf = ({ flags, words }: Invocation): 'list' | 'known' | 'remove' | 'dismiss' => {
  const given = (['list', 'known', 'remove'] as const).filter(
    (name) => flags[name] !== undefined && flags[name] !== false,
  );
  if (given.length + words.length > 1)
    throw new UsageError('one thing at a time', 'Give a finding, or one of --list, --known and --remove.');
  const [verb] = given;
  if (verb) return verb;
  if (words.length === 1) return 'dismiss';
  throw new UsageError('lgtm dismiss needs the id of a finding', '`lgtm dismiss --known` lists those of the last run.');
};

export const run: Run = async (call) => {
  const { cwd, env, flags, words } = call;
  const verb = verbOf(call);
  const reason = verb === 'dismiss' ? readReason(flags['reason']) : '';
  const { git } = await openRepo(cwd, env);
  const state = await repoState(git, env);
  const json = Boolean(flags['json']);
  if (verb === 'known') return show(readLastRun(state), lineOf, 'The last run here reported nothing.', json);
  if (verb === 'list') return show(openDismissals(state), dismissalLine, 'Nothing is dismissed here.', json);
  return verb === 'remove' ? remove(state, String(flags['remove'])) : dismiss(state, words[0] ?? '', reason);
};
