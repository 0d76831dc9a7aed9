import picomatch from 'picomatch';

/** The glob as the library is given it: one without a slash matches at any depth, one that ends with a slash all below. */
export const anywhere = (glob: string): string => {
  const rooted = glob.startsWith('/') ? glob.slice(1) : glob;
  const deep = rooted.endsWith('/') ? `${rooted}**` : rooted;
  return glob.includes('/') && !glob.endsWith('/') ? deep : `**/${deep}`;
};

/** Globs as the source of one regular expression over a repository path, with the meaning that `matcher` gives them. */
export const globPattern = (globs: readonly string[]): string =>
  globs.map((glob) => picomatch.makeRe(anywhere(glob), { dot: true, nonegate: true }).source).join('|');
