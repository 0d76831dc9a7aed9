import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MANAGERS } from './managers.ts';
import { exists, statOf } from './paths.ts';
import { callsLgtm } from './shell.ts';
import type { Dormant } from './site.ts';
import { STAGES, type Stage } from './stages.ts';

/** The text of a small regular file; empty where there is none. */
export const readSmall = (path: string): string => {
  const stat = statOf(path);
  return stat?.isFile() && stat.size < 262_144 ? readFileSync(path, 'utf8') : '';
};

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

const readPackageJson = (root: string): Json => {
  try {
    const value: unknown = JSON.parse(readSmall(join(root, 'package.json')));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
};

const dependsOn = (json: Json, name: string): boolean =>
  [json['dependencies'], json['devDependencies']].some((list) => isObject(list) && name in list);

/** Scripts that npm runs at `npm install`, and not where a package is added by name. */
const SET_UP = ['prepare', 'postinstall'];

/** Whether husky is a dependency, with a hook to run or a script that will put it in place. */
const isHusky = (root: string, json: Json): boolean => {
  if (!dependsOn(json, 'husky')) return false;
  const scripts = isObject(json['scripts']) ? json['scripts'] : {};
  const calls = SET_UP.some((name) => /\bhusky\b/.test(String(scripts[name] ?? '')));
  return calls || STAGES.some((stage) => exists(join(root, '.husky', stage)));
};

/** A manager that is configured here and will put its own file where ours would stand, or husky before its first run. */
const findDormant = (root: string, json: Json, configs: readonly string[]): Dormant | null => {
  for (const manager of MANAGERS.filter(({ replaces }) => replaces)) {
    const inPackage = manager.key !== undefined && manager.key in json ? 'package.json' : undefined;
    const file = configs.find((name) => manager.configs.includes(name)) ?? inPackage;
    if (file !== undefined) return { name: manager.name, manager, file };
  }
  if (!isHusky(root, json)) return null;
  return { name: 'husky', manager: null, file: exists(join(root, '.husky')) ? '.husky' : 'package.json' };
};

/** What the configuration files of hook managers say at the top level. */
export interface ManagerConfigs {
  readonly configs: readonly string[];
  readonly dormant: Dormant | null;
  /** Those that call lgtm at a stage; package.json stands for the entries that managers keep there. */
  readonly calling: (stage: Stage) => readonly string[];
}

/** Reads which hook managers are set up at the top level, and whether they call lgtm. `scripts`: the package's hooks. */
export const readManagerConfigs = (root: string, scripts: string): ManagerConfigs => {
  const texts = MANAGERS.flatMap(({ configs }) => configs.map((name) => ({ name, text: readSmall(join(root, name)) })));
  const found = texts.filter(({ text }) => text !== '');
  const json = readPackageJson(root);
  const keys = MANAGERS.flatMap(({ key }) => (key === undefined ? [] : [key]));
  const entries = keys.map((key) => ({ name: 'package.json', text: JSON.stringify(json[key] ?? null) }));
  const configs = found.map(({ name }) => name);
  return {
    configs,
    dormant: findDormant(root, json, configs),
    calling: (stage) =>
      [...found, ...entries].filter(({ text }) => callsLgtm(text, scripts, stage)).map(({ name }) => name),
  };
};
