import { UsageError } from '../errors.ts';
import { clearCode, listCode } from '../state/compiled.ts';
import type { Kept } from '../state/listing.ts';
import { clearAnswers, listAnswers, MEMO_LIMITS, memoFolder } from '../state/memo.ts';
import { safeJson, visible } from '../text/visible.ts';
import { print } from './output.ts';
import type { Invocation, Run } from './table.ts';

const UNITS = ['B', 'kB', 'MB', 'GB'] as const;

/** Bytes for people: three digits at most before the unit. */
const sizeOf = (bytes: number): string => {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${UNITS[power]}`;
};

const DAY = 86_400_000;

const agoOf = (at: number): string => {
  const days = Math.max(0, Math.floor((Date.now() - at) / DAY));
  return days === 0 ? 'today' : `${days} ${days === 1 ? 'day' : 'days'} ago`;
};

const answersOf = (count: number): string => `${count} ${count === 1 ? 'answer' : 'answers'}`;

const sizeOfAll = (kept: readonly Kept[]): number => kept.reduce((sum, one) => sum + one.bytes, 0);

const show = async ({ env, flags }: Invocation): Promise<void> => {
  const [kept, code] = [listAnswers(env), listCode(env)];
  const bytes = sizeOfAll(kept);
  const folder = memoFolder(env);
  if (flags['json']) {
    const [oldest, newest] = [kept[0], kept.at(-1)].map((one) => (one ? new Date(one.at).toISOString() : null));
    const limits = { days: MEMO_LIMITS.age / DAY, bytes: MEMO_LIMITS.bytes };
    const compiled = { programs: code.length, bytes: sizeOfAll(code) };
    return print(`${safeJson({ schema: 1, folder, answers: kept.length, bytes, oldest, newest, limits, compiled })}\n`);
  }
  const oldest = kept[0] ? `, the oldest from ${agoOf(kept[0].at)}` : '';
  await print(`lgtm: ${answersOf(kept.length)} kept, ${sizeOf(bytes)}${oldest}, in ${visible(folder)}\n`);
  await print(`      kept for ${MEMO_LIMITS.age / DAY} days and up to ${MEMO_LIMITS.bytes / 1024 / 1024} MiB\n`);
  if (code.length > 0) await print(`      beside lgtm itself as Node compiled it, ${sizeOf(sizeOfAll(code))}\n`);
};

const clear = async ({ env, flags }: Invocation): Promise<void> => {
  const removed = clearAnswers(env);
  clearCode(env);
  await print(flags['json'] ? `${safeJson({ schema: 1, removed })}\n` : `lgtm: removed ${answersOf(removed)}\n`);
};

export const run: Run = async (call) => {
  const [verb = 'show'] = call.words;
  if (verb !== 'show' && verb !== 'clear')
    throw new UsageError(`lgtm cache knows show and clear, not "${verb}"`, '`lgtm cache --help` shows how.');
  await (verb === 'clear' ? clear(call) : show(call));
  return 0;
};
