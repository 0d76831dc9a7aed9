import { share } from '../eval/wilson.ts';
import { openRepo } from '../git/repo.ts';
import { type Feedback, keepFeedback, NO_FEEDBACK, type Reception, readFeedback } from '../state/feedback.ts';
import { repoState } from '../state/repository.ts';
import { safeJson, visible } from '../text/visible.ts';
import { print } from './output.ts';
import type { Run } from './row.ts';

/** Decided findings from which on a rule may be called annoying, and the share of changed lines below which it is. */
const ANNOYING = { decided: 8, acted: 0.25 } as const;

interface Row extends Reception {
  readonly rule: string;
  readonly open: number;
  /** Share of the decided findings whose line was changed; null where none is decided. */
  readonly acted: number | null;
  readonly annoys: boolean;
}

const rowOf = (rule: string, one: Reception, open: number): Row => {
  const decided = one.changed + one.dismissed + one.stood;
  const acted = share(one.changed, decided).value;
  return { rule, ...one, open, acted, annoys: decided >= ANNOYING.decided && acted !== null && acted < ANNOYING.acted };
};

const rowsOf = ({ open, rules }: Feedback): Row[] =>
  Object.entries(rules)
    .map(([rule, one]) => rowOf(rule, one, open.filter((each) => each.rule === rule).length))
    .sort((a, b) => b.shown - a.shown || (a.rule < b.rule ? -1 : 1));

const lineOf = ({ rule, shown, changed, dismissed, stood, open, acted }: Row, width: number): string =>
  [
    visible(rule).padEnd(width),
    ...[shown, changed, dismissed, stood, open].map((count) => String(count).padStart(9)),
    (acted === null ? '–' : `${Math.round(100 * acted)} %`).padStart(8),
  ].join(' ');

const pageOf = (rows: readonly Row[]): string[] => {
  if (rows.length === 0) return ['Nothing was found here yet.'];
  const width = Math.max(4, ...rows.map(({ rule }) => visible(rule).length));
  const head = ['shown', 'changed', 'dismissed', 'stood', 'open'].map((name) => name.padStart(9));
  const annoying = rows.filter(({ annoys }) => annoys).map(({ rule }) => `  ${visible(rule)}: info`);
  return [
    ['rule'.padEnd(width), ...head, 'acted on'].join(' '),
    ...rows.map((row) => lineOf(row, width)),
    ...(annoying.length > 0
      ? ['', 'Rarely acted on; in lgtm.config.yaml they can be turned down:', 'rules:', ...annoying]
      : []),
  ];
};

/** `lgtm stats`: what became of the findings in this repository, rule by rule. Counted here and nowhere else. Throws GitError. */
export const run: Run = async ({ cwd, env, flags }) => {
  const { git } = await openRepo(cwd, env);
  const state = await repoState(git, env);
  if (flags['clear']) {
    keepFeedback(state, NO_FEEDBACK);
    await print('Forgotten.\n');
    return 0;
  }
  const rows = rowsOf(readFeedback(state));
  await print(flags['json'] ? `${safeJson({ schema: 1, rules: rows })}\n` : `${pageOf(rows).join('\n')}\n`);
  return 0;
};
