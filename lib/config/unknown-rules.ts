import { didYouMean } from '../text/nearest.ts';
import type { Config } from './config.ts';
import { CONFIG_FILE } from './versions.ts';

/** Every rule that a configuration names, with the place where it does. */
const named = ({ rules, overrides, packages }: Config): [id: string, where: string][] => [
  ...Object.keys(rules).map((id): [string, string] => [id, 'rules']),
  ...overrides.flatMap((one, i) => Object.keys(one.rules).map((id): [string, string] => [id, `overrides ${i + 1}`])),
  ...packages.flatMap((one) =>
    Object.keys(one.rules ?? {}).map((id): [string, string] => [id, `${one.folder}/${CONFIG_FILE}`]),
  ),
];

/** A note for each rule that is named and does not exist: an entry that does nothing is a mistake, but stops no commit. */
export const unknownRules = async (config: Config, known: readonly string[]): Promise<string[]> => {
  const ids = new Set(known);
  const unknown = named(config).filter(([id]) => !ids.has(id));
  return Promise.all(
    unknown.slice(0, 20).map(async ([id, where]) => `${where}: there is no rule "${id}"${await didYouMean(id, known)}`),
  );
};
