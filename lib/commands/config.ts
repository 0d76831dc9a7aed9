import { type ByPath, openByPath } from '../config/by-path.ts';
import type { Config } from '../config/config.ts';
import { type Loaded, loadConfig } from '../config/load.ts';
import { unknownRules } from '../config/unknown-rules.ts';
import { userConfigPath } from '../config/user-path.ts';
import { CONFIG_FILE } from '../config/versions.ts';
import { EXIT } from '../errors.ts';
import { openRepo } from '../git/repo.ts';
import { builtInRules } from '../specs/library.ts';
import { safeJson, visible } from '../text/visible.ts';
import { type Entry, entriesFor } from './config-entries.ts';
import { secondsOf } from './flags.ts';
import { print } from './output.ts';
import { pathFrom } from './paths.ts';
import type { Run } from './row.ts';

const table = (entries: readonly Entry[]): string => {
  const [keys, values] = (['key', 'value'] as const).map((name) =>
    Math.min(48, Math.max(0, ...entries.map((entry) => entry[name].length))),
  );
  return entries
    .map(({ key, value, source, where }) => {
      const origin = where === '' ? source : `${source} (${visible(where)})`;
      return `${visible(key).padEnd(keys ?? 0)}  ${visible(value).padEnd(values ?? 0)}  ${origin}\n`;
    })
    .join('');
};

/** Every setting, with where it comes from. */
const showAll = async ({ config, origins, notes }: Loaded, json: boolean, userFile: string): Promise<void> => {
  const entries = entriesFor(config, origins);
  if (json) {
    await print(`${safeJson({ schema: 1, settings: entries, notes })}\n`);
    return;
  }
  await print(table(entries));
  await print(`\nYour file: ${visible(userFile)}\n`);
  await print(notes.map((note) => `note: ${visible(note)}\n`).join(''));
};

interface AtPath {
  readonly path: string;
  readonly package: string | null;
  readonly shown: boolean;
  readonly domains: readonly string[];
  readonly rules: readonly { readonly id: string; readonly severity: string; readonly own: string }[];
}

/** Rules whose severity for a path is not their own. */
const atPath = (path: string, byPath: ByPath): AtPath => ({
  path,
  package: byPath.packageOf(path)?.folder ?? null,
  shown: !byPath.excluded(path),
  domains: byPath.domains(path),
  rules: builtInRules().flatMap((rule) => {
    const severity = byPath.level(rule, path);
    return severity === rule.severity ? [] : [{ id: rule.id, severity, own: rule.severity }];
  }),
});

const showPath = async (config: Config, path: string, json: boolean): Promise<void> => {
  const found = atPath(path, await openByPath(config));
  if (json) {
    await print(`${safeJson({ schema: 1, ...found })}\n`);
    return;
  }
  const refined = found.package === null ? '' : `, refined by ${visible(found.package)}/${CONFIG_FILE}`;
  await print(`${visible(path)}${refined}\n`);
  await print(
    `  the model is ${found.shown ? 'shown it, unless its kind speaks against it' : 'not shown it (include, exclude, .lgtmignore)'}\n`,
  );
  if (found.domains.length > 0) await print(`  domains: ${visible(found.domains.join(', '))}\n`);
  for (const { id, severity, own } of found.rules) await print(`  ${id}: ${severity} (its own: ${own})\n`);
  if (found.rules.length === 0) await print('  every rule has its own severity\n');
};

export const run: Run = async ({ cwd, env, flags, words }) => {
  const repo = await openRepo(cwd, env);
  const deadline = secondsOf(flags['deadline'], 'config');
  const overrides = { ...(deadline === undefined ? {} : { deadline }), failClosed: Boolean(flags['fail-closed']) };
  const loaded = await loadConfig(repo, env, overrides);
  const known = builtInRules().map(({ id }) => id);
  const notes = [...loaded.notes, ...(await unknownRules(loaded.config, known))];
  const [path] = words;
  if (path === undefined) await showAll({ ...loaded, notes }, Boolean(flags['json']), userConfigPath(env));
  else await showPath(loaded.config, pathFrom(path, cwd, repo.root), Boolean(flags['json']));
  return EXIT.ok;
};
