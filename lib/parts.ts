import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import type { Place } from './state/compiled.ts';

/**
 * The two halves of the built program. The launcher is small, and is all that runs where nothing is staged; what is needed for
 * a review is evaluated here when a part of it is first asked for, from V8's own form of it where an earlier run has kept
 * that. `tools/build.ts` decides which file is in which half; the sources know nothing of it.
 */

/** The files of the launcher by name, for the other half; the build fills it in. */
declare const CORE: Readonly<Record<string, () => unknown>>;

/** Digest of the other half; the build fills it in. */
declare const PROGRAM_DIGEST: string;

const PROGRAM = join(__dirname, 'lgtm.cjs');

/** What Node hands a CommonJS module; `import()`, which a script has of its own only with an experimental option; the launcher. */
const SURROUNDINGS = 'exports, require, module, __filename, __dirname, OWN_IMPORT, CORE';

type Wrapped = (...surroundings: readonly unknown[]) => void;
type Parts = Readonly<Record<string, () => unknown>>;

const compile = (cachedData: Buffer | null): Script =>
  // The build sees to it that the text is ASCII.
  new Script(`(function (${SURROUNDINGS}) {${readFileSync(PROGRAM, 'latin1')}\n})`, {
    filename: PROGRAM,
    ...(cachedData ? { cachedData } : {}),
  });

const evaluate = (script: Script): Parts => {
  const module = { exports: {} };
  const own = (name: string): Promise<unknown> => import(name);
  (script.runInThisContext() as Wrapped)(module.exports, require, module, PROGRAM, __dirname, own, CORE);
  return module.exports as Parts;
};

interface Opened {
  readonly parts: Parts;
  /** Keeps its compiled form for the next run; null where that is kept already, or not wanted. */
  readonly keep: (() => void) | null;
}

const open = (place: Place): Opened => {
  // The variable that switches off Node's own cache of compiled code.
  if (place.env['NODE_DISABLE_COMPILE_CACHE']) return { parts: evaluate(compile(null)), keep: null };
  // Loaded here, because the launcher alone has no use for it.
  const { keepCode, recallCode } = require('./state/compiled.ts') as typeof import('./state/compiled.ts');
  const code = recallCode(place, PROGRAM_DIGEST);
  const script = compile(code);
  const isKept = code !== null && !script.cachedDataRejected;
  const keep = (): void => void keepCode(place, PROGRAM_DIGEST, script.createCachedData());
  return { parts: evaluate(script), keep: isKept ? null : keep };
};

let opened: Opened | null = null;

/** The exports of a file of the other half. Throws where there is no such file. */
export const part = (name: string): unknown => {
  opened ??= open({ env: process.env, cwd: process.cwd() });
  const found = opened.parts[name];
  if (!found) throw new Error(`the program has no part ${name}`);
  return found();
};

/** Keeps the compiled form of the program where none is kept yet; called after a review, which needed most of it. */
export const keepParts = (): void => opened?.keep?.();
