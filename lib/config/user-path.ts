import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** The user's own configuration file; a relative `XDG_CONFIG_HOME` would lie in the repository and does not count. */
export const userConfigPath = (env: NodeJS.ProcessEnv): string => {
  const given = env['XDG_CONFIG_HOME'];
  const base = given && isAbsolute(given) ? given : join(env['HOME'] || homedir(), '.config');
  return join(base, 'lgtm', 'config.yaml');
};
