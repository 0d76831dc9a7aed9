import { openAsking } from '../../lib/asking.ts';
import { readManifest } from '../../lib/git/manifest.ts';
import { openRepo } from '../../lib/git/repo.ts';
import { inspect } from '../../lib/inspect.ts';
import { openModel } from '../../lib/models/index.ts';
import { prepareDetectors } from '../../lib/pass/detect.ts';
import { SILENT } from '../../lib/progress.ts';
import { type Bus, type Limits, openBus } from '../../lib/runtime/bus.ts';
import type { Ground } from '../../lib/runtime/tools/index.ts';
import { openTranscript } from '../../lib/runtime/transcript.ts';
import { builtInRules } from '../../lib/specs/library.ts';
import { withOllama } from './ollama.ts';
import { CODER } from './ollama-models.ts';
import type { FakeOllama, FakeOptions } from './ollama-types.ts';
import { freshFolders } from './payments.ts';
import type { TestRepo } from './repo.ts';

/** What tools read from in a repository: its index, and the change that is staged there. */
export const groundOf = async (repo: TestRepo): Promise<Ground> => {
  const opened = await openRepo(repo.root, repo.env);
  const detectors = await prepareDetectors(builtInRules().map((rule) => ({ ...rule, inForce: rule.severity })));
  const records = await readManifest(opened);
  const inspection = await inspect({ repo: opened, records, mergeSet: null, excluded: () => false }, detectors);
  return { repo: opened, inspection, tip: opened.base.head };
};

/** A bus to a scripted model, in this process; every turn of it is real HTTP. */
export const withBus = <T>(
  repo: TestRepo,
  options: FakeOptions & { readonly limits?: Partial<Limits>; readonly context?: number },
  work: (bus: Bus, server: FakeOllama) => Promise<T>,
): Promise<T> =>
  withOllama(options, async (server) => {
    const env = { ...repo.env, ...freshFolders(repo), OLLAMA_HOST: server.host };
    const signal = new AbortController().signal;
    const settings = {
      ...{ provider: 'ollama', name: CODER.name, host: null, allowRemote: [], apiKey: null },
      ...{ keepAlive: '5m', loadTimeout: 20, context: options.context ?? 8192 },
    };
    const asking = openAsking(await openModel(settings, env, signal), {
      ...{ env, signal, deadline: 30, progress: SILENT, repair: { text: 'Again.', times: 1 } },
      ...{ beforeFirst: () => undefined, resume: () => undefined, answered: () => undefined },
    });
    const limits = { turns: 50, tool_calls: 6, tokens: 100_000, stall: 3, ...options.limits };
    return work(openBus(asking, openTranscript(null), limits), server);
  });
