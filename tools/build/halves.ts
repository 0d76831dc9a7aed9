import { resolve } from 'node:path';
import type { Plugin } from 'esbuild';
import { nameIn } from './closure.ts';

/**
 * The program is built in two halves, so that what every commit runs is small: the launcher, and the rest, which is evaluated
 * by the launcher once there is something to review. A file is in one half alone; each half asks the other by name.
 */

interface Half {
  /** Files of this half. */
  readonly own: (name: string) => boolean;
  /** What stands in for a file of the other half: CommonJS that gives its exports. */
  readonly other: (name: string) => string;
  /** Called for each file of the other half that this one asks for. */
  readonly asked: (name: string) => void;
}

/** Lets a half take the files of the other one by name. */
export const halfOf = (root: string, { own, other, asked }: Half): Plugin => ({
  name: 'half',
  setup: ({ onLoad, onResolve }) => {
    onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir, namespace }) => {
      if (namespace !== 'file') return undefined;
      const name = nameIn(root, resolve(resolveDir, path));
      if (own(name) || !name.startsWith('lib/')) return undefined;
      asked(name);
      return { path: name, namespace: 'other-half' };
    });
    onLoad({ filter: /.*/, namespace: 'other-half' }, ({ path }) => ({ contents: other(path), resolveDir: root }));
  },
});

/** An entry that gives every one of these files by its name, each evaluated when it is first asked for. */
export const tableOf = (names: Iterable<string>): string =>
  [...names]
    .sort()
    .map((name) => `  ${JSON.stringify(name)}: () => require(${JSON.stringify(`./${name}`)}),`)
    .join('\n');
