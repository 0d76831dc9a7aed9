import { join } from 'node:path';

/** What a program needs of the surroundings to run at all. */
const NEEDED = ['PATH', 'Path', 'SYSTEMROOT', 'TEMP', 'TMP', 'TMPDIR'];

/** A home of its own: nothing of the user's configuration, and no git variable of a surrounding hook, reaches what runs in it. */
export const ownHome = (home: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(NEEDED.flatMap((name) => (env[name] ? [[name, env[name]]] : []))),
  HOME: home,
  XDG_CONFIG_HOME: join(home, 'config'),
  XDG_CACHE_HOME: join(home, 'cache'),
  XDG_STATE_HOME: join(home, 'state'),
  XDG_DATA_HOME: join(home, 'data'),
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: join(home, 'gitconfig'),
});
