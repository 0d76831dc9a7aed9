import type { Level, Override, PackageValues, UserConfig } from './schema.ts';

/** The configuration of a folder below the top level; its globs are relative to that folder. */
export interface PackageConfig extends PackageValues {
  readonly folder: string;
}

/** What a version of the configuration says of single paths. */
export interface Layers {
  readonly overrides: readonly Override[];
  readonly packages: readonly PackageConfig[];
}

/** The configuration in force, complete. */
export interface Config {
  readonly model: string | null;
  readonly mode: 'block' | 'warn' | 'off';
  readonly failOn: 'block' | 'warn';
  readonly onNotReviewed: 'warn' | 'block';
  readonly deadline: number;
  readonly rules: Readonly<Record<string, Level>>;
  readonly overrides: readonly Override[];
  readonly packages: readonly PackageConfig[];
  /** What the staged version says of single paths, where it differs: of the two the stricter severity counts. */
  readonly tightening: Layers | null;
  readonly domains: readonly string[];
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Lines of `.lgtmignore`. */
  readonly ignore: readonly string[];
  readonly policies: readonly string[];
  readonly waivers: 'any' | 'head';
  readonly verification: 'off' | 'verify' | 'arbitrate';
  readonly counsel: 'auto' | 'rules' | 'model';
  /** Null: what the mode lays down. */
  readonly budget: { readonly calls: number | null; readonly context: number; readonly output: number | null };
  readonly hooks: readonly string[];
  readonly provider: string;
  readonly host: string | null;
  readonly allowRemote: readonly string[];
  readonly apiKey: string | null;
  readonly keepAlive: string;
  readonly loadTimeout: number;
}

/** The defaults live here, once. Deadline and loadTimeout in seconds, budget in calls and tokens. */
export const DEFAULTS: Config = {
  model: null,
  mode: 'block',
  failOn: 'block',
  onNotReviewed: 'warn',
  deadline: 60,
  rules: {},
  overrides: [],
  packages: [],
  tightening: null,
  domains: [],
  include: [],
  exclude: [],
  ignore: [],
  policies: ['.lgtm/policies/**/*.md'],
  waivers: 'any',
  verification: 'verify',
  counsel: 'auto',
  budget: { calls: null, context: 8192, output: null },
  hooks: ['pre-commit'],
  provider: 'ollama',
  host: null,
  allowRemote: [],
  apiKey: null,
  keepAlive: '30m',
  loadTimeout: 120,
};

/** Lays the given values over a configuration; `budget` and `rules` are merged key by key, overrides come one after the other. */
export const overlay = (base: Config, over: UserConfig): Config => {
  const given = Object.fromEntries(Object.entries(over).filter(([, value]) => value !== undefined));
  return {
    ...base,
    ...given,
    keepAlive: over.keepAlive === undefined ? base.keepAlive : String(over.keepAlive),
    rules: { ...base.rules, ...over.rules },
    overrides: [...base.overrides, ...(over.overrides ?? [])],
    budget: {
      ...base.budget,
      ...Object.fromEntries(Object.entries(over.budget ?? {}).filter(([, value]) => value !== undefined)),
    },
  };
};
