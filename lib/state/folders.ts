import { lstatSync, type Stats } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/**
 * Where lgtm keeps what may be lost (answers) and what should last (breaker, run records): in the user's own folders by
 * the XDG rules, never in a repository, which could otherwise bring along answers of its own.
 */

const folder = (env: NodeJS.ProcessEnv, variable: string, otherwise: readonly string[]): string => {
  const given = env[variable];
  // The rules say that a relative path is invalid and must be ignored; it would also lie in the repository.
  const base = given && isAbsolute(given) ? given : join(env['HOME'] || homedir(), ...otherwise);
  return join(base, 'lgtm');
};

/** `$XDG_CACHE_HOME/lgtm`, else `~/.cache/lgtm`. */
export const cacheFolder = (env: NodeJS.ProcessEnv): string => folder(env, 'XDG_CACHE_HOME', ['.cache']);

/** `$XDG_STATE_HOME/lgtm`, else `~/.local/state/lgtm`. */
export const stateFolder = (env: NodeJS.ProcessEnv): string => folder(env, 'XDG_STATE_HOME', ['.local', 'state']);

/** `$XDG_DATA_HOME/lgtm`, else `~/.local/share/lgtm`: measurements, which cost hours and are worth keeping. */
export const dataFolder = (env: NodeJS.ProcessEnv): string => folder(env, 'XDG_DATA_HOME', ['.local', 'share']);

/** Null for whatever cannot be looked at. */
const look = (path: string): Stats | null => {
  try {
    return lstatSync(path);
  } catch {
    return null;
  }
};

/** True for a folder of this user into which nobody else can write: only then is what stands in it believed. */
export const isOurs = (path: string): boolean => {
  const stat = look(path);
  if (!stat?.isDirectory()) return false;
  const owner = process.geteuid?.();
  return owner === undefined || (stat.uid === owner && (stat.mode & 0o022) === 0);
};
