import type { PackageConfig } from './config.ts';
import type { PackageValues } from './schema.ts';
import { CONFIG_FILE, type Versions } from './versions.ts';

/** The configurations below the top level: HEAD's, and the staged ones where any of them differs. */
export interface Packages {
  readonly head: readonly PackageConfig[];
  readonly staged: readonly PackageConfig[] | null;
  readonly notes: readonly string[];
}

const parse = async (text: string, folder: string): Promise<PackageConfig> => {
  const { parseConfig } = await import('./parse.ts');
  const { values } = parseConfig(text, `${folder}/${CONFIG_FILE}`, 'package');
  return { ...(values as PackageValues), folder };
};

interface One {
  readonly head: PackageConfig | null;
  readonly staged: PackageConfig | null;
  readonly notes: readonly string[];
}

/** As at the top level: the commit can mend what HEAD holds, and where HEAD holds no configuration the staged one counts. */
const readOne = async (folder: string, { head, index }: Versions, isFirst: boolean): Promise<One> => {
  const staged = index === null ? null : await parse(index, folder);
  const name = `${folder}/${CONFIG_FILE}`;
  if (head === index) return { head: staged, staged, notes: [] };
  if (head === null && isFirst)
    return { head: staged, staged, notes: [`HEAD has no ${name} yet; the staged one counts`] };
  const change = `this commit changes ${name}; what does not tighten the review counts from the next commit on`;
  if (head === null) return { head: null, staged, notes: [change] };
  try {
    return { head: await parse(head, folder), staged, notes: [change] };
  } catch (error) {
    if (staged === null) throw error;
    return { head: staged, staged, notes: [`${name} in HEAD cannot be read; the staged one counts`] };
  }
};

const present = (one: PackageConfig | null): PackageConfig[] => (one === null ? [] : [one]);

/** Reads the configurations of folders, each for the files around it. Throws ConfigError naming file, line and column. */
export const readPackages = async (versions: ReadonlyMap<string, Versions>, isFirst: boolean): Promise<Packages> => {
  const all = await Promise.all([...versions].map(([folder, one]) => readOne(folder, one, isFirst)));
  const differs = all.some(({ head, staged }) => head !== staged && JSON.stringify(head) !== JSON.stringify(staged));
  return {
    head: all.flatMap(({ head }) => present(head)),
    staged: differs ? all.flatMap(({ staged }) => present(staged)) : null,
    notes: all.flatMap(({ notes }) => notes),
  };
};
