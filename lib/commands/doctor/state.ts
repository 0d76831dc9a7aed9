import { existsSync } from 'node:fs';
import type { Loaded } from '../../config/load.ts';
import type { Git } from '../../git/exec.ts';
import { placeOf } from '../../models/index.ts';
import { modelSettings } from '../../models/settings.ts';
import { nameOf } from '../../reach.ts';
import { readBreaker } from '../../state/breaker.ts';
import { readDismissed } from '../../state/dismissed.ts';
import { cacheFolder, isOurs, stateFolder } from '../../state/folders.ts';
import { listAnswers } from '../../state/memo.ts';
import { repoState } from '../../state/repository.ts';
import { readSkips, type Skip } from '../../state/skips.ts';
import { excerpt } from '../../text/visible.ts';
import type { Invocation } from '../row.ts';
import { type Diagnosis, fail, ok, warn } from './diagnosis.ts';

/** Skips that are spoken of: not older than so many milliseconds, and not more than so many. */
const RECENT = { ms: 30 * 86_400_000, listed: 3 } as const;

/** The circuit breaker, after the model was tried: an answer just now has closed it. */
const checkBreaker = ({ env }: Invocation, { config }: Loaded): Diagnosis[] => {
  if (config.model === 'none') return [];
  const place = nameOf(placeOf(modelSettings(config), env));
  const breaker = readBreaker(env, place);
  if (breaker.state === 'closed') return [ok('breaker', 'closed: the model is asked')];
  if (breaker.state === 'half-open')
    return [warn('breaker', 'after failures the next review tries the model for two seconds')];
  return [
    fail(
      'breaker',
      `open for another ${breaker.minutesLeft} min after ${breaker.failures} failures in a row: the model is not asked`,
      'Mend what is said of the model above; LGTM_RETRY=1 tries it at once.',
    ),
  ];
};

const folders = ({ env }: Invocation): Diagnosis[] =>
  [stateFolder(env), cacheFolder(env)]
    .filter((folder) => existsSync(folder) && !isOurs(folder))
    .map((folder) =>
      warn(
        'state',
        `${folder} is not yours alone, so that nothing in it counts and nothing is kept`,
        `chmod go-w ${folder}`,
      ),
    );

const checkCache = ({ env }: Invocation): Diagnosis => {
  const answers = listAnswers(env);
  const bytes = answers.reduce((sum, one) => sum + one.bytes, 0);
  return ok('cache', `${answers.length} answers, ${(bytes / 1024).toFixed(0)} KiB (\`lgtm cache\`)`);
};

const skipLine = ({ at, stage, reason }: Skip): string =>
  `${at.slice(0, 16).replace('T', ' ')} ${stage}: ${reason === '' ? 'no reason given' : excerpt(reason, 120)}`;

const checkSkips = (skips: readonly Skip[]): Diagnosis[] => {
  const recent = skips.filter(({ at }) => Date.now() - Date.parse(at) < RECENT.ms);
  if (recent.length === 0) return [];
  const last = recent.slice(-RECENT.listed).reverse().map(skipLine);
  return [
    warn(
      'skips',
      `the hook was skipped ${recent.length} times in the last 30 days; ${last.join('; ')}`,
      '`lgtm check` reviews what is staged now.',
    ),
  ];
};

/** What lgtm keeps outside of the repository: breaker, answers, skips and dismissals. Throws GitError, ConfigError. */
export const checkState = async (git: Git, call: Invocation, loaded: Loaded): Promise<Diagnosis[]> => {
  const state = await repoState(git, call.env);
  const dismissed = readDismissed(state)?.length ?? 0;
  return [
    ...checkBreaker(call, loaded),
    ...folders(call),
    checkCache(call),
    ...(dismissed > 0 ? [ok('dismissed', `${dismissed} findings (\`lgtm dismiss --list\`)`)] : []),
    ...checkSkips(readSkips(state)),
  ];
};
