import { indexFiles } from '../git/index-files.ts';
import type { Repo } from '../git/repo.ts';
import { isTestPath, languageOf } from '../text/language.ts';
import { type Naming, namingOf, type TestNames, testNamesOf } from './policies-names.ts';

/** What the index of a repository shows of how work is done in it. Paths are of tracked files, and safe to be written anywhere. */
export interface Facts {
  readonly name: string;
  /** Languages of source files with how many there are, the most frequent first. */
  readonly languages: readonly (readonly [name: string, files: number])[];
  readonly manifests: readonly string[];
  readonly locks: readonly string[];
  readonly ci: readonly string[];
  readonly documents: readonly string[];
  /** Configuration files of linters, formatters and the like. */
  readonly tools: readonly string[];
  /** Names of the scripts in package.json. */
  readonly scripts: readonly string[];
  readonly entries: readonly string[];
  readonly tests: TestNames | null;
  readonly naming: Naming | null;
}

/** Files of the index that are looked at, and files of a kind that are named. */
const MOST = { files: 50_000, named: 12 } as const;

/** A path that needs no quoting in Markdown, in YAML and as a glob; others are not cited. */
const SAFE = /^[\w][\w./@+-]{0,150}$|^\.[\w][\w./@+-]{0,150}$/;

const KINDS = {
  manifests:
    /^(?:[\w.-]+\/){0,2}(?:package\.json|pyproject\.toml|requirements[\w.-]*\.txt|setup\.py|Cargo\.toml|go\.mod|Gemfile|composer\.json|pom\.xml|build\.gradle(?:\.kts)?)$/,
  locks:
    /^(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lockb?|poetry\.lock|uv\.lock|Pipfile\.lock|Cargo\.lock|go\.sum|Gemfile\.lock|composer\.lock)$/,
  ci: /^(?:\.github\/workflows\/[^/]+\.ya?ml|\.gitlab-ci\.yml|\.circleci\/config\.yml|azure-pipelines\.yml|\.travis\.yml|bitbucket-pipelines\.yml|\.ci\/[^/]+|Jenkinsfile)$/,
  documents:
    /^(?:(?:\.github|docs)\/)?(?:CONTRIBUTING|SECURITY|STYLEGUIDE|STYLE_GUIDE|HACKING|DEVELOPMENT|ARCHITECTURE)\.(?:md|rst|txt)$|^(?:AGENTS|CLAUDE|GEMINI)\.md$|^(?:(?:\.github|docs)\/)?CODEOWNERS$/i,
  tools:
    /^(?:biome\.jsonc?|\.?eslint(?:rc)?[\w.]*|\.prettierrc[\w.]*|prettier\.config\.\w+|tsconfig\.json|\.editorconfig|ruff\.toml|\.flake8|mypy\.ini|tox\.ini|\.golangci\.ya?ml|rustfmt\.toml|clippy\.toml|\.clang-format|\.rubocop\.yml|phpstan\.neon|Makefile|justfile|\.pre-commit-config\.yaml|vitest\.config\.\w+|jest\.config\.\w+|knip\.json)$/,
  entries:
    /^(?:src\/|lib\/|packages\/[\w.-]+\/(?:src\/)?)?(?:index|mod|lib)\.(?:[cm]?[jt]sx?|rs)$|^[\w-]+\/__init__\.py$/,
} as const;

const pathsOf = async ({ git }: Repo): Promise<string[]> => {
  const paths: string[] = [];
  let rest = '';
  for await (const chunk of git.stream(['ls-files', '-z'])) {
    const parts = (rest + chunk.toString('utf8')).split('\0');
    rest = parts.pop() ?? '';
    paths.push(...parts);
    if (paths.length >= MOST.files) break;
  }
  return paths.slice(0, MOST.files).filter((path) => SAFE.test(path) && !path.includes('..'));
};

const counted = (paths: readonly string[]): [string, number][] => {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const language = languageOf(path);
    if (language !== null && !['md', 'text', 'json', 'ini'].includes(language))
      counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, 5);
};

/** Names of the scripts of package.json; what they run is not looked at. */
const scriptsIn = (text: string | null): string[] => {
  try {
    const { scripts } = JSON.parse(text ?? '{}') as { readonly scripts?: unknown };
    if (typeof scripts !== 'object' || scripts === null) return [];
    return Object.keys(scripts)
      .filter((name) => /^[\w:.-]{1,40}$/.test(name))
      .slice(0, MOST.named);
  } catch {
    return [];
  }
};

/** Looks at the index alone: names of tracked files, and package.json. Throws GitError. */
export const readFacts = async (repo: Repo): Promise<Facts> => {
  const paths = await pathsOf(repo);
  const source = paths.filter((path) => !isTestPath(path));
  const of = (kind: keyof typeof KINDS): string[] =>
    paths.filter((path) => KINDS[kind].test(path)).slice(0, MOST.named);
  const folder = repo.root.split(/[\\/]/).at(-1) ?? '';
  return {
    name: /^[\w.-]{1,60}$/.test(folder) ? folder : 'this repository',
    languages: counted(source),
    manifests: of('manifests'),
    locks: of('locks'),
    ci: of('ci'),
    documents: of('documents'),
    tools: of('tools'),
    scripts: scriptsIn(paths.includes('package.json') ? await indexFiles(repo).read('package.json') : null),
    entries: of('entries').filter((path) => !isTestPath(path)),
    tests: testNamesOf(paths),
    naming: namingOf(source),
  };
};
