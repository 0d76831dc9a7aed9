import { type CommandLexis, type Lexis, type Offer, type OptionLexis, quoted } from './completion-lexis.ts';

const offer = (one: Offer): string => {
  if (one.kind === 'list') return `compadd -- ${one.items.map(quoted).join(' ')}`;
  return { files: '_files', findings: '_lgtm_findings', nothing: ':' }[one.kind];
};

const flagsOf = ({ name, short }: OptionLexis): string[] => [`--${name}`, ...(short ? [`-${short}`] : [])];

/** `name:description`, as _describe wants it. */
const described = (name: string, text: string): string => quoted(`${name.replaceAll(':', '\\:')}:${text}`);

const valueCases = ({ name, options }: CommandLexis): string[] =>
  options.flatMap((option) => {
    const { value } = option;
    if (value === null) return [];
    return [
      `    (${flagsOf(option)
        .map((flag) => `${name}:${flag}`)
        .join('|')}) ${offer(value)}; return ;;`,
    ];
  });

const takers = ({ name, options }: CommandLexis): string[] =>
  options.filter(({ value }) => value !== null).flatMap((option) => flagsOf(option).map((flag) => `${name}:${flag}`));

const optionCase = ({ name, options }: CommandLexis): string =>
  `      (${name}) found=(${options.map((option) => described(`--${option.name}`, option.help)).join(' ')}) ;;`;

const wordCases = ({ name, first, second }: CommandLexis): string[] => [
  `      (${name}:) ${offer(first)} ;;`,
  ...second.map(({ after, offer: one }) => `      (${name}:${after}) ${offer(one)} ;;`),
];

/** The completion script for zsh: for a folder of \`fpath\`, or to be evaluated. */
export const zsh = ({ commands }: Lexis): string => `#compdef lgtm lgtm-hook
# zsh completion of lgtm, written by \`lgtm completion zsh\`

_lgtm_findings() {
  local -a ids
  ids=(\${(f)"$(\${words[1]} dismiss --known 2>/dev/null)"})
  ids=(\${\${ids%% *}:#*[^0-9a-f]*})
  compadd -- $ids
}

_lgtm() {
  local command='' first='' cur=\${words[CURRENT]} prev=\${words[CURRENT-1]} i
  local -a found
  if [[ $cur == --*=* ]]; then
    prev=\${cur%%=*}
    compset -P '*='
  fi
  for ((i = 2; i < CURRENT; i++)); do
    case "$command:\${words[i]}" in
      (${commands.flatMap(takers).join('|')}) i=$((i + 1)) ;;
      (*:-*) ;;
      (:*) command=\${words[i]} ;;
      (*) [[ -n $first ]] && first=- || first=\${words[i]} ;;
    esac
  done
  case "$command:$prev" in
${commands.flatMap(valueCases).join('\n')}
  esac
  if [[ $cur == -* ]]; then
    case $command in
      ('') found=('--help:show the commands' '--version:show the version') ;;
${commands.map(optionCase).join('\n')}
    esac
    _describe -t options option found
  else
    case "$command:$first" in
      (:) found=(${commands.map(({ name, summary }) => described(name, summary)).join(' ')}); _describe -t commands command found ;;
${commands.flatMap(wordCases).join('\n')}
    esac
  fi
}

if [[ $\{funcstack[1]} == _lgtm ]]; then
  _lgtm "$@"
else
  compdef _lgtm lgtm lgtm-hook
fi
`;
