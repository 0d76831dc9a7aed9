import type { Config, Layers, PackageConfig } from './config.ts';
import type { Level } from './schema.ts';
import { stricter } from './tighten.ts';

/** What the configuration says of single paths: overrides, packages, and what is left out. */
export interface ByPath {
  /** The severity in force; `own` is the rule's own one. */
  readonly level: (rule: { readonly id: string; readonly severity: Level }, path: string) => Level;
  /** Whether a rule is in force anywhere at all, and how: what it is where nothing refines it, else the strictest. */
  readonly anywhere: (rule: { readonly id: string; readonly severity: Level }) => Level;
  /** Whether the model is not shown a path. */
  readonly excluded: (path: string) => boolean;
  /** Fields of work that are assumed for a path. */
  readonly domains: (path: string) => readonly string[];
  /** The package that refines the configuration for a path; null at the top level. */
  readonly packageOf: (path: string) => PackageConfig | null;
}

/** One array for all, because matchers are remembered by the array that they are made from. */
const NONE: readonly string[] = [];

type Matches = (globs: readonly string[], path: string) => boolean;

const hasGlobs = ({ include, exclude, overrides, packages, tightening }: Config): boolean =>
  [include, exclude, overrides, packages, tightening?.overrides ?? []].some(({ length }) => length > 0);

const openMatcher = async (config: Config): Promise<Matches> => {
  if (!hasGlobs(config)) return () => false;
  const { matcher } = await import('../text/glob.ts');
  const known = new Map<readonly string[], (path: string) => boolean>();
  return (globs, path) => {
    const test = known.get(globs) ?? matcher(globs);
    known.set(globs, test);
    return test(path);
  };
};

const openIgnore = async ({ ignore }: Config): Promise<(path: string) => boolean> =>
  ignore.length === 0 ? () => false : (await import('../text/ignore.ts')).ignoreMatcher(ignore);

const remember = <T>(work: (path: string) => T): ((path: string) => T) => {
  const known = new Map<string, T>();
  return (path) => {
    const first = known.get(path);
    if (first !== undefined) return first;
    const value = work(path);
    known.set(path, value);
    return value;
  };
};

const nearest = (packages: readonly PackageConfig[]): ((path: string) => PackageConfig | null) => {
  if (packages.length === 0) return () => null;
  const byFolder = new Map(packages.map((one) => [one.folder, one]));
  return remember((path) => {
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
      const found = byFolder.get(path.slice(0, at));
      if (found) return found;
    }
    return null;
  });
};

type Severities = Readonly<Record<string, Level>>;

const NOTHING: Severities = {};

/** Severities that one version of the configuration refines for a path: overrides in order, the package last. */
const refined = (layers: Layers, matches: Matches): ((path: string) => Severities) => {
  if (layers.overrides.length + layers.packages.length === 0) return () => NOTHING;
  const packageOf = nearest(layers.packages);
  return remember((path) => {
    const overrides = layers.overrides.filter(({ paths }) => matches(paths, path)).map(({ rules }) => rules);
    return Object.assign({}, ...overrides, packageOf(path)?.rules ?? {}) as Severities;
  });
};

const mentioned = ({ overrides, packages }: Layers): readonly Severities[] => [
  ...overrides.map(({ rules }) => rules),
  ...packages.map(({ rules }) => rules ?? {}),
];

/** Makes the configuration ready to be asked about paths; glob libraries are loaded only where there is a glob. */
export const openByPath = async (config: Config): Promise<ByPath> => {
  const [matches, ignored] = await Promise.all([openMatcher(config), openIgnore(config)]);
  const versions = config.tightening ? [config, config.tightening] : [config];
  const layers = versions.map((version) => refined(version, matches));
  const packageOf = nearest(config.packages);
  const stagedPackageOf = nearest(config.tightening?.packages ?? []);
  const inside = (path: string): string => path.slice((packageOf(path)?.folder.length ?? -1) + 1);

  const level: ByPath['level'] = ({ id, severity }, path) => {
    const base = config.rules[id] ?? severity;
    return layers.map((at) => at(path)[id] ?? base).reduce(stricter);
  };
  const anywhere: ByPath['anywhere'] = ({ id, severity }) => {
    const base = config.rules[id] ?? severity;
    if (base !== 'off') return base;
    return versions.flatMap(mentioned).reduce<Level>((found, rules) => stricter(found, rules[id] ?? 'off'), 'off');
  };
  const isIncluded = (path: string): boolean => {
    const own = packageOf(path)?.include ?? NONE;
    if (own.length > 0) return matches(own, inside(path));
    return config.include.length === 0 || matches(config.include, path);
  };
  const excluded: ByPath['excluded'] = (path) =>
    !isIncluded(path) ||
    matches(config.exclude, path) ||
    matches(packageOf(path)?.exclude ?? NONE, inside(path)) ||
    ignored(path);
  const domains: ByPath['domains'] = (path) => [
    ...config.domains,
    ...(packageOf(path)?.domains ?? []),
    ...(stagedPackageOf(path)?.domains ?? []),
  ];
  return { level, anywhere, excluded, domains, packageOf };
};
