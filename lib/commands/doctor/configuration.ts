import type { Loaded } from '../../config/load.ts';
import { unknownRules } from '../../config/unknown-rules.ts';
import type { Repo } from '../../git/repo.ts';
import { readKept } from '../../ledger.ts';
import { builtInRules } from '../../specs/library.ts';
import { repoState } from '../../state/repository.ts';
import type { Invocation } from '../row.ts';
import { type Diagnosis, fail, ok, warn } from './diagnosis.ts';

const modeOf = ({ config }: Loaded): Diagnosis =>
  config.mode === 'off'
    ? fail('configuration', 'mode is off: nothing stops a commit', 'Set mode: block or mode: warn in lgtm.config.yaml.')
    : ok('configuration', `mode ${config.mode}, fails on ${config.failOn}, deadline ${config.deadline} s`);

/** The configuration in force: its mode, keys that do not count, rules that do not exist, packages, the baseline. Throws ConfigError. */
export const checkConfiguration = async (repo: Repo, { env }: Invocation, loaded: Loaded): Promise<Diagnosis[]> => {
  const known = builtInRules().map(({ id }) => id);
  const unknown = await unknownRules(loaded.config, known);
  const { entries, notes } = readKept(loaded.baseline, repo.base.head === null, await repoState(repo.git, env));
  const packages = loaded.config.packages.length;
  return [
    modeOf(loaded),
    ...(packages > 0 ? [ok('configuration', `${packages} folders refine it (\`lgtm config PATH\` shows how)`)] : []),
    ...(entries.length > 0 ? [ok('baseline', `${entries.length} accepted findings`)] : []),
    ...[...loaded.notes, ...unknown, ...notes].map((note) => warn('configuration', note)),
  ];
};
