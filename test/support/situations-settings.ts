import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestRepo } from './repo.ts';
import type { Situation } from './situations.ts';

const LINES = Array.from({ length: 12 }, (_, i) => `line ${i}\n`);

/** One modified and one new file; whatever is set, this is what must be seen of them. */
const stageTwo = (repo: TestRepo): void => {
  repo.commit({ 'a.txt': LINES.join(''), '.keep': '' });
  repo.stage({ 'a.txt': [...LINES.slice(0, 5), 'new\n', ...LINES.slice(5)].join(''), 'b.js': 'eval(x)\n' });
};

const SEEN = ['M a.txt +1 -0 {6:new}', 'A b.js +1 -0 {1:eval(x)}'];

const configured = (name: string, ...settings: readonly (readonly [string, string])[]): Situation => ({
  name: `a change under ${name}`,
  build: (repo) => {
    stageTwo(repo);
    for (const [key, value] of settings) repo.git('config', key, value);
    return undefined;
  },
  files: SEEN,
});

const inEnvironment = (name: string, variables: NodeJS.ProcessEnv): Situation => ({
  name: `a change under ${name}`,
  build: (repo) => {
    stageTwo(repo);
    return { env: { ...repo.env, ...variables } };
  },
  files: SEEN,
});

const attributes = (name: string, place: string, text: string): Situation => ({
  name: `a change under ${name}`,
  build: (repo) => {
    stageTwo(repo);
    mkdirSync(join(repo.root, '.git', 'info'), { recursive: true });
    writeFileSync(join(repo.root, place), text);
    return undefined;
  },
  files: SEEN,
});

/** Settings, attributes and variables that bend a diff: none of them may change what is seen. */
export const SETTING_SITUATIONS: readonly Situation[] = [
  configured('prefixes of all kinds', ['diff.noprefix', 'true'], ['diff.mnemonicPrefix', 'true']),
  configured('prefixes of its own', ['diff.srcPrefix', 'old/'], ['diff.dstPrefix', 'new/']),
  configured('a diff program', ['diff.external', 'true']),
  configured(
    'colours',
    ['color.ui', 'always'],
    ['color.diff', 'always'],
    ['diff.colorMoved', 'zebra'],
    ['diff.wsErrorHighlight', 'all'],
  ),
  configured(
    'context and order',
    ['diff.context', '0'],
    ['diff.interHunkContext', '50'],
    ['diff.orderFile', '/dev/null'],
    ['diff.algorithm', 'patience'],
    ['diff.indentHeuristic', 'false'],
  ),
  configured('an order file that is not there', ['diff.orderFile', '/nonexistent']),
  configured('a size from which everything is binary', ['core.bigFileThreshold', '1']),
  configured('quoted paths and short ids', ['core.quotePath', 'true'], ['core.abbrev', '4']),
  configured('word-wise output', ['diff.wordRegex', '.'], ['diff.statGraphWidth', '1']),
  configured('modes and case that do not count', ['core.fileMode', 'false'], ['core.ignoreCase', 'true']),
  configured(
    'a pager and signatures',
    ['core.pager', 'false'],
    ['log.showSignature', 'true'],
    ['gpg.program', 'false'],
  ),
  configured('subjects in another encoding', ['i18n.logOutputEncoding', 'UTF-16'], ['format.pretty', 'raw']),
  inEnvironment('GIT_DIFF_OPTS', { GIT_DIFF_OPTS: '-u0' }),
  inEnvironment('GIT_EXTERNAL_DIFF', { GIT_EXTERNAL_DIFF: 'true' }),
  inEnvironment('traces', { GIT_TRACE: '1', GIT_TRACE_SETUP: '2', GIT_TRACE2: '1', GIT_CURL_VERBOSE: '1' }),
  inEnvironment('settings in the environment', {
    GIT_CONFIG_COUNT: '2',
    GIT_CONFIG_KEY_0: 'diff.noprefix',
    GIT_CONFIG_VALUE_0: 'true',
    GIT_CONFIG_KEY_1: 'core.bigFileThreshold',
    GIT_CONFIG_VALUE_1: '1',
  }),
  inEnvironment('pathspecs of other kinds', { GIT_ICASE_PATHSPECS: '1', GIT_NOGLOB_PATHSPECS: '1' }),
  inEnvironment('another language', { LC_ALL: 'de_DE.UTF-8', LANGUAGE: 'de', LANG: 'de_DE.UTF-8' }),
  attributes('attributes in the work tree that call everything binary', '.gitattributes', '* binary\n'),
  attributes('attributes of the repository that hide everything', '.git/info/attributes', '* -diff\n'),
  {
    name: 'a change whose own attributes hide it',
    build: (repo) => {
      repo.commit({ 'a.js': 'a\n' });
      repo.stage({ '.gitattributes': '*.js -diff\n', 'a.js': 'a\neval(x)\n' });
    },
    files: ['A .gitattributes +1 -0 {1:*.js -diff}', 'M a.js +1 -0 {2:eval(x)}'],
  },
  {
    name: 'a text conversion and a driver that says binary',
    build: (repo) => {
      stageTwo(repo);
      repo.git('config', 'diff.odd.textconv', 'true');
      repo.git('config', 'diff.odd.binary', 'true');
      repo.git('config', 'diff.odd.command', 'true');
      writeFileSync(join(repo.root, '.git/info/attributes'), '* diff=odd\n');
    },
    files: SEEN,
  },
  {
    name: 'an object that another one stands in for',
    build: (repo) => {
      stageTwo(repo);
      const harmless = repo.input('harmless\n', 'hash-object', '-w', '--stdin').trim();
      repo.git('replace', repo.git('rev-parse', ':b.js').trim(), harmless);
    },
    files: SEEN,
  },
];
