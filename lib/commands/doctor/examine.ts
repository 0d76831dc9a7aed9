import { type Loaded, loadConfig } from '../../config/load.ts';
import { openRepo, type Repo } from '../../git/repo.ts';
import type { Progress } from '../../progress.ts';
import type { Invocation } from '../row.ts';
import { checkConfiguration } from './configuration.ts';
import { attempt, type Diagnosis, faultOf } from './diagnosis.ts';
import { checkHooks } from './hook.ts';
import { checkModel } from './model.ts';
import { checkPrograms, checkRepository, checkRules } from './repository.ts';
import { checkState } from './state.ts';
import { checkTrust } from './trust.ts';

type Found = readonly Diagnosis[];

/** What needs the configuration to be readable. */
const configured = async (repo: Repo, call: Invocation, loaded: Loaded, progress: Progress): Promise<Found> => {
  const configuration = await attempt('configuration', () => checkConfiguration(repo, call, loaded));
  const model = await checkModel(call, loaded, progress);
  const state = await attempt('state', () => checkState(repo.git, call, loaded));
  return [...configuration, ...model, ...state];
};

const load = async (repo: Repo, env: NodeJS.ProcessEnv): Promise<Loaded | Diagnosis> => {
  try {
    return await loadConfig(repo, env);
  } catch (error) {
    return faultOf('configuration', error);
  }
};

/** Looks at every link, each on its own: one broken link does not hide the others. Nothing of the repository is run. */
export const examine = async (call: Invocation, progress: Progress): Promise<Found> => {
  let repo: Repo;
  try {
    repo = await openRepo(call.cwd, call.env);
  } catch (error) {
    return [faultOf('git', error)];
  }
  const loaded = await load(repo, call.env);
  const isLoaded = 'config' in loaded;
  const first = await Promise.all([
    attempt('programs', () => checkPrograms(repo)),
    attempt('repository', () => checkRepository(repo)),
    attempt('hook', () => checkHooks(call, isLoaded ? loaded.config.hooks : [])),
    attempt('trust', () => checkTrust(repo.git)),
    attempt('rules', async () => checkRules()),
  ]);
  const rest = isLoaded ? await configured(repo, call, loaded, progress) : [loaded];
  return [...first.flat(), ...rest];
};
