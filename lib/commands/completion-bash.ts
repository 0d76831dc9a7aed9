import { type CommandLexis, type Lexis, type Offer, type OptionLexis, quoted } from './completion-lexis.ts';

const offer = (one: Offer): string => {
  if (one.kind === 'list') return `_lgtm_offer ${quoted(one.items.join(' '))}`;
  return { files: '_lgtm_files', findings: '_lgtm_findings', nothing: ':' }[one.kind];
};

const flagsOf = ({ name, short }: OptionLexis): string[] => [`--${name}`, ...(short ? [`-${short}`] : [])];

/** `check:--format) …` for each option that takes a value. */
const valueCases = ({ name, options }: CommandLexis): string[] =>
  options.flatMap((option) => {
    const { value } = option;
    if (value === null) return [];
    const patterns = flagsOf(option).map((flag) => `${name}:${flag}`);
    return [`    ${patterns.join(' | ')}) ${offer(value)}; return ;;`];
  });

const takers = ({ name, options }: CommandLexis): string[] =>
  options.filter(({ value }) => value !== null).flatMap((option) => flagsOf(option).map((flag) => `${name}:${flag}`));

const optionCase = ({ name, options }: CommandLexis): string =>
  `      ${name}) _lgtm_offer ${quoted(options.flatMap(flagsOf).join(' '))} ;;`;

const wordCases = ({ name, first, second }: CommandLexis): string[] => [
  `      ${name}:) ${offer(first)} ;;`,
  ...second.map(({ after, offer: one }) => `      ${name}:${after}) ${offer(one)} ;;`),
];

/** The completion script for bash 3.2 and later. */
export const bash = ({ commands }: Lexis): string => `# bash completion of lgtm, written by \`lgtm completion bash\`

_lgtm_offer() {
  local word
  for word in $1; do
    case $word in "$cur"*) COMPREPLY+=("$word") ;; esac
  done
}

_lgtm_files() {
  local file
  compopt -o filenames 2>/dev/null
  while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen -f -- "$cur")
}

_lgtm_findings() {
  local id rest
  while read -r id rest; do
    case $id in *[!0-9a-f]* | '') ;; "$cur"*) COMPREPLY+=("$id") ;; esac
  done < <("\${COMP_WORDS[0]}" dismiss --known 2>/dev/null)
}

_lgtm() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]} command='' first='' i
  COMPREPLY=()
  # bash takes the sign of --option=value for a word of its own.
  if [ "$cur" = = ]; then cur=''; elif [ "$prev" = = ]; then prev=\${COMP_WORDS[COMP_CWORD - 2]}; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$command:\${COMP_WORDS[i]}" in
      ${commands.flatMap(takers).join(' | ')}) [ "\${COMP_WORDS[i + 1]}" != = ] || i=$((i + 1)); i=$((i + 1)) ;;
      *:-* | *:=) ;;
      :*) command=\${COMP_WORDS[i]} ;;
      *) [ -n "$first" ] && first='-' || first=\${COMP_WORDS[i]} ;;
    esac
  done
  case "$command:$prev" in
${commands.flatMap(valueCases).join('\n')}
  esac
  if [ "\${cur:0:1}" = - ]; then
    case $command in
      '') _lgtm_offer '--help --version' ;;
${commands.map(optionCase).join('\n')}
    esac
  else
    case "$command:$first" in
      :) _lgtm_offer ${quoted(commands.map(({ name }) => name).join(' '))} ;;
${commands.flatMap(wordCases).join('\n')}
    esac
  fi
}

complete -F _lgtm lgtm lgtm-hook
`;
