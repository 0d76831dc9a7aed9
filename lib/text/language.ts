/** Language by extension or file name; the short names are the ones that rules use in `languages`. */
const BY_EXTENSION: ReadonlyMap<string, string> = new Map([
  ...of('js', 'js cjs mjs jsx'),
  ...of('ts', 'ts cts mts'),
  ...of('tsx', 'tsx'),
  ...of('vue', 'vue svelte astro'),
  ...of('py', 'py pyi pyw'),
  ...of('go', 'go'),
  ...of('rs', 'rs'),
  ...of('java', 'java'),
  ...of('kt', 'kt kts'),
  ...of('swift', 'swift'),
  ...of('cs', 'cs'),
  ...of('c', 'c h'),
  ...of('cpp', 'cc cpp cxx hh hpp hxx'),
  ...of('rb', 'rb rake gemspec'),
  ...of('php', 'php'),
  ...of('sh', 'sh bash zsh ksh'),
  ...of('ps1', 'ps1 psm1'),
  ...of('sql', 'sql'),
  ...of('yaml', 'yaml yml'),
  ...of('json', 'json jsonc json5 webmanifest'),
  ...of('toml', 'toml'),
  ...of('xml', 'xml plist xsd'),
  ...of('html', 'html htm'),
  ...of('css', 'css scss less'),
  ...of('md', 'md markdown mdx rst adoc'),
  ...of('text', 'txt csv tsv log'),
  ...of('proto', 'proto'),
  ...of('tf', 'tf tfvars hcl'),
  ...of('dart', 'dart'),
  ...of('scala', 'scala'),
  ...of('lua', 'lua'),
  ...of('ex', 'ex exs'),
  ...of('sol', 'sol'),
  ...of('ini', 'ini cfg conf properties env'),
]);

const BY_NAME: ReadonlyMap<string, string> = new Map(
  Object.entries({
    dockerfile: 'dockerfile',
    containerfile: 'dockerfile',
    makefile: 'make',
    gnumakefile: 'make',
    gemfile: 'rb',
    rakefile: 'rb',
    jenkinsfile: 'groovy',
    license: 'text',
    licence: 'text',
    copying: 'text',
    notice: 'text',
    authors: 'text',
    '.gitattributes': 'ini',
    '.gitignore': 'ini',
    '.npmrc': 'ini',
    '.env': 'ini',
  }),
);

const PROSE = new Set<string | null>(['md', 'text']);

/** Whether people read it and nothing runs it. */
export const isProse = (language: string | null): boolean => PROSE.has(language);

function of(language: string, extensions: string): (readonly [string, string])[] {
  return extensions.split(' ').map((extension) => [extension, language]);
}

/** Short name of a path's language, or null where neither name nor extension is known. */
export const languageOf = (path: string): string | null => {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const known = BY_NAME.get(name);
  if (known) return known;
  if (name.startsWith('dockerfile.') || name.startsWith('containerfile.')) return 'dockerfile';
  const dot = name.lastIndexOf('.');
  return dot === -1 ? null : (BY_EXTENSION.get(name.slice(dot + 1)) ?? null);
};

/** Every language that a rule may name. */
export const LANGUAGES: ReadonlySet<string> = new Set([...BY_EXTENSION.values(), ...BY_NAME.values(), 'groovy']);

const TEST =
  /(?:^|\/)(?:tests?|__tests__|__mocks__|specs?|e2e|testdata|test-data|testenv|fixtures?|mocks?|bench(?:marks?)?)\/|[._-](?:test|spec|bench)s?\.[\w.]+$|_test\.\w+$|(?:^|\/)(?:test_\w+|conftest)\.py$|(?:Test|Tests|Spec)\.(?:java|kt|cs|swift)$/;

/** Tests, fixtures, mocks and benchmarks: code that never runs in production. */
export const isTestPath = (path: string): boolean => TEST.test(path);
