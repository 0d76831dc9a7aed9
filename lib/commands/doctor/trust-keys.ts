/** What is known of git's configuration keys, by their names in lower case (subsections as they are). */

interface Setting {
  readonly key: string;
  readonly value: string;
}

/** Keys that run nothing, read no other file and send nothing anywhere else, whatever their value. */
const INERT: readonly RegExp[] = [
  /^core\.(?:repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol)$/,
  /^core\.(?:safecrlf|quotepath|abbrev|bigfilethreshold|compression|loosecompression|preloadindex|untrackedcache)$/,
  /^core\.(?:splitindex|sharedrepository|commentchar|checkstat|trustctime|whitespace|longpaths|fscache|protecthfs)$/,
  /^core\.(?:protectntfs|sparsecheckout|sparsecheckoutcone|commitgraph|multipackindex|deltabasecachelimit|hidedotfiles)$/,
  /^(?:user|author|committer|extensions|init|pack|push|pull|rebase|color|column|advice|status|tag|rerere)\./,
  /^gc\.(?!recentobjectshook$)|^help\.(?:autocorrect|format)$|^gui\.(?:wmstate|geometry|encoding)$/,
  /^(?:blame|apply|i18n|index|feature|transfer|receive|fsck|versionsort|pretty|format|maintenance)\./,
  /^(?:fetch|branch)\./,
  /^remote\..*\.(?:fetch|push|tagopt|prune|prunetags|mirror|skipdefaultupdate|skipfetchall|promisor|partialclonefilter)$/,
  /^remote\.(?:pushdefault)$/,
  /^submodule\..*\.(?:url|active|branch|ignore|fetchrecursesubmodules)$/,
  /^submodule\.(?:recurse|active|fetchjobs|propagatebranches)$/,
  /^merge\.(?:ff|conflictstyle|renames|renamelimit|log|stat|autostash|verbosity|defaulttoupstream)$/,
  /^diff\.(?:algorithm|renames|renamelimit|mnemonicprefix|noprefix|colormoved|context|interhunkcontext|submodule)$/,
  /^diff\.(?:ignoresubmodules|wserrorhighlight|relative|indentheuristic|suppressblankempty|statgraphwidth|autorefreshindex)$/,
  /^diff\..*\.(?:binary|xfuncname|funcname|wordregex|cachetextconv|algorithm)$/,
  /^log\.(?!showsignature$)/,
  /^commit\.(?:gpgsign|cleanup|status|verbose)$/,
  /^lfs\.(?:repositoryformatversion|.*\.(?:access|locksverify))$/,
  /^protocol\.version$/,
  /^credential\.(?:.*\.)?username$/,
];

/** What a key can do, for those that can do something. */
const MEANINGS: readonly (readonly [RegExp, string])[] = [
  [/^core\.fsmonitor$/, 'runs a program whenever git reads the index'],
  [/^core\.hookspath$/, 'says where git finds its hooks'],
  [/^core\.(?:sshcommand|gitproxy|askpass)$|^ssh\./, 'names a program that git runs to reach a remote'],
  [/^core\.(?:pager|editor)$|^pager\.|^sequence\.editor$/, 'names a program that git runs to show or edit text'],
  [/^core\.worktree$/, 'moves the work tree somewhere else'],
  [/^core\.(?:attributesfile|excludesfile)$/, 'reads another file'],
  [/^diff\.(?:external|.*\.(?:command|textconv))$/, 'names a program that git runs to compare files'],
  [/^(?:diff|merge)tool\.|^(?:diff|merge)\.(?:gui)?tool$/, 'names a program that git runs to compare or merge files'],
  [/^merge\..*\.driver$/, 'names a program that git runs to merge files'],
  [/^filter\./, 'names a program that rewrites files as they are staged or checked out'],
  [/^include\.path$|^includeif\./, 'reads further configuration from another file'],
  [/^alias\./, 'runs a program under the name of a git command'],
  [/^credential\./, 'names a program that is asked for passwords'],
  [/^(?:gpg|log\.showsignature)/, 'names or starts a program that checks signatures'],
  [/^url\./, 'sends what is meant for one address to another'],
  [/^remote\./, 'names a program or a way to a remote'],
  [/^http\./, 'changes how remotes are reached'],
  [/^protocol\./, 'changes which ways to remotes are allowed'],
  [/^submodule\..*\.update$/, 'runs a program when submodules are updated'],
  [/^hook\./, 'names a program that git runs as a hook'],
];

/** Values that make an otherwise plain key run or redirect something. */
const isPlainValue = ({ key, value }: Setting): boolean => {
  if (/^alias\./.test(key)) return !value.trimStart().startsWith('!');
  if (/^remote\..*\.(?:url|pushurl)$/.test(key)) return !/^[\w-]+::/.test(value);
  return false;
};

/** Whether a setting is certain to run, read and redirect nothing. */
export const isInert = ({ key, value }: Setting): boolean => {
  // git prints section and name in lower case and leaves the part between them as it is.
  const known = key.replace(/^[^.]*/, (section) => section.toLowerCase());
  return INERT.some((pattern) => pattern.test(known)) || isPlainValue({ key: known, value });
};

/** What a setting that is not inert can do. */
export const meaningOf = ({ key }: Setting): string =>
  MEANINGS.find(([pattern]) => pattern.test(key))?.[1] ?? 'is not known to be harmless';
