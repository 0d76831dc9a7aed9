import type { Repo } from '../git/repo.ts';
import type { Layers } from './config.ts';
import type { Source } from './origins.ts';
import { readPackages } from './packages.ts';
import { readRoot, same } from './root-config.ts';
import type { RepoConfig } from './schema.ts';
import { IGNORE_FILE, type RepoFiles, type Versions } from './versions.ts';

/** What a repository says of its own review. */
export interface FromRepo {
  readonly values: RepoConfig;
  readonly sourceOf: (key: string) => Source;
  /** What HEAD says of single paths (the staged version where HEAD has none), and the staged version where it differs. */
  readonly layers: Layers;
  readonly tightening: Layers | null;
  readonly ignore: readonly string[];
  readonly notes: readonly string[];
}

const readIgnore = async ({ head, index }: Versions, isFirst: boolean): Promise<Pick<FromRepo, 'ignore' | 'notes'>> => {
  const text = head ?? (isFirst ? index : null);
  const note = `this commit changes ${IGNORE_FILE}; it counts from the next commit on`;
  const notes = head === index || (head === null && isFirst) ? [] : [note];
  if (text === null) return { ignore: [], notes };
  const { readIgnoreLines } = await import('../text/ignore.ts');
  return { ignore: readIgnoreLines(text), notes };
};

/** Lays together what a repository says: HEAD's version, tightened by the staged one. Throws ConfigError. */
export const readRepoConfig = async (repo: Repo, files: RepoFiles): Promise<FromRepo> => {
  const [root, packages, ignore] = await Promise.all([
    readRoot(repo, files.config, files.isFirst),
    readPackages(files.packages, files.isFirst),
    readIgnore(files.ignore, files.isFirst),
  ]);
  const layers = { overrides: root.values.overrides ?? [], packages: packages.head };
  const staged = {
    overrides: (root.staged ?? root.values).overrides ?? [],
    packages: packages.staged ?? packages.head,
  };
  const isSame = packages.staged === null && same(layers.overrides, staged.overrides);
  return {
    values: root.values,
    sourceOf: root.sourceOf,
    layers,
    tightening: isSame ? null : staged,
    ignore: ignore.ignore,
    notes: [...root.notes, ...packages.notes, ...ignore.notes],
  };
};
