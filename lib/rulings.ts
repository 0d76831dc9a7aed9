import type { Doubted } from './doubts.ts';
import { ModelError } from './errors.ts';
import type { Sitting } from './inquiry.ts';
import { arbitration, type Dispute, type Plea, pleaOf, type Ruling, readPlea, ruleOn } from './pass/arbitrate.ts';
import { redactedLines, type ViewLine, viewOf } from './pass/chunks.ts';
import { contradict, givesWay } from './pass/conflict.ts';
import { importsFor, scopeOf } from './pass/enclosing.ts';
import { isAgreed } from './pass/verify.ts';
import { linesOf, ruleOf } from './questions.ts';
import { end, type Proved } from './round.ts';
import type { Reader } from './sending.ts';
import { readRole } from './specs/agents.ts';
import type { HunkLine, RuleBody } from './types.ts';

/** What was decided about one disputed finding, for the report and the record of the run. */
export interface Ruled {
  readonly one: Proved;
  readonly ruling: 'upheld' | 'refuted' | 'unsettled' | 'outranked' | 'tie';
  readonly reason: string;
  /** Where two rules contradict: the quality that took precedence, and the one that gave way. */
  readonly tradeoff?: { readonly won: string; readonly lost: string };
}

/** Lines around a disputed one that an arbiter is shown, and of the imports at most so many. */
const AROUND = 12;
const IMPORTS = 10;

const targeted = (lines: readonly string[], line: number): HunkLine[] => {
  const from = Math.max(1, line - AROUND);
  const numbers = lines.slice(from - 1, line + AROUND).map((_, i) => from + i);
  const imports = importsFor(lines, lines.slice(from - 1, line + AROUND), IMPORTS).filter((one) => one < from);
  return [...imports, ...numbers].map((one) => ({ kind: 'context', line: one, text: lines[one - 1] ?? '' }));
};

const disputeOver = ({ pair, line }: Proved, { matter }: Sitting): Dispute => {
  const { path, language } = pair.chunk;
  const { lines, code } = linesOf(matter.inspection, path);
  const view: ViewLine[] = viewOf(targeted(lines, line), redactedLines(matter.inspection.hits, path));
  return {
    rule: ruleOf(pair, matter.bodies),
    ...{ path, language, line, view },
    scope: scopeOf(lines, line),
    code: (number) => code[number - 1] ?? '',
  };
};

const PLEA: Reader<Plea> = { name: 'plea', read: readPlea, revive: pleaOf };

/** Puts one dispute to the model; null where the server failed, which ends the round. */
const arbitrate = async (one: Proved, sitting: Sitting): Promise<Ruling | null> => {
  const dispute = disputeOver(one, sitting);
  sitting.stage(`arbitrating ${one.pair.rule.id} in ${dispute.path}:${one.line}`);
  try {
    return ruleOn(
      await sitting.asking.ask(arbitration(readRole('arbiter'), sitting.matter.mode, dispute), PLEA, 'arbiter'),
      dispute,
    );
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    end(sitting.round, error);
    return null;
  }
};

/** What is tried: what would block, and what the two orders could not agree on; never what both refused. */
const isDisputed = ({ one, opinion }: Doubted): boolean => {
  if (!opinion || opinion.kind === 'no') return false;
  return (one.severity === 'block' && isAgreed(opinion)) || ['grey', 'split', 'unread'].includes(opinion.kind);
};

const urgency = ({ one, opinion }: Doubted): number => (one.severity === 'block' ? 2 : 0) + (opinion?.p ?? 0);

const reasonOf = (ruling: Ruling): string => {
  if (ruling.kind === 'refuted') return `line ${ruling.line} excuses it`;
  return ruling.kind === 'upheld' ? 'no line shown excuses it' : ruling.why;
};

/** Tries the disputed findings, the most urgent first, at most `most`. */
export const arbitrateAll = async (doubted: readonly Doubted[], sitting: Sitting, most: number): Promise<Ruled[]> => {
  const disputed = doubted.filter(isDisputed).sort((a, b) => urgency(b) - urgency(a));
  const ruled: Ruled[] = [];
  for (const { one } of disputed.slice(0, most)) {
    const ruling = sitting.round.fault ? null : await arbitrate(one, sitting);
    if (ruling) ruled.push({ one, ruling: ruling.kind, reason: reasonOf(ruling) });
  }
  return ruled;
};

type Bodies = ReadonlyMap<string, RuleBody>;

const sameLine = (a: Proved, b: Proved): boolean =>
  a.pair.chunk.path === b.pair.chunk.path && a.line === b.line && a.pair.rule.id !== b.pair.rule.id;

const says = ({ pair }: Proved): string => `${pair.rule.id} (${pair.rule.quality})`;

const conflict = (a: Proved, b: Proved, bodies: Bodies): Ruled[] => {
  const [one, two] = [ruleOf(a.pair, bodies), ruleOf(b.pair, bodies)];
  if (!contradict({ rule: one, fix: a.fix }, { rule: two, fix: b.fix })) return [];
  const loser = givesWay(one, two);
  if (loser === 'tie')
    return [a, b].map((each) => ({ one: each, ruling: 'tie', reason: `${says(a)} and ${says(b)} contradict` }));
  const [lost, won] = loser === 'first' ? [a, b] : [b, a];
  const tradeoff = { won: won.pair.rule.quality, lost: lost.pair.rule.quality };
  return [{ one: lost, ruling: 'outranked', reason: `${says(won)} comes before ${says(lost)}`, tradeoff }];
};

/** Findings on one line whose rules contradict each other: the order of the qualities decides, and no model is asked. */
export const ruleConflicts = (proved: readonly Proved[], bodies: Bodies): Ruled[] =>
  proved.flatMap((a, i) => proved.slice(i + 1).flatMap((b) => (sameLine(a, b) ? conflict(a, b, bodies) : [])));
