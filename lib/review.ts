import type { Course, Interview } from './interview.ts';
import { ablatedBodies } from './pass/ablate.ts';
import { isMandatory } from './pass/counsel.ts';
import { compilePattern } from './pass/detect.ts';
import { draftOfHit, draftOfProved } from './pass/drafts.ts';
import { type Ordinal, ordinalsOf } from './pass/fingerprint.ts';
import { selectedRules } from './pass/selected.ts';
import { identify, settle, type Weighed } from './pass/settle.ts';
import { decide } from './pass/verdict.ts';
import type { Input, Plan } from './planning.ts';
import type { Transcript } from './runtime/transcript.ts';
import { setAside } from './suppression.ts';
import type { Finding, NotReviewed, Report, RuleBody, RuleHeader, StagedFile } from './types.ts';

const NO_INTERVIEW: Interview = { proved: [], dropped: [], notReviewed: [], failures: [], use: null, notes: [] };

/** The way of a mode that does more than the hook: how it is held, and where its turns are taken down. */
export interface Full {
  readonly course: Course;
  readonly transcript: Transcript;
}

const holdInterview = async (input: Input, planned: Plan, full?: Full): Promise<Interview> => {
  const { inspection, pairs, left, mode, ablated, scope } = planned;
  if ((pairs.length === 0 && !full) || !mode.steps.includes('review')) return NO_INTERVIEW;
  if (!input.useModel)
    return {
      ...NO_INTERVIEW,
      notReviewed: pairs.map((pair) => ({ path: pair.chunk.path, reason: 'needs a model', rule: pair.rule.id })),
    };
  const [{ interview }, texts] = await Promise.all([import('./interview.ts'), input.bodies()]);
  const { config, env, progress, signal } = input;
  const exempt = (rule: RuleHeader): ((text: string) => boolean) | null =>
    rule.exempt ? compilePattern(rule.exempt) : null;
  const bodies = ablatedBodies(texts, ablated);
  const setting = { config, mode, ablated, env, inspection, bodies, exempt, progress, signal };
  if (full) return interview(pairs, { ...setting, transcript: full.transcript }, full.course);
  const choice = { left, tier0: input.tier0, files: inspection.files, domains: scope.domains };
  return interview(pairs, { ...setting, choice });
};

type Bodies = ReadonlyMap<string, RuleBody>;

const detectedFindings = ({ byPath }: Input, planned: Plan, bodies: Bodies, ordinal: Ordinal): Finding[] => {
  const byId = new Map(planned.active.map((rule) => [rule.id, rule]));
  const drafts = planned.inspection.hits.flatMap((hit) => {
    const rule = byId.get(hit.rule);
    if (rule?.class !== 'D') return [];
    const inForce = byPath.level(rule, hit.path);
    return inForce === 'off' ? [] : [draftOfHit(hit, { ...rule, inForce }, bodies.get(rule.id))];
  });
  return identify(drafts, ordinal);
};

const modelFindings = (held: Interview, bodies: Bodies, ordinal: Ordinal): Weighed[] =>
  identify(
    held.proved.map((one) => draftOfProved(one, bodies.get(one.pair.rule.id))),
    ordinal,
  );

const leftOut = (files: readonly StagedFile[]): NotReviewed[] =>
  files.flatMap((file) => {
    if (file.unread) return [{ path: file.path, reason: file.unread }];
    return file.review === 'yes' ? [] : [{ path: file.path, reason: file.review }];
  });

const failuresOf = (planned: Plan, held: Interview, useModel: boolean): string[] => {
  const unread = planned.inspection.files.filter((file) => file.unread !== undefined);
  const dangling = useModel ? planned.left.filter((pair) => isMandatory(pair) && pair.rule.inForce === 'block') : [];
  return [
    ...held.failures,
    ...unread
      .slice(0, 1)
      .map((file) => `${file.path}: ${file.unread}${unread.length > 1 ? `, and ${unread.length - 1} more files` : ''}`),
    ...dangling.slice(0, 1).map((pair) => `the budget of calls is too small to ask ${pair.rule.id} everywhere`),
  ];
};

const ablationNote = ({ ablated }: Plan): string[] =>
  ablated.size === 0
    ? []
    : [`LGTM_ABLATION changes this review: ${[...ablated].map((pair) => pair.join('=')).join(', ')}`];

/** The second half: asks, proves, settles, decides. */
export const conclude = async (input: Input, planned: Plan, notes: readonly string[], full?: Full): Promise<Report> => {
  const held = await holdInterview(input, planned, full);
  const reports = planned.inspection.hits.length > 0 || held.proved.length > 0;
  const bodies = reports ? await input.bodies() : new Map<string, RuleBody>();
  const ordinal = ordinalsOf(planned.inspection.files);
  const detected = detectedFindings(input, planned, bodies, ordinal);
  const settled = settle(detected, modelFindings(held, bodies, ordinal), {
    perRuleAndFile: planned.mode.budgets.findings_per_rule_and_file,
    shown: planned.mode.budgets.findings_shown,
  });
  const aside = await setAside(input, planned, [...detected, ...settled.findings], ordinal);
  const failures = failuresOf(planned, held, input.useModel);
  const { mode, failOn, onNotReviewed } = input.config;
  const judgement = decide(aside.kept, { mode, failOn, failures, failClosed: onNotReviewed === 'block' });
  const selected = selectedRules(planned.active, planned.inspection.files, planned.pairs, planned.scope);
  const over = planned.left
    .filter((pair) => !held.taken?.includes(pair))
    .map((pair) => ({ path: pair.chunk.path, reason: 'over budget', rule: pair.rule.id }));
  return {
    schema: 1,
    ...judgement,
    findings: aside.kept,
    dropped: [...held.dropped, ...settled.dropped],
    suppressed: aside.suppressed,
    notReviewed: [...leftOut(planned.inspection.files), ...held.notReviewed, ...over],
    rules: { selected, skipped: input.rules.length - selected.length },
    model: held.use,
    notes: [...failures, ...ablationNote(planned), ...notes, ...held.notes, ...aside.notes],
  };
};
