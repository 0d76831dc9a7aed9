import { interview } from '../interview.ts';
import { shownLine } from '../pass/fence.ts';
import { full } from '../pass/hydrate.ts';
import type { Outcome } from '../runtime/converse.ts';
import type { Transcript } from '../runtime/transcript.ts';
import type { Session } from '../session.ts';
import { readMode } from '../specs/mode.ts';
import type { Finding, Report } from '../types.ts';
import { type Replacement, replacementAnswer } from './answers.ts';
import { summon, warnElsewhere } from './desk.ts';
import { blockOf, type Target, targetOf } from './fix-target.ts';
import { type Trial, tryOut } from './recheck.ts';
import { replaceLines } from './replace.ts';

/** What is to be mended, and how the change was reviewed. */
export interface FixRequest {
  readonly session: Session;
  readonly report: Report;
  readonly finding: Finding;
  readonly transcript: Transcript;
}

/** A patch that was tried, or why there is none. */
export type Fix =
  | { readonly ok: true; readonly patch: Buffer; readonly text: string; readonly before: Buffer; readonly why: string }
  | { readonly ok: false; readonly why: string };

const TASK =
  'Make the line marked >> keep the rule. Copy the lines to replace into "old", without the marks ^ and >> before them, and write what stands there instead into "new".';

/** What the Builder does and how it is judged: a replacement counts only once the finding is gone when it is checked again. */
const build = async (request: FixRequest, target: Target): Promise<Fix> => {
  const { session, finding, report, transcript } = request;
  const { input, plan } = session;
  const rule = input.rules.find(({ id }) => id === finding.rule);
  const body = (await input.bodies()).get(finding.rule);
  if (!rule || !body) return { ok: false, why: `there is no rule ${finding.rule}` };
  const { env, signal, scene, progress } = input;
  const mode = readMode('fix');
  const trial: Trial = { finding, rule, before: report, env, signal, transcript };
  let found: { patch: Buffer; text: string } | null = null;
  const check = async (proposed: Replacement): Promise<string | null> => {
    const replaced = replaceLines(target.text, proposed, finding.line);
    if (!replaced.ok) return replaced.why;
    const judged = await tryOut(scene.repo, trial, { path: finding.path, mode: target.mode }, replaced);
    if ('why' in judged) return judged.why;
    found = { patch: judged.patch, text: replaced.text };
    return null;
  };
  let outcome: Outcome<Replacement> | null = null;
  const setting = {
    mode,
    env,
    progress,
    signal,
    transcript,
    inspection: plan.inspection,
    bodies: new Map(),
    exempt: () => null,
  };
  const { failures } = await interview([], { ...setting, config: input.config }, async (_pairs, sitting) => {
    warnElsewhere(sitting.asking.model, progress);
    const ground = { repo: scene.repo, inspection: plan.inspection, tip: scene.repo.base.head };
    const handout = () => ({ tier2: { change: blockOf(target, finding, plan.inspection.hits) } });
    outcome = await summon(
      { bus: sitting.asking, mode, ground, handout, stage: sitting.stage },
      {
        ...{ role: 'builder', why: `mend ${finding.rule} in ${finding.path}` },
        own: {
          finding: [`${finding.rule} at line ${finding.line}`, finding.message].map(shownLine).join(': '),
          ...{ injected_rules: full(rule, body), task: TASK },
        },
        answer: { ...replacementAnswer(), check },
      },
    );
    return { kept: [], ruled: [] };
  });
  return concluded(outcome, found, target, failures);
};

const concluded = (
  outcome: Outcome<Replacement> | null,
  found: { readonly patch: Buffer; readonly text: string } | null,
  { bytes }: Target,
  failures: readonly string[],
): Fix => {
  if (outcome?.kind === 'final' && found) return { ok: true, ...found, before: bytes, why: outcome.value.why };
  const reason = outcome?.kind === 'failed' ? outcome.failure.reason : (failures[0] ?? 'no answer');
  return { ok: false, why: reason };
};

/** Has the Builder propose a patch for a finding, and tries it. Writes nothing. Throws LgtmError. */
export const runFix = async (request: FixRequest): Promise<Fix> => {
  const { finding, session, transcript } = request;
  transcript.add({
    kind: 'begin',
    mode: 'fix',
    driver: 'scripted',
    state: `${finding.rule} ${finding.path}:${finding.line}`,
  });
  if (finding.line < 1) return { ok: false, why: 'the finding is about no line, so that no lines can be replaced' };
  const target = await targetOf(session.input.scene.repo, finding.path);
  return typeof target === 'string' ? { ok: false, why: target } : build(request, target);
};
