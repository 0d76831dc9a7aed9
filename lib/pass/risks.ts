import { isProse, isTestPath } from '../text/language.ts';
import type { Risk, StagedFile } from '../types.ts';

interface RiskTest {
  readonly kind: string;
  readonly fits: (file: StagedFile) => boolean;
}

const added = (file: StagedFile, words: RegExp): boolean => file.addedLines.some(({ text }) => words.test(text));
const removed = (file: StagedFile, words: RegExp): boolean => file.removedLines.some(({ text }) => words.test(text));
const both = (file: StagedFile, words: RegExp): boolean => added(file, words) || removed(file, words);

/** Words by themselves, in snake_case and in camelCase; `token`, `session` and `role` alone mean too many other things. */
const AUTH =
  /(?:\b|_|[a-z](?=[A-Z]))(?:[aA]uth(?:[nz]|enticat\w*|ori[sz](?:e|ed|er|ation))?|AUTH|[lL]og(?:in|out|In|Out)|[sS]ign(?:in|In|_in)|[pP]assw(?:or)?ds?|PASSWORD|[pP]assphrase|[pP]ermissions?|[pP]rivileges?|[jJ]wt|JWT|[oO][aA]uth2?|[sS]aml|SAML|[aA]cl|ACL|[cCxX]srf|[cCxX]SRF|[iI]s_?[aA]dmin|sudo|[cC]redentials?)(?:\b|_|[A-Z])|(?:[aA]ccess|[aA]uth|[bB]earer|[rR]efresh|[sS]ession|[iI]d|[aA]pi|[cC]srf)_?[tT]okens?\b|[sS]ession_?(?:[iI]d|[kK]ey|[sS]ecret|[sS]tore)\b/;
const MONEY =
  /(?:\b|_|[a-z](?=[A-Z]))(?:[aA]mounts?|[pP]rices?|[bB]alances?|[pP]ayments?|[iI]nvoices?|[fF]ees?|[cC]urrency|[rR]efunds?|[sS]ats|[sS]atoshis?|[pP]ayouts?|[cC]ents)(?:\b|_|[A-Z])/;
const PUBLIC = /^\s*(?:export\s|pub\s|module\.exports|def\s+[a-z]|func\s+[A-Z])/;
const MANIFEST =
  /(?:^|\/)(?:package\.json|requirements[\w-]*\.txt|pyproject\.toml|Cargo\.toml|go\.mod|Gemfile|pom\.xml|build\.gradle(?:\.kts)?|composer\.json)$/;
const CI =
  /(?:^|\/)(?:\.github\/(?:workflows|actions)|\.gitlab-ci\.yml|\.circleci|Jenkinsfile|azure-pipelines\.yml|\.travis\.yml|\.buildkite)(?:\/|$)/;

/** What runs in production, or decides how it does: neither tests nor prose, which speaks of permissions and fees as well. */
const runs = ({ path, language }: StagedFile): boolean => !isTestPath(path) && !isProse(language);

/** To add a risk: one entry here. */
const RISKS: readonly RiskTest[] = [
  { kind: 'authentication', fits: (file) => runs(file) && both(file, AUTH) },
  { kind: 'money', fits: (file) => runs(file) && both(file, MONEY) },
  {
    kind: 'migration',
    fits: (file) =>
      /(?:^|\/)migrations?\//i.test(file.path) || (file.language === 'sql' && both(file, /\b(?:ALTER|DROP|CREATE)\s/i)),
  },
  { kind: 'public-interface', fits: (file) => runs(file) && removed(file, PUBLIC) },
  {
    kind: 'deleted-tests',
    fits: (file) =>
      isTestPath(file.path) &&
      (file.status === 'D' || removed(file, /\b(?:it|test|describe|def test_\w+|func Test\w+|#\[test\])/)),
  },
  { kind: 'ci', fits: (file) => CI.test(file.path) },
  { kind: 'dependencies', fits: (file) => MANIFEST.test(file.path) },
  { kind: 'executable', fits: (file) => file.newMode === '100755' && file.oldMode !== '100755' },
  {
    kind: 'not-shown',
    fits: (file) => ['binary', 'too-large', 'long-line', 'gitlink', 'minified'].includes(file.review),
  },
];

const LARGE_CHANGE = 400;

/** What a reviewer should look at twice, by kind, with the paths that gave rise to it (at most `most` named). */
export const computeRisks = (files: readonly StagedFile[], most = 20): Risk[] => {
  const risks = RISKS.map(({ kind, fits }) => ({ kind, paths: files.filter(fits).map(({ path }) => path) }));
  const lines = files.filter(({ review }) => review === 'yes').reduce((sum, file) => sum + (file.added ?? 0), 0);
  if (lines > LARGE_CHANGE)
    risks.push({ kind: 'size', paths: files.filter(({ added: count }) => (count ?? 0) > 100).map(({ path }) => path) });
  return risks
    .filter(({ paths }) => paths.length > 0)
    .map(({ kind, paths }) => ({ kind, paths: paths.slice(0, most) }));
};
