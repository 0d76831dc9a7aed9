/** Variables that would bend what git prints, run a program, or ask the user; none of them is about this commit. */
const DROPPED =
  /^GIT_(?:TRACE|TRACE2|REDIRECT|ADVICE$)|^GIT_(?:EXTERNAL_DIFF|DIFF_OPTS|PAGER|PAGER_IN_USE|SSH|SSH_COMMAND|PROXY_COMMAND|ASKPASS|EDITOR|SEQUENCE_EDITOR|ATTR_SOURCE|LITERAL_PATHSPECS|GLOB_PATHSPECS|NOGLOB_PATHSPECS|ICASE_PATHSPECS)$|^(?:PAGER|SSH_ASKPASS)$/;

const FIXED: Readonly<Record<string, string>> = {
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_PAGER: 'cat',
  LC_ALL: 'C',
};

/** Environment for git calls about this commit: the index and directories that git handed over stay, the rest is fixed. */
export const gitEnvironment = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(env).filter(([name]) => !DROPPED.test(name))),
  ...FIXED,
});
