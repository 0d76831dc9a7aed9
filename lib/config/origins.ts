/** Where a value comes from, the later over the earlier. */
export type Source = 'default' | 'your file' | 'HEAD' | 'index' | 'work tree' | 'environment' | 'flag';

export interface Origin {
  readonly source: Source;
  /** File, variable or option, where there is one to name. */
  readonly where: string;
}

/** Origins by key; `rules` and `budget` also by key and name, as `rules.sec/sql-concat`. */
export type Origins = ReadonlyMap<string, Origin>;

const INNER = ['rules', 'budget'];

/** Every key that a set of values gives, inner ones by their full name. */
const keysOf = (values: object): string[] =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .flatMap(([key, value]) =>
      INNER.includes(key) && typeof value === 'object' && value !== null
        ? [key, ...Object.keys(value).map((inner) => `${key}.${inner}`)]
        : [key],
    );

/** One layer of the configuration: what it gives, and where each of its keys comes from. */
export interface Layer {
  readonly values: object;
  readonly originOf: (key: string) => Origin;
}

/** The origins of a configuration that is laid together from layers. */
export const originsOf = (layers: readonly Layer[]): Origins =>
  new Map(layers.flatMap(({ values, originOf }) => keysOf(values).map((key) => [key, originOf(key)] as const)));
