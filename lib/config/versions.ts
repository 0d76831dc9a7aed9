import { ConfigError } from '../errors.ts';
import { readBlobs } from '../git/blobs.ts';
import { readManifest } from '../git/manifest.ts';
import type { Repo } from '../git/repo.ts';
import type { RawRecord } from '../types.ts';
import { listEntries, type Place } from './entries.ts';

/** The configuration of a repository, at its top level; below it, that of a folder. */
export const CONFIG_FILE = 'lgtm.config.yaml';

/** Globs of files that the model is not shown, at the top level. */
export const IGNORE_FILE = '.lgtmignore';

/** What everybody agreed to live with, a finding a line. */
const BASELINE = '.lgtm/baseline.json';

/** A file as HEAD and as the index hold it; null where absent. */
export interface Versions {
  readonly head: string | null;
  readonly index: string | null;
}

/** Everything in a repository that says how it is reviewed. */
export interface RepoFiles {
  readonly config: Versions;
  readonly ignore: Versions;
  readonly baseline: Versions;
  /** Configurations below the top level that the change is concerned with, by folder. */
  readonly packages: ReadonlyMap<string, Versions>;
  /** Whether HEAD holds any configuration: where it holds none, the staged one counts. */
  readonly isFirst: boolean;
}

/** Bytes of a file before it is refused: configurations, and the baseline, a line a finding. */
const CAP = { small: 64 * 1024, baseline: 4 * 1024 * 1024 } as const;

const HINT = 'docs/configuration.md lists every key.';

/** Texts by object id, or why one cannot be read. */
type Texts = ReadonlyMap<string, string | ConfigError>;

/** Object ids, each with the file that it is the content of. */
const idsOf = (places: readonly Place[]): Map<string, string> =>
  new Map(
    places.flatMap(({ path, head, index }) =>
      [head, index].flatMap((id): [string, string][] => (id === null ? [] : [[id, path]])),
    ),
  );

const capOf = (path: string): number => (path === BASELINE ? CAP.baseline : CAP.small);

const sizeOf = (bytes: number): string => (bytes < 1024 * 1024 ? `${bytes / 1024} KiB` : `${bytes / 1024 / 1024} MiB`);

const readTexts = async (repo: Repo, places: readonly Place[]): Promise<Texts> => {
  const link = places.find(({ isPlain }) => !isPlain);
  if (link)
    throw new ConfigError(`${link.path} is no plain file`, 'Commit a file in its place; links are not followed.');
  const texts = new Map<string, string | ConfigError>();
  const paths = idsOf(places);
  if (paths.size === 0) return texts;
  for await (const { id, bytes } of readBlobs(repo.git, [...paths.keys()], CAP.baseline)) {
    const path = paths.get(id) ?? '';
    const isFit = bytes !== null && bytes.length <= capOf(path);
    texts.set(
      id,
      isFit ? bytes.toString('utf8') : new ConfigError(`${path}: larger than ${sizeOf(capOf(path))}`, HINT),
    );
  }
  for (const [id, path] of paths)
    if (!texts.has(id))
      throw new ConfigError(`${path}: this clone does not hold its content`, `git cat-file blob ${id} fetches it.`);
  return texts;
};

/** What is read of the change: which packages it is concerned with, and what HEAD held. Every package where it is null. */
export type Change = readonly RawRecord[] | null;

/**
 * Reads the files that say how a repository is reviewed, as HEAD and as the index hold them, in two git processes at most.
 * `about` are the files that are reviewed, where that is not the change.
 * Throws ConfigError on one that is too large, no plain file, or missing from a partial clone.
 */
export const readRepoFiles = async (
  repo: Repo,
  change: Change,
  about: readonly RawRecord[] | null = change,
): Promise<RepoFiles> => {
  const records = change ?? (await readManifest(repo));
  const places = await listEntries(repo, records, { name: CONFIG_FILE, files: [IGNORE_FILE, BASELINE] });
  const nested = places.filter(({ path }) => path.endsWith(`/${CONFIG_FILE}`));
  const isFirst = places.every(({ path, head }) => head === null || path === BASELINE);
  const wanted = about === null ? nested : concerned(nested, about);
  const read = places.filter((place) => !nested.includes(place) || wanted.includes(place));
  const texts = await readTexts(repo, read);
  const versions = (place: Place): Versions => versionsOf(place, texts);
  const at = (path: string): Versions => {
    const place = places.find((one) => one.path === path);
    return place ? versions(place) : { head: null, index: null };
  };
  return {
    config: at(CONFIG_FILE),
    ignore: at(IGNORE_FILE),
    baseline: at(BASELINE),
    packages: new Map(wanted.map((place) => [folderOf(place.path), versions(place)])),
    isFirst,
  };
};

/** Throws what is wrong with the staged version; where HEAD alone has a fault, the commit mends it. */
const versionsOf = ({ head, index }: Place, texts: Texts): Versions => {
  const textOf = (id: string | null): string | ConfigError | null => (id === null ? null : (texts.get(id) ?? null));
  const [before, after] = [textOf(head), textOf(index)];
  if (after instanceof ConfigError) throw after;
  if (!(before instanceof ConfigError)) return { head: before, index: after };
  if (after === null) throw before;
  return { head: null, index: after };
};

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

/** The packages that are nearest to a file of the change. */
const concerned = (nested: readonly Place[], records: readonly RawRecord[]): Place[] => {
  if (nested.length === 0) return [];
  const byFolder = new Map(nested.map((place) => [folderOf(place.path), place]));
  const seen = new Set<string>();
  const found = new Set<Place>();
  for (const { path } of records) {
    for (let folder = folderOf(path); folder !== '' && !seen.has(folder); folder = folderOf(folder)) {
      seen.add(folder);
      const place = byFolder.get(folder);
      if (!place) continue;
      found.add(place);
      break;
    }
  }
  return [...found];
};
