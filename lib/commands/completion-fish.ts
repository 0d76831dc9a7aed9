import type { CommandLexis, Lexis, Offer } from './completion-lexis.ts';

/** A text in single quotes, in which fish knows two escapes. */
const quote = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;

/** What stands behind `-a`, and whether files are offered as well. */
const offer = (one: Offer): string => {
  if (one.kind === 'list') return `-a ${quote(one.items.join(' '))}`;
  return { files: '-F', findings: `-a '(__lgtm_findings)'`, nothing: '' }[one.kind];
};

const complete = (condition: string, ...parts: readonly string[]): string =>
  ['complete -c $program', `-n ${quote(condition)}`, ...parts.filter((part) => part !== '')].join(' ');

const optionLines = ({ name, options }: CommandLexis): string[] =>
  options.map(({ name: option, short, help, value }) =>
    complete(
      `__lgtm_at ${name}`,
      `-l ${option}`,
      short ? `-s ${short}` : '',
      value === null
        ? ''
        : `-r ${value.kind === 'files' ? '' : '-f '}${value.kind === 'files' ? '-F' : offer(value)}`.trimEnd(),
      `-d ${quote(help)}`,
    ),
  );

const wordLines = ({ name, first, second }: CommandLexis): string[] => [
  ...(first.kind === 'nothing' ? [] : [complete(`__lgtm_at ${name} 0`, offer(first))]),
  ...second
    .filter(({ offer: one }) => one.kind !== 'nothing')
    .map(({ after, offer: one }) => complete(`__lgtm_at ${name} 1 ${after}`, offer(one))),
];

const takers = (commands: readonly CommandLexis[]): string[] => [
  ...new Set(
    commands.flatMap(({ options }) =>
      options
        .filter(({ value }) => value !== null)
        .flatMap(({ name, short }) => [`--${name}`, ...(short ? [`-${short}`] : [])]),
    ),
  ),
];

/** The completion script for fish 3 and later. */
export const fish = ({ commands }: Lexis): string => `# fish completion of lgtm, written by \`lgtm completion fish\`

function __lgtm_findings
    set -l program (commandline -opc)[1]
    $program dismiss --known 2>/dev/null | string match -r '^[0-9a-f]{16}'
end

# Whether the line is at a command, so many words behind it, the first of them this one.
function __lgtm_at
    set -l words
    set -l skip 0
    for token in (commandline -opc)[2..-1]
        if test $skip = 1
            set skip 0
        else if contains -- $token ${takers(commands).join(' ')}
            set skip 1
        else if not string match -q -- '-*' $token
            set -a words $token
        end
    end
    set -q argv[1]; or return (test (count $words) -gt 0; echo $status)
    test "$words[1]" = $argv[1]; or return 1
    set -q argv[2]; or return 0
    test (math (count $words) - 1) = $argv[2]; or return 1
    set -q argv[3]; or return 0
    test "$words[2]" = $argv[3]
end

function __lgtm_start
    not __lgtm_at
end

for program in lgtm lgtm-hook
    complete -c $program -f
    complete -c $program -n __lgtm_start -l version -s v -d 'show the version'
    complete -c $program -n __lgtm_start -l help -s h -d 'show the commands'
${commands.map(({ name, summary }) => `    ${complete('__lgtm_start', `-a ${name}`, `-d ${quote(summary)}`)}`).join('\n')}
${commands.flatMap((command) => [...wordLines(command), ...optionLines(command)].map((line) => `    ${line}`)).join('\n')}
end
`;
