import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { isInRepository } from '../git/locate.ts';
import { discard, TEMPORARY } from './disk.ts';
import { cacheFolder } from './folders.ts';
import { type Kept, listKept } from './listing.ts';
import { type Kind, keepSealedBytes, recallSealedBytes } from './sealed.ts';

/**
 * What V8 made of the program, kept from one run to the next: compiling it takes a third of a small commit's time, reading
 * it a tenth of that. V8 ends the process where such data is damaged, and what is in it is run. So it lies under a digest,
 * in a folder of the user's own, and never in one that a repository can fill.
 */

const CODE: Kind = { name: 'code', version: 1 };

/** Most bytes that are read; a whole program takes about one million. */
const LARGEST = 16 * 1024 * 1024;

/** Programs, versions of Node and options of it that have a file of their own at the same time. */
const FILES = 6;

const NAME = /^[0-9a-f]{32}$/;

/** `code` in the cache folder. */
const codeFolder = (env: NodeJS.ProcessEnv): string => join(cacheFolder(env), 'code');

/** V8's data fits one program, one Node and one set of options. */
const fileFor = (env: NodeJS.ProcessEnv, program: string): string => {
  const parts = [program, process.version, process.arch, process.execArgv, env['NODE_OPTIONS'] ?? ''];
  return join(codeFolder(env), createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32));
};

/** The programs that are kept, newest first. */
export const listCode = (env: NodeJS.ProcessEnv): Kept[] => listKept(codeFolder(env), NAME).sort((a, b) => b.at - a.at);

/** Where a run takes place: what it is told of the user's folders, and the folder it stands in. */
export interface Place {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
}

const isSafe = ({ env, cwd }: Place): boolean => !isInRepository(codeFolder(env), cwd);

/** The code of a program, which is known by its digest; null where none is kept that is whole. Never throws. */
export const recallCode = (place: Place, program: string): Buffer | null => {
  const code = recallSealedBytes(cacheFolder(place.env), fileFor(place.env, program), CODE, LARGEST);
  return code && isSafe(place) ? code : null;
};

/** Keeps it, and removes what is left of other versions. False where it could not be written. Never throws. */
export const keepCode = (place: Place, program: string, code: Buffer): boolean => {
  const { env } = place;
  const kept = isSafe(place) && keepSealedBytes(cacheFolder(env), fileFor(env, program), CODE, code);
  if (kept) for (const { path } of listCode(env).slice(FILES)) discard(path);
  return kept;
};

/** Removes all of it, and what a crash left half-written. Returns how many programs went. */
export const clearCode = (env: NodeJS.ProcessEnv): number => {
  for (const { path } of listKept(codeFolder(env), TEMPORARY)) discard(path);
  return listCode(env).filter(({ path }) => discard(path)).length;
};
