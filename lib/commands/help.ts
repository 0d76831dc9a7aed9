import type { CommandRow, Example, Option } from './row.ts';
import { COMMANDS, COMMON } from './table.ts';

const flag = (name: string, { short, value }: Option): string =>
  `${short ? `-${short}, ` : '    '}--${name}${value ? ` ${value}` : ''}`;

const rows = (entries: readonly (readonly [string, string])[]): string => {
  const width = Math.min(34, Math.max(...entries.map(([left]) => left.length)));
  return entries
    .map(([left, right]) =>
      left.length > width ? `  ${left}\n  ${' '.repeat(width)}  ${right}` : `  ${left.padEnd(width)}  ${right}`,
    )
    .join('\n');
};

const options = (row: CommandRow): string =>
  rows(Object.entries({ ...row.options, ...COMMON }).map(([name, option]) => [flag(name, option), option.help]));

const examples = (list: readonly Example[]): string[] =>
  list.length === 0 ? [] : ['', 'Examples:', ...list.flatMap(([line, does]) => [`  # ${does}`, `  ${line}`])];

/** Help of one command, from its row. */
export const commandHelp = (name: string, row: CommandRow): string =>
  [
    `lgtm ${name}: ${row.summary}`,
    '',
    `Usage: lgtm ${name} ${row.usage ? `${row.usage} ` : ''}[options]`,
    '',
    options(row),
    ...(row.details ? ['', row.details] : []),
    ...examples(row.examples),
  ].join('\n');

/** The list of commands. */
export const mainHelp = (): string => {
  const visible = Object.entries(COMMANDS).filter(([, row]) => !row.internal);
  return [
    'lgtm reviews exactly what is about to be committed, on your own machine.',
    '',
    'Usage: lgtm COMMAND [options]',
    '',
    rows(visible.map(([name, row]) => [name, row.summary])),
    '',
    '`lgtm COMMAND --help` shows its options and examples; `lgtm --version` the version.',
    'Skip the hook once: LGTM_SKIP_REASON="why" git commit …, or LGTM=0 git commit …',
  ].join('\n');
};
