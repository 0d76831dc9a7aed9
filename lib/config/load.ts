import { existsSync } from 'node:fs';
import type { Repo } from '../git/repo.ts';
import { type Config, DEFAULTS, overlay } from './config.ts';
import { type Origins, originsOf, type Source } from './origins.ts';
import { readRepoConfig } from './repo-config.ts';
import type { UserConfig } from './schema.ts';
import { userConfigPath } from './user-path.ts';
import { type Change, CONFIG_FILE, readRepoFiles, type Versions } from './versions.ts';

export { CONFIG_FILE } from './versions.ts';

export interface Loaded {
  readonly config: Config;
  readonly notes: readonly string[];
  readonly origins: Origins;
  /** The baseline of accepted findings, unread. */
  readonly baseline: Versions;
}

/** Flags and environment that go over every file. */
export interface Overrides {
  readonly deadline?: number;
  readonly failClosed?: boolean;
}

const readUserConfig = async (path: string): Promise<UserConfig> => {
  if (!existsSync(path)) return {};
  const { readConfigFile } = await import('./user.ts');
  return (await readConfigFile(path, 'user'))?.values ?? {};
};

const VARIABLES = { model: 'LGTM_MODEL', provider: 'LGTM_PROVIDER', host: 'LGTM_HOST' } as const;

const fromEnvironment = (env: NodeJS.ProcessEnv): UserConfig =>
  Object.fromEntries(Object.entries(VARIABLES).flatMap(([key, name]) => (env[name] ? [[key, env[name]]] : [])));

const fromFlags = ({ deadline, failClosed }: Overrides): UserConfig => ({
  ...(deadline === undefined ? {} : { deadline }),
  ...(failClosed ? { onNotReviewed: 'block' } : {}),
});

const FLAGS: Readonly<Record<string, string>> = { deadline: '--deadline', onNotReviewed: '--fail-closed' };

const at =
  (source: Source, where: (key: string) => string = () => '') =>
  (key: string) => ({ source, where: where(key) });

/**
 * The configuration in force: defaults, the user's file, the repository's (HEAD's, tightened by the staged one), the
 * environment, flags. What concerns the model's place never comes from the repository. `change` is what is staged; without
 * it the configurations of all packages are read. `about` are the files that are reviewed, where that is another set. Throws ConfigError.
 */
export const loadConfig = async (
  repo: Repo,
  env: NodeJS.ProcessEnv,
  overrides: Overrides = {},
  change: Change = null,
  about: Change = change,
): Promise<Loaded> => {
  const path = userConfigPath(env);
  const [user, files] = await Promise.all([readUserConfig(path), readRepoFiles(repo, change, about)]);
  const { values, sourceOf, layers, tightening, ignore, notes } = await readRepoConfig(repo, files);
  const [environment, flags] = [fromEnvironment(env), fromFlags(overrides)];
  const config = [user, values, environment, flags].reduce(overlay, DEFAULTS);
  const own = user.overrides ?? [];
  return {
    config: {
      ...config,
      packages: layers.packages,
      tightening: tightening && { ...tightening, overrides: [...own, ...tightening.overrides] },
      ignore,
    },
    notes,
    origins: originsOf([
      { values: DEFAULTS, originOf: at('default') },
      { values: user, originOf: at('your file', () => path) },
      { values, originOf: (key) => ({ source: sourceOf(key), where: CONFIG_FILE }) },
      {
        values: environment,
        originOf: at('environment', (key) => (VARIABLES as Readonly<Record<string, string>>)[key] ?? ''),
      },
      { values: flags, originOf: at('flag', (key) => FLAGS[key] ?? '') },
    ]),
    baseline: files.baseline,
  };
};
