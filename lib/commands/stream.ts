import type { Progress, Step } from '../progress.ts';
import { renderProgress, renderStarted, type Started } from '../reports/ndjson.ts';
import type { Session } from '../session.ts';
import { version } from '../version.ts';
import { print } from './output.ts';

/** The first events of an agent's stream, written while the review goes on; the report writes the last ones. */
export interface Stream {
  readonly progress: Progress;
  /** Says what is reviewed; null where there is nothing. Progress is told from then on. */
  start(session: Session | null): Promise<void>;
}

const startedOf = (session: Session | null): Started => {
  const files = session?.plan.inspection.files ?? [];
  const asks = session?.input.useModel && session.plan.pairs.length > 0;
  return {
    version: version(),
    files: files.length,
    addedLines: files.reduce((sum, { added }) => sum + (added ?? 0), 0),
    rules: session?.plan.active.length ?? 0,
    model: asks ? (session.input.config.model ?? 'auto') : null,
  };
};

/** Opens the stream over a progress, which goes on saying on standard error what it says anyway. */
export const openStream = (inner: Progress): Stream => {
  let isOpen = false;
  const tell = (stage: string, { done, total, path, rule }: Step): void => {
    const ms = Math.round(performance.now());
    const about = { ...(path === undefined ? {} : { path }), ...(rule === undefined ? {} : { rule }) };
    if (isOpen) void print(renderProgress({ stage, done, total, ms, ...about }));
  };
  return {
    progress: {
      ...inner,
      stage: (text, step) => {
        inner.stage(text, step);
        tell(text, step ?? { done: 0, total: 1, msEach: null });
      },
    },
    start: async (session) => {
      await print(renderStarted(startedOf(session)));
      isOpen = true;
    },
  };
};
