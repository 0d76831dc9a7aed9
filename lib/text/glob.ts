import picomatch from 'picomatch';
import { anywhere } from './glob-pattern.ts';

/** Does a repository path match any of these globs? A pattern without a slash matches at any depth; case counts. */
export const matcher = (globs: readonly string[]): ((path: string) => boolean) => {
  if (globs.length === 0) return () => false;
  const tests = globs.map((glob) => picomatch(anywhere(glob), { dot: true, nonegate: true }));
  return (path) => tests.some((matches) => matches(path));
};
