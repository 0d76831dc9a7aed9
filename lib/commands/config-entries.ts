import type { Config } from '../config/config.ts';
import type { Origins, Source } from '../config/origins.ts';
import { CONFIG_FILE, IGNORE_FILE } from '../config/versions.ts';

/** A setting as `lgtm config` shows it. */
export interface Entry {
  readonly key: string;
  readonly value: string;
  readonly source: Source;
  /** File, variable or option, where there is one to name. */
  readonly where: string;
}

/** Nobody needs to see it on a screen. */
const SECRET = 'apiKey';

/** What is said of paths has rows of its own. */
const BY_PATH = ['overrides', 'packages', 'tightening', 'ignore'];

const words = (value: unknown): string => {
  if (value === null) return '(chosen at run time)';
  if (Array.isArray(value)) return value.length === 0 ? '(none)' : value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

const shown = (key: string, value: unknown): string => {
  if (key === SECRET) return value === null ? '(none)' : '(set, not shown)';
  return key === 'host' && value === null ? '(the provider’s own)' : words(value);
};

/** The single settings of a key that holds several; the key itself where it holds none. */
const flat = (key: string, value: unknown): [string, unknown][] => {
  const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
  const inner = isMap ? Object.entries(value) : [];
  if (isMap && inner.length === 0) return [[key, []]];
  return isMap ? inner.map(([name, one]): [string, unknown] => [`${key}.${name}`, one]) : [[key, value]];
};

const rulesIn = (rules: Readonly<Record<string, string>>): string =>
  Object.entries(rules)
    .map(([id, level]) => `${id}: ${level}`)
    .join(', ') || '(none)';

const overrideEntries = ({ overrides, tightening }: Config, origins: Origins): Entry[] => {
  const origin = origins.get('overrides') ?? { source: 'default', where: '' };
  const row = (
    i: number,
    paths: readonly string[],
    rules: Readonly<Record<string, string>>,
  ): Omit<Entry, 'source' | 'where'> => ({
    key: `overrides ${i + 1}`,
    value: `${paths.join(', ')}: ${rulesIn(rules)}`,
  });
  const isStaged = JSON.stringify(tightening?.overrides ?? overrides) !== JSON.stringify(overrides);
  return [
    ...overrides.map(({ paths, rules }, i): Entry => ({ ...row(i, paths, rules), ...origin })),
    ...(isStaged ? (tightening?.overrides ?? []) : []).map(
      ({ paths, rules }, i): Entry => ({
        ...row(i, paths, rules),
        source: 'index',
        where: `${CONFIG_FILE}, where stricter`,
      }),
    ),
  ];
};

const packageEntries = ({ packages }: Config): Entry[] =>
  packages.flatMap(({ folder, rules = {}, domains = [], include = [], exclude = [] }) =>
    Object.entries({ rules: rulesIn(rules), domains, include, exclude })
      .filter(([, value]) => value.length > 0 && value !== '(none)')
      .map(
        ([key, value]): Entry => ({
          key: `${folder}: ${key}`,
          value: words(value),
          source: 'HEAD',
          where: `${folder}/${CONFIG_FILE}`,
        }),
      ),
  );

const ignoreEntries = ({ ignore }: Config): Entry[] =>
  ignore.length === 0 ? [] : [{ key: IGNORE_FILE, value: words(ignore), source: 'HEAD', where: IGNORE_FILE }];

/** Every setting in force, with where it comes from. */
export const entriesFor = (config: Config, origins: Origins): Entry[] => [
  ...Object.entries(config)
    .filter(([key]) => !BY_PATH.includes(key))
    .flatMap(([key, value]) => flat(key, value))
    .map(
      ([key, value]): Entry => ({
        key,
        value: shown(key, value),
        ...(origins.get(key) ?? origins.get(key.split('.')[0] ?? '') ?? { source: 'default', where: '' }),
      }),
    ),
  ...overrideEntries(config, origins),
  ...packageEntries(config),
  ...ignoreEntries(config),
];
