import picomatch from 'picomatch';

/** Characters that mean something to the glob library and nothing in a gitignore pattern. */
const PLAIN = /(?<!\\)[(){}|+@^$]/g;

interface IgnoreRule {
  readonly matches: (path: string) => boolean;
  readonly ignores: boolean;
}

/** Blanks at the end do not count unless the first of them is escaped. */
const withoutTrailing = (line: string): string => line.replace(/\r$/, '').replace(/(?<!\\)[ \t]+$/, '');

/** The patterns of an ignore file, comments and blank lines left out. */
export const readIgnoreLines = (text: string): string[] =>
  text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .map(withoutTrailing)
    .filter((line) => line !== '' && !line.startsWith('#'));

const ruleOf = (line: string): IgnoreRule => {
  const ignores = !line.startsWith('!');
  const pattern = (ignores ? line : line.slice(1)).replace(PLAIN, '\\$&');
  const isFolder = pattern.endsWith('/');
  const body = pattern.replace(/^\/|\/$/g, '');
  const isRooted = pattern.replace(/\/$/, '').includes('/');
  const base = isRooted ? body : `**/${body}`;
  const globs = isFolder ? [`${base}/**/*`] : [base, `${base}/**/*`];
  const matches = picomatch(globs, { dot: true, nobrace: true, noextglob: true, nonegate: true });
  return { matches, ignores };
};

/**
 * Whether a path is ignored, as gitignore has it: a pattern without a slash matches at any depth, one that ends with a slash
 * only folders, `!` takes back; the last one that fits counts. Unlike git, a file in an ignored folder can be taken back.
 */
export const ignoreMatcher = (lines: readonly string[]): ((path: string) => boolean) => {
  const rules = lines.map(ruleOf).reverse();
  return (path) => rules.find(({ matches }) => matches(path))?.ignores ?? false;
};
