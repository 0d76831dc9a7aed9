import type { Severity } from '../../lib/types.ts';
import type { Reviewed } from './review.ts';

/** Counts over all reviewed changes, as Markdown tables. Pure. */

const ORDER: readonly Severity[] = ['block', 'warn', 'info'];

const percent = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(2)} %`;

const quantile = (values: readonly number[], at: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * at))] ?? 0;

const addedIn = (all: readonly Reviewed[]): number => all.reduce((sum, { added }) => sum + added, 0);

/** Share of changes with a finding of a severity. */
export const shareWith = (all: readonly Reviewed[], severity: Severity): number =>
  all.filter(({ findings }) => findings.some((one) => one.severity === severity)).length / Math.max(1, all.length);

const shares = (all: readonly Reviewed[]): string[] =>
  ORDER.map((severity) => {
    const count = Math.round(shareWith(all, severity) * all.length);
    return `${severity}: ${count} of ${all.length} changes (${percent(count, all.length)})`;
  });

const ruleRows = (all: readonly Reviewed[]): string[] => {
  const lines = addedIn(all);
  const findings = all.flatMap((one) => one.findings.map((finding) => ({ ...finding, change: one })));
  const ids = [...new Set(findings.map(({ rule }) => rule))];
  const rows = ids.map((id) => {
    const mine = findings.filter(({ rule }) => rule === id);
    const changes = new Set(mine.map(({ change }) => change)).size;
    return { id, severity: mine[0]?.severity ?? 'info', count: mine.length, changes };
  });
  return rows
    .sort(
      (a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity) || b.count - a.count || (a.id < b.id ? -1 : 1),
    )
    .map(
      ({ id, severity, count, changes }) =>
        `| \`${id}\` | ${severity} | ${count} | ${changes} | ${((1000 * count) / Math.max(1, lines)).toFixed(2)} |`,
    );
};

const questionLines = (all: readonly Reviewed[]): string[] => {
  const counts = all.map(({ questions }) => questions.length);
  const asked = all.flatMap(({ questions }) => questions);
  const perRule = [...new Set(asked)]
    .map((id) => [id, asked.filter((one) => one === id).length] as const)
    .sort(([, a], [, b]) => b - a);
  return [
    `questions to a model: median ${quantile(counts, 0.5)}, 90 % at most ${quantile(counts, 0.9)}, most ${Math.max(0, ...counts)}, mean ${(asked.length / Math.max(1, all.length)).toFixed(2)}`,
    perRule.map(([id, count]) => `${id} ${count}`).join(', '),
  ];
};

const languageLine = (all: readonly Reviewed[]): string => {
  const names = [...new Set(all.flatMap(({ languages }) => Object.keys(languages)))];
  return names
    .map((name) => [name, all.reduce((sum, { languages }) => sum + (languages[name] ?? 0), 0)] as const)
    .sort(([, a], [, b]) => b - a)
    .map(([name, lines]) => `${name} ${lines}`)
    .join(', ');
};

const histories = (all: readonly Reviewed[]): number =>
  new Set(all.map(({ name }) => name.slice(0, name.lastIndexOf('@')))).size;

/** What came of the replay. */
export const tally = (all: readonly Reviewed[]): string =>
  [
    `${all.length} changes of ${histories(all)} packages, ${addedIn(all)} added lines, median ${quantile(
      all.map(({ added }) => added),
      0.5,
    )}`,
    `added lines by language: ${languageLine(all)}`,
    ...shares(all),
    ...questionLines(all),
    '',
    '| rule | severity | findings | changes | per 1000 added lines |',
    '|---|---|---:|---:|---:|',
    ...ruleRows(all),
  ].join('\n');

/** Whole steps, one a row. */
export const wholeTable = (all: readonly Reviewed[]): string =>
  [
    '| step | files | lines | block | warn | info |',
    '|---|---:|---:|---:|---:|---:|',
    ...all.map(({ name, files, added, deleted, findings }) => {
      const counts = ORDER.map((severity) => findings.filter((one) => one.severity === severity).length);
      return `| ${name} | ${files} | +${added} −${deleted} | ${counts.join(' | ')} |`;
    }),
  ].join('\n');

/** Each finding that blocks or warns, to be read and judged. */
export const hitsOf = ({ name, findings }: Reviewed): string[] =>
  findings
    .filter(({ severity }) => severity !== 'info')
    .map(
      ({ severity, rule, path, line, quote }) =>
        `${severity}\t${rule}\t${name}\t${path}:${line}\t${quote.trim().slice(0, 160)}`,
    );
