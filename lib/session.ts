import { openByPath } from './config/by-path.ts';
import { loadConfig, type Overrides } from './config/load.ts';
import { unknownRules } from './config/unknown-rules.ts';
import { readTier0 } from './git/history.ts';
import { pathKey, readMergeSet } from './git/manifest.ts';
import type { Repo } from './git/repo.ts';
import { readKept, remember } from './ledger.ts';
import type { Given } from './pass/diffed.ts';
import { isMessageRule, isShapeRule } from './pass/message.ts';
import { type Input, type Plan, plan } from './planning.ts';
import type { Progress } from './progress.ts';
import { conclude, type Full } from './review.ts';
import { openRulebook } from './rulebook.ts';
import { type RepoState, repoState } from './state/repository.ts';
import type { RawRecord, Report, RuleHeader } from './types.ts';

/** What one review is asked for. */
export interface Request {
  readonly repo: Repo;
  readonly records: readonly RawRecord[];
  /** What the index changes against HEAD, where that is not what is reviewed. */
  readonly staged?: readonly RawRecord[];
  /** Every file of the index is reviewed: rules about the shape of a change have nothing to say. */
  readonly isWhole?: boolean;
  /** Where the change is known from a diff. */
  readonly given?: Given;
  readonly env: NodeJS.ProcessEnv;
  readonly message: string | null;
  /** Only the message is looked at: the files were, one hook before. */
  readonly messageOnly?: boolean;
  readonly useModel: boolean;
  /** Name of the mode; the hook's where it is not given. */
  readonly mode?: string;
  /** Rules that this review is about; all where it is not given. */
  readonly only?: (rule: RuleHeader) => boolean;
  readonly overrides: Overrides;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** A review that is ready to be concluded: its configuration is loaded and its questions are chosen. */
export interface Session {
  readonly input: Input;
  readonly plan: Plan;
  readonly notes: readonly string[];
  readonly state: RepoState;
  readonly messageOnly: boolean;
}

const NO_MODEL = 'none';

/** Which rules have something to say about what is reviewed. */
const about = ({ messageOnly, isWhole, only = () => true }: Request): ((rule: RuleHeader) => boolean) => {
  if (messageOnly) return isMessageRule;
  return isWhole ? (rule) => !isShapeRule(rule) && only(rule) : only;
};

/** Configuration, rules and the deterministic half of the pass. Throws ConfigError, SpecError, GitError. */
export const openSession = async (request: Request): Promise<Session> => {
  const { repo, records, staged = records, given, env, message, messageOnly = false, progress, signal } = request;
  progress.begin('reading the staged change');
  const [{ config, notes, baseline }, mergeSet, tier0, state] = await Promise.all([
    loadConfig(repo, env, request.overrides, staged, records),
    readMergeSet(repo),
    readTier0(repo, message),
    repoState(repo.git, env),
  ]);
  const own = staged.filter((record) => mergeSet?.has(pathKey(record)) ?? true);
  const book = await openRulebook(repo, config.policies, own);
  const rules = book.rules.filter(about(request));
  const kept = readKept(baseline, repo.base.head === null, state);
  const input: Input = {
    scene: { repo, records: messageOnly ? [] : records, mergeSet, message, ...(given ? { given } : {}) },
    config,
    byPath: await openByPath(config),
    kept,
    rules,
    bodies: async () => book.bodies(),
    tier0,
    useModel: request.useModel && config.model !== NO_MODEL,
    ...(request.mode === undefined ? {} : { mode: request.mode }),
    env,
    progress,
    signal,
  };
  const unknown = await unknownRules(
    config,
    book.rules.map(({ id }) => id),
  );
  const said = messageOnly ? [] : [...notes, ...book.notes, ...unknown, ...kept.notes];
  const planned = await plan(input);
  const partial = given ? (await import('./pass/diffed.ts')).partialNotes(given.files, planned.active) : [];
  return { input, plan: planned, notes: [...partial, ...said], state, messageOnly };
};

/** Asks what is to be asked (in the way of a full mode where one is given), gives the verdict, and remembers what was reported. */
export const closeSession = async (session: Session, full?: Full): Promise<Report> => {
  const { input, plan: planned, notes, state, messageOnly } = session;
  const report = await conclude(input, planned, notes, full);
  remember(state, report, input.kept.ledger, messageOnly);
  return report;
};
