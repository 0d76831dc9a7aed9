import { readManifest } from '../../lib/git/manifest.ts';
import { openRepo } from '../../lib/git/repo.ts';
import { runReview } from '../../lib/modes/review-mode.ts';
import { SILENT } from '../../lib/progress.ts';
import type { FullReport } from '../../lib/reports/full.ts';
import { type Entry, openTranscript } from '../../lib/runtime/transcript.ts';
import { openSession } from '../../lib/session.ts';
import { withOllama } from './ollama.ts';
import { CODER } from './ollama-models.ts';
import type { FakeOllama, FakeOptions } from './ollama-types.ts';
import { freshFolders } from './payments.ts';
import type { TestRepo } from './repo.ts';

export interface HeldReview {
  readonly full: FullReport;
  readonly entries: readonly Entry[];
  readonly server: FakeOllama;
}

/** A full review of what is staged, in this process, against a scripted model. */
export const holdReview = (
  repo: TestRepo,
  options: FakeOptions,
  over: { readonly led?: boolean; readonly signal?: AbortSignal } = {},
): Promise<HeldReview> =>
  withOllama(options, async (server) => {
    const env = { ...repo.env, ...freshFolders(repo), OLLAMA_HOST: server.host, LGTM_MODEL: CODER.name };
    const opened = await openRepo(repo.root, env);
    const session = await openSession({
      ...{ repo: opened, records: await readManifest(opened), env, message: null, mode: 'review' },
      ...{ useModel: true, overrides: {}, progress: SILENT, signal: over.signal ?? new AbortController().signal },
    });
    const transcript = openTranscript(null);
    const full = await runReview({
      session,
      transcript,
      scope: 'staged',
      tip: opened.base.head,
      led: over.led ?? false,
    });
    return { full, entries: transcript.entries, server };
  });

/** Everything that a role was sent. */
export const sentTo = (entries: readonly Entry[], role: string): string =>
  entries
    .flatMap((one) => (one.kind === 'turn' && one.role.startsWith(role) ? one.messages : []))
    .map(({ content }) => content)
    .join('\n');
