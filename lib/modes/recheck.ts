import { readManifest } from '../git/manifest.ts';
import { type Patched, withPatched } from '../git/patched.ts';
import { inTurn } from '../interview.ts';
import type { Plan } from '../planning.ts';
import { SILENT } from '../progress.ts';
import { conclude } from '../review.ts';
import type { Transcript } from '../runtime/transcript.ts';
import { openSession } from '../session.ts';
import type { Finding, Report, RuleHeader } from '../types.ts';
import type { Replaced } from './replace.ts';
import { pairsInScope } from './select.ts';

/** What a patch is checked against: the finding that it mends, and how the change was reviewed before. */
export interface Trial {
  readonly finding: Finding;
  readonly rule: RuleHeader;
  readonly before: Report;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  readonly transcript: Transcript;
}

/** Lines around a replacement in which the finding may not come up again. */
const AROUND = 3;

/** An M rule is asked about again wherever the file is still changed, whether or not its words still call for it. */
const askedAgain = (plan: Plan, { rule, finding }: Trial): Plan => {
  const active = plan.active.find(({ id }) => id === rule.id);
  if (rule.class !== 'M' || !active) return plan;
  const pairs = pairsInScope(active, plan, 'checked again').filter(({ chunk }) => chunk.path === finding.path);
  return { ...plan, pairs };
};

const pass = async (patched: Patched, trial: Trial, only: boolean): Promise<Report> => {
  const { rule, signal, transcript } = trial;
  const session = await openSession({
    ...{ repo: patched.repo, env: patched.env, records: await readManifest(patched.repo), message: null },
    ...{ overrides: {}, progress: SILENT, signal, mode: 'fix' },
    ...(only ? { only: ({ id }: RuleHeader) => id === rule.id, useModel: rule.class !== 'D' } : { useModel: false }),
  });
  const plan = only ? askedAgain(session.plan, trial) : session.plan;
  return conclude(session.input, plan, session.notes, only ? { course: inTurn, transcript } : undefined);
};

const remains = (report: Report, { finding }: Trial, { from, to }: Extract<Replaced, { ok: true }>): boolean =>
  report.findings.some(
    ({ id, rule, path, line }) =>
      rule === finding.rule &&
      path === finding.path &&
      (id === finding.id || (line >= from - AROUND && line <= to + AROUND)),
  );

const brought = (report: Report, { before }: Trial): Finding | undefined => {
  const known = new Set([...before.findings, ...before.suppressed.map((one) => one.finding)].map(({ id }) => id));
  return report.findings.find(({ id, severity }) => severity !== 'info' && !known.has(id));
};

/**
 * Checks a patched change again: by the rule of the finding (its detector, or the same question), and by every rule that
 * needs no model. Says why the patch does not stand, null where it does. Throws LgtmError.
 */
const judge = async (
  patched: Patched,
  trial: Trial,
  replaced: Extract<Replaced, { ok: true }>,
): Promise<string | null> => {
  const own = await pass(patched, trial, true);
  if (own.outcome === 'not-reviewed') return `it could not be checked again: ${own.notes[0] ?? 'no answer'}`;
  if (remains(own, trial, replaced)) return `${trial.finding.rule} still finds it`;
  const other = brought(await pass(patched, trial, false), trial);
  return other ? `it brings ${other.rule} at line ${other.line}` : null;
};

/** A patch that stands, or why there is none. */
export type Judged = { readonly patch: Buffer } | { readonly why: string };

/** Tries a replacement on the index, in a folder of its own. Throws LgtmError. */
export const tryOut = (
  repo: Patched['repo'],
  trial: Trial,
  file: { readonly path: string; readonly mode: string },
  replaced: Extract<Replaced, { ok: true }>,
): Promise<Judged> =>
  withPatched(repo, trial.env, { ...file, bytes: Buffer.from(replaced.text) }, async (patched) => {
    const why = await judge(patched, trial, replaced);
    return why === null ? { patch: patched.patch } : { why };
  });
