import { type Ablated, ablatedIn } from './ablation.ts';
import type { ByPath } from './config/by-path.ts';
import type { Config } from './config/config.ts';
import { type Inspection, inspect, type Scene } from './inspect.ts';
import type { Kept } from './ledger.ts';
import { ablatedMode } from './pass/ablate.ts';
import { type Chunk, chunksOf, redactedLines } from './pass/chunks.ts';
import { type ActiveRule, choosePairs, type Pair } from './pass/counsel.ts';
import { prepareDetectors } from './pass/detect.ts';
import { domainsOf } from './pass/map.ts';
import { withinBudget } from './pass/rank.ts';
import { computeRisks } from './pass/risks.ts';
import type { Scope } from './pass/scope.ts';
import type { Progress } from './progress.ts';
import { type Mode, readMode } from './specs/mode.ts';
import type { RuleBody, RuleHeader, Tier0 } from './types.ts';

/** Everything the pass is handed. It reads the staged change through `scene` and asks the model; nothing else is outside. */
export interface Input {
  readonly scene: Omit<Scene, 'excluded'>;
  readonly config: Config;
  /** What the configuration says of single paths. */
  readonly byPath: ByPath;
  /** What is set aside by fingerprint. */
  readonly kept: Kept;
  readonly rules: readonly RuleHeader[];
  readonly bodies: () => Promise<ReadonlyMap<string, RuleBody>>;
  readonly tier0: Tier0;
  readonly useModel: boolean;
  /** Name of the mode; the hook's where it is not given. */
  readonly mode?: string;
  readonly env: NodeJS.ProcessEnv;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** The questions of a review before any is asked; `lgtm check --dry-run` prints them. */
export interface Plan {
  readonly inspection: Inspection;
  readonly active: readonly ActiveRule[];
  readonly scope: Scope;
  readonly chunks: readonly Chunk[];
  readonly pairs: readonly Pair[];
  readonly left: readonly Pair[];
  readonly mode: Mode;
  /** What is changed to measure its worth. */
  readonly ablated: Ablated;
}

/** Rules in force: severities as configured, those switched off left out. */
const activate = ({ rules, byPath }: Input): ActiveRule[] =>
  rules.flatMap((rule) => {
    const severity = byPath.anywhere(rule);
    return severity === 'off' ? [] : [{ ...rule, inForce: severity }];
  });

/** Domains of each file, found when they are first asked for: few rules name one. */
const scopeOf = ({ byPath }: Input, { files }: Inspection): Scope => {
  const known = new Map<string, readonly string[]>();
  const byName = new Map(files.map((file) => [file.path, file]));
  const domains = (path: string): readonly string[] => {
    const before = known.get(path);
    if (before) return before;
    const file = byName.get(path);
    const found = [...byPath.domains(path), ...(file ? domainsOf(file) : [])];
    known.set(path, found);
    return found;
  };
  return { domains, level: byPath.level };
};

const chunksIn = (inspection: Inspection, lines: number): Chunk[] =>
  inspection.files
    .filter((file) => file.review === 'yes' && file.hunks.length > 0)
    .flatMap((file) => chunksOf(file, lines, redactedLines(inspection.hits, file.path)));

/** The deterministic half: reads the change, runs the detectors, lets Counsel choose the questions. Throws GitError. */
export const plan = async (input: Input): Promise<Plan> => {
  const ablated = ablatedIn(input.env);
  const mode = ablatedMode(readMode(input.mode ?? 'commit'), ablated);
  const active = activate(input);
  const detectors = await prepareDetectors(active);
  const { excluded, domains } = input.byPath;
  const inspection = await inspect({ ...input.scene, excluded, domains }, detectors);
  const scope = scopeOf(input, inspection);
  const chunks = chunksIn(inspection, mode.budgets.chunk_lines);
  const pairs = choosePairs(active, chunks, inspection.hits, scope, input.tier0, mode.budgets.rules_per_chunk);
  const touched = new Set(pairs.map(({ chunk }) => chunk.path));
  const risks = computeRisks(inspection.files.filter(({ path }) => touched.has(path)));
  const { asked, left } = withinBudget(pairs, input.config.budget.calls ?? mode.budgets.calls, risks);
  return { inspection, active, scope, chunks, pairs: asked, left, mode, ablated };
};
