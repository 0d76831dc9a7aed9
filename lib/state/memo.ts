import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { discard, TEMPORARY } from './disk.ts';
import { cacheFolder } from './folders.ts';
import { type Kept, listKept } from './listing.ts';
import { type Kind, keepSealed, recallSealed } from './sealed.ts';

/** Answers that a model gave before: the same question to the same model is answered from disk, and nothing is sent. */
export interface Memo {
  recall(key: string): unknown;
  keep(key: string, value: unknown): void;
  /** Bounds what is kept by age and size, where this run has added to it. */
  close(): void;
}

const ANSWER: Kind = { name: 'answer', version: 1 };

/** Limits of what is kept: thirty days, in milliseconds, and 64 MiB, in bytes. */
export const MEMO_LIMITS = { age: 30 * 86_400_000, bytes: 64 * 1024 * 1024 } as const;

/** A clock that was set back makes files look younger than now; this much, in milliseconds, is no reason to drop them. */
const SKEW = 86_400_000;

/** What a crash left half-written is removed after an hour, in milliseconds. */
const ABANDONED = 3_600_000;

const NAME = /^[0-9a-f]{64}$/;

/** The key of a question: everything that decides its answer goes in. */
export const memoKey = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/** `answers` in the cache folder. */
export const memoFolder = (env: NodeJS.ProcessEnv): string => join(cacheFolder(env), 'answers');

const pathOf = (folder: string, key: string): string => join(folder, key.slice(0, 2), key);

/** The answers on disk, oldest first. */
export const listAnswers = (env: NodeJS.ProcessEnv): Kept[] =>
  listKept(memoFolder(env), NAME).sort((a, b) => a.at - b.at);

/** Removes what is too old, abandoned or, oldest first, too much. Returns how many answers went. */
export const boundAnswers = (env: NodeJS.ProcessEnv, now = Date.now(), limits = MEMO_LIMITS): number => {
  for (const { path, at } of listKept(memoFolder(env), TEMPORARY)) if (now - at > ABANDONED) discard(path);
  let bytes = 0;
  let removed = 0;
  for (const { path, at, bytes: size } of listAnswers(env).reverse()) {
    bytes += size;
    const stays = now - at <= limits.age && at - now <= SKEW && bytes <= limits.bytes;
    if (!stays && discard(path)) removed++;
  }
  return removed;
};

/** Removes every answer. Returns how many went. */
export const clearAnswers = (env: NodeJS.ProcessEnv): number => {
  for (const { path } of listKept(memoFolder(env), TEMPORARY)) discard(path);
  return listAnswers(env).filter(({ path }) => discard(path)).length;
};

/** Opens the answers of this user. A folder that is not the user's own, or cannot be used, holds nothing. */
export const openMemo = (env: NodeJS.ProcessEnv): Memo => {
  const root = cacheFolder(env);
  const folder = memoFolder(env);
  let added = false;
  return {
    recall: (key) => recallSealed(root, pathOf(folder, key), ANSWER),
    keep: (key, value) => {
      added = keepSealed(root, pathOf(folder, key), ANSWER, value) || added;
    },
    close: () => {
      if (added) boundAnswers(env);
    },
  };
};
