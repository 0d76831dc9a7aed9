import { lstatSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ConfigError, messageOf } from '../errors.ts';
import { PACKAGE_URL } from '../root.ts';
import { type ConfigKind, type Parsed, parseConfig } from './parse.ts';

const refuse = (path: string): never => {
  throw new ConfigError(`${path}: only YAML is read`, 'Code is never a configuration.');
};

/**
 * cosmiconfig, kept from running anything: its constructor looks for code in the `.config` folder of the current
 * directory, whatever it is told to search, so it is constructed from within this package; every loader but YAML refuses.
 */
const openExplorer = async (parse: (text: string, path: string) => unknown) => {
  const { cosmiconfigSync } = await import('cosmiconfig');
  const cwd = process.cwd();
  process.chdir(fileURLToPath(PACKAGE_URL));
  try {
    const yaml = (path: string, text: string): unknown => parse(text, path);
    const loaders = {
      '.yaml': yaml,
      '.js': refuse,
      '.cjs': refuse,
      '.mjs': refuse,
      '.ts': refuse,
      '.json': refuse,
      '.yml': refuse,
      noExt: refuse,
    };
    return cosmiconfigSync('lgtm', { searchPlaces: [], searchStrategy: 'none', cache: false, loaders });
  } finally {
    process.chdir(cwd);
  }
};

const isFile = (path: string): boolean => {
  try {
    return lstatSync(path).isFile();
  } catch {
    return false;
  }
};

/** Reads a YAML configuration file from disk: a regular file, no link. Null where there is none. Throws ConfigError. */
export const readConfigFile = async (path: string, kind: ConfigKind): Promise<Parsed | null> => {
  if (!isFile(path)) return null;
  const explorer = await openExplorer((text, file) => parseConfig(text, file, kind));
  try {
    return (explorer.load(path)?.config as Parsed | undefined) ?? { values: {}, ignored: [] };
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause;
    throw new ConfigError(`${path}: ${messageOf(cause)}`, 'docs/configuration.md lists every key.', { cause });
  }
};
