import { openByPath } from '../config/by-path.ts';
import { loadConfig } from '../config/load.ts';
import { readBlobs } from '../git/blobs.ts';
import type { Git } from '../git/exec.ts';
import { readManifest } from '../git/manifest.ts';
import type { Repo } from '../git/repo.ts';
import type { BaselineEntry } from '../pass/baseline.ts';
import { moveEntries, type Renamed } from '../pass/baseline-move.ts';
import { type LookedAt, staleEntries } from '../pass/baseline-stale.ts';
import { prepareDetectors } from '../pass/detect.ts';
import { builtInRules } from '../specs/library.ts';
import { decode, looksTextual } from '../text/lines.ts';

/** Bytes of a file that entries are measured against; a larger one is left alone. */
const CAP = 4 * 1024 * 1024;

/** Paths that one call of git is given. */
const AT_ONCE = 500;

/** Object ids of the plain files that the index holds among these paths. */
const idsOf = async (git: Git, paths: readonly string[]): Promise<Map<string, string>> => {
  const ids = new Map<string, string>();
  for (let from = 0; from < paths.length; from += AT_ONCE) {
    const listed = await git.text(['ls-files', '-s', '-z', '--', ...paths.slice(from, from + AT_ONCE)]);
    for (const record of listed.split('\0')) {
      const [, id = '', path = ''] = /^100\d{3} ([0-9a-f]+) 0\t([\s\S]*)$/.exec(record) ?? [];
      if (id !== '') ids.set(path, id);
    }
  }
  return ids;
};

/** Texts of these paths as the index holds them: null where a path is gone; a path that is no text is left out. */
const readTexts = async (git: Git, paths: readonly string[]): Promise<ReadonlyMap<string, string | null>> => {
  const ids = await idsOf(git, paths);
  const texts = new Map<string, string>();
  for await (const { id, bytes } of readBlobs(git, [...new Set(ids.values())], CAP))
    if (bytes && looksTextual(bytes)) texts.set(id, decode(bytes));
  return new Map(
    paths.flatMap((path): [string, string | null][] => {
      const id = ids.get(path);
      if (id === undefined) return [[path, null]];
      const text = texts.get(id);
      return text === undefined ? [] : [[path, text]];
    }),
  );
};

export interface Pruned {
  readonly entries: readonly BaselineEntry[];
  readonly removed: readonly BaselineEntry[];
}

/**
 * Brings a baseline up to date with the index: entries about renamed files go by the new name; with `prunes`, those that
 * match nothing any more go. Throws GitError, ConfigError.
 */
export const refresh = async (
  repo: Repo,
  env: NodeJS.ProcessEnv,
  entries: readonly BaselineEntry[],
  prunes: boolean,
): Promise<Pruned> => {
  if (entries.length === 0) return { entries, removed: [] };
  const [records, { config }] = await Promise.all([readManifest(repo), loadConfig(repo, env)]);
  const { anywhere, domains } = await openByPath(config);
  const rules = builtInRules();
  const active = rules.filter((rule) => anywhere(rule) !== 'off');
  const detectors = await prepareDetectors(active);
  const named = new Set(entries.map(({ path }) => path));
  const renames = records.flatMap(({ path, oldPath }) => (oldPath && named.has(oldPath) ? [{ path, oldPath }] : []));
  const texts = await readTexts(repo.git, [...new Set([...named, ...renames.map(({ path }) => path)])]);
  const renamed = renames.flatMap((one): Renamed[] => {
    const text = texts.get(one.path);
    return typeof text === 'string' ? [{ ...one, text }] : [];
  });
  const moved = moveEntries(entries, renamed, detectors);
  if (!prunes) return { entries: moved, removed: [] };
  const looked = [...texts].map(([path, text]): LookedAt => ({ path, knownAs: path, text }));
  const known = new Set(rules.map(({ id }) => id));
  const removed = staleEntries(moved, looked, { known, active, detectors, domains });
  return { entries: moved.filter((entry) => !removed.includes(entry)), removed };
};
