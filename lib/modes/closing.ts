import type { Escalation, FullReport, RoleUse, Ruling } from '../reports/full.ts';
import type { Ruled } from '../rulings.ts';
import type { Entry } from '../runtime/transcript.ts';
import type { Finding, Report } from '../types.ts';
import type { Table } from './work.ts';

const NO_USE = { turns: 0, tools: 0, promptTokens: 0, outputTokens: 0, ms: 0 };

const plus = (use: RoleUse, entry: Entry): RoleUse => {
  if (entry.kind === 'tool') return { ...use, tools: use.tools + 1 };
  if (entry.kind !== 'turn') return use;
  return {
    ...use,
    turns: use.turns + 1,
    promptTokens: use.promptTokens + entry.promptTokens,
    outputTokens: use.outputTokens + entry.outputTokens,
    ms: use.ms + entry.ms,
  };
};

/** What each role cost, in the order in which they first spoke. */
export const usesOf = (entries: readonly Entry[]): RoleUse[] => {
  const uses = new Map<string, RoleUse>();
  for (const entry of entries) {
    if (entry.kind !== 'turn' && entry.kind !== 'tool') continue;
    const { role } = entry;
    uses.set(role, plus(uses.get(role) ?? { role, ...NO_USE }, entry));
  }
  return [...uses.values()];
};

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

const rulingOf = ({ one, ruling, reason, tradeoff }: Ruled): Ruling => ({
  ...{ rule: one.pair.rule.id, path: one.pair.chunk.path, line: one.line, ruling, reason },
  tradeoff: tradeoff ? `${capital(tradeoff.won)} over ${capital(tradeoff.lost)}` : null,
});

/** What the roles could not settle, so that a person can. */
const escalationsOf = ({ ruled }: Table, { notReviewed }: Report): Escalation[] => {
  const open = ruled.filter(({ ruling }) => ruling === 'unsettled' || ruling === 'tie');
  const unasked = notReviewed.filter(({ rule }) => rule !== undefined);
  return [
    ...open.map(({ one, reason }) => ({
      what: `${one.pair.rule.id} at ${one.pair.chunk.path}:${one.line}: ${reason}`,
      options: `change the line, or keep it with a comment lgtm-ignore ${one.pair.rule.id}: and the reason`,
    })),
    ...(unasked.length === 0
      ? []
      : [
          {
            what: `${unasked.length} ${unasked.length === 1 ? 'question was' : 'questions were'} not answered`,
            options: 'look at these rules yourself, or run it again',
          },
        ]),
  ];
};

const plural = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

const placeOf = ({ rule, path, line }: Finding): string => `${rule} at ${path}:${line}`;

const statusOf = (report: Report, { examined }: Table): FullReport['status'] => {
  const questions = examined.reduce((sum, one) => sum + one.questions, 0);
  const blocking = report.findings.filter(({ severity }) => severity === 'block');
  const [first] = [...blocking, ...report.findings];
  const status = [
    `${report.outcome}: ${plural(report.findings.length, 'finding')}`,
    `${plural(questions, 'question')} by ${plural(examined.length, 'reviewer')}`,
  ].join(', ');
  return {
    status,
    blockers: blocking.map(placeOf).join('; ') || 'none',
    next: first ? `mend ${placeOf(first)}` : report.outcome === 'not-reviewed' ? 'lgtm doctor' : 'commit',
  };
};

/** Findings in the order that the Lead gave them, by id; those that it did not name come last. */
const orderOf = (
  table: Table,
  tags: ReadonlyMap<string, Pick<Finding, 'rule' | 'path' | 'line'>>,
  report: Report,
): string[] =>
  (table.synthesis?.order ?? []).flatMap((tag) => {
    const told = tags.get(tag);
    const found = report.findings.find(
      ({ rule, path, line }) => rule === told?.rule && path === told.path && line === told.line,
    );
    return found ? [found.id] : [];
  });

/** What the closing of a review is made of. */
export interface Closing {
  readonly report: Report;
  readonly table: Table;
  readonly scope: string;
  readonly handoff: readonly string[];
  readonly tags: ReadonlyMap<string, Pick<Finding, 'rule' | 'path' | 'line'>>;
  readonly entries: readonly Entry[];
}

/** Puts a full review together as plain data, for every form of report. */
export const closingOf = ({ report, table, scope, handoff, tags, entries }: Closing): FullReport => ({
  report: { ...report, notes: [...report.notes, ...table.notes] },
  ...{ scope, driver: table.driver, status: statusOf(report, table), map: table.map },
  chart: table.chart?.summary ?? '',
  risks: table.chart?.risks ?? [],
  ...{ added: table.added, plan: table.plan, reviewers: table.examined, rulings: table.ruled.map(rulingOf), handoff },
  escalations: escalationsOf(table, report),
  synthesis: table.synthesis ? { ...table.synthesis, order: orderOf(table, tags, report) } : null,
  failures: table.failures.map(({ kind, role, reason }) => ({ kind, role, reason })),
  roles: usesOf(entries),
});
