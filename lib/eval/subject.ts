import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadConfig } from '../config/load.ts';
import { userConfigPath } from '../config/user-path.ts';
import { bindGit } from '../git/exec.ts';
import { locateGit } from '../git/locate.ts';
import { openRepo } from '../git/repo.ts';
import { openModel } from '../models/index.ts';
import { modelSettings } from '../models/settings.ts';
import { shortName } from '../sending.ts';

/** The model that is measured, as reports name it. */
export interface Subject {
  readonly provider: string;
  readonly name: string;
  readonly digest: string;
  /** How its findings are verified. */
  readonly verification: string;
}

/** Variables by which a user says where the model is. */
const OF_MODEL = /^(?:LGTM_(?:MODEL|PROVIDER|HOST)|OLLAMA_\w+|no_proxy|NO_PROXY)$/;

/** What the reviews of an evaluation are told of the user's surroundings: where the model is, and nothing else. */
export const modelVariables = (env: NodeJS.ProcessEnv, model: string): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(env).filter(([name]) => OF_MODEL.test(name))),
  ...(model === '' ? {} : { LGTM_MODEL: model }),
  XDG_CONFIG_HOME: dirname(dirname(userConfigPath({ HOME: homedir(), ...env }))),
});

/**
 * Looks whether the model can be asked, in an empty repository, as a review would. Throws ModelError where it cannot, and
 * ConfigError for settings that can never work.
 */
export const findSubject = async (env: NodeJS.ProcessEnv, variables: NodeJS.ProcessEnv): Promise<Subject> => {
  const folder = mkdtempSync(join(tmpdir(), 'lgtm-eval-'));
  try {
    const root = join(folder, 'repo');
    mkdirSync(root);
    const own = { ...env, ...variables, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: join(folder, 'gitconfig') };
    await bindGit(locateGit(root, own), root, own).run(['init', '-q', '--template=']);
    const { config } = await loadConfig(await openRepo(root, own), own);
    const model = await openModel(modelSettings(config), own, new AbortController().signal);
    return {
      provider: model.provider,
      name: shortName(model),
      digest: model.digest,
      verification: config.verification,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
