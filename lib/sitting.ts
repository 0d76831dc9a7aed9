import { type Asking, openAsking } from './asking.ts';
import type { Sitting } from './inquiry.ts';
import type { Pair } from './pass/counsel.ts';
import type { Choice } from './pass/counsel-question.ts';
import type { Progress } from './progress.ts';
import { CLAIMS, type Matter, questionFor, removedLines } from './questions.ts';
import type { Watch } from './reach.ts';
import { newRound } from './round.ts';
import { openBus } from './runtime/bus.ts';
import { openTranscript, type Transcript } from './runtime/transcript.ts';
import { readRepair } from './specs/agents.ts';
import type { Model } from './types.ts';

/** What the model stage is handed. */
export interface Setting extends Matter {
  readonly env: NodeJS.ProcessEnv;
  readonly progress: Progress;
  readonly signal: AbortSignal;
  /** What lies beyond the budget, for Counsel to choose from. */
  readonly choice?: Choice;
  /** Where every turn is taken down; in memory where this is not given. */
  readonly transcript?: Transcript;
}

/** Says where lines go that leave this machine, and how many: those of the questions that are not answered from disk. */
const announcer = (pairs: readonly Pair[], model: Model, setting: Setting, asking: () => Asking) => (): void => {
  if (model.elsewhere === null) return;
  const unknown = pairs.filter((pair) => !asking().knows(questionFor(pair, setting), CLAIMS));
  const lines = new Set(unknown.map(({ chunk }) => chunk));
  const count = [...lines].reduce((sum, { view }) => sum + view.length, 0);
  setting.progress.say(`sending ${count} ${count === 1 ? 'line' : 'lines'} to ${model.elsewhere}`);
};

/** Opens everything that a round with this model is held with; nothing is sent yet. */
export const sitDown = (pairs: readonly Pair[], model: Model, setting: Setting, watch: Watch): Sitting => {
  const { env, progress, signal, config, mode } = setting;
  let resume = (): void => undefined;
  const stage: Progress['stage'] = (text, step) => {
    resume = () => progress.stage(text, step);
    resume();
  };
  const asking: Asking = openAsking(model, {
    ...{ env, progress, signal },
    deadline: config.deadline,
    repair: { text: readRepair(), times: mode.loops.repairs },
    beforeFirst: announcer(pairs, model, setting, () => asking),
    answered: watch.answered,
    resume: () => resume(),
  });
  return {
    matter: setting,
    asking: openBus(asking, setting.transcript ?? openTranscript(null), mode.limits ?? null),
    round: newRound(),
    removed: removedLines(setting.inspection),
    stage,
  };
};
