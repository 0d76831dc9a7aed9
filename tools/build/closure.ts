import { relative } from 'node:path';
import { buildSync, type Metafile } from 'esbuild';

/** How a file asks for another one that is needed with it, in esbuild's terms; `import()` is not among them. */
const TOGETHER = new Set(['import-statement', 'require-call']);

const graphOf = (root: string, entries: readonly string[]): Metafile =>
  buildSync({
    absWorkingDir: root,
    entryPoints: [...entries],
    ...{ bundle: true, metafile: true, write: false, logLevel: 'silent' },
    ...{ format: 'esm', platform: 'node', packages: 'external', outdir: 'unused' },
  }).metafile;

/** The files that are loaded together with these, themselves included. Paths count from the root. */
export const closureOf = (root: string, entries: readonly string[]): ReadonlySet<string> => {
  const { inputs } = graphOf(root, entries);
  const found = new Set<string>();
  const visit = (path: string): void => {
    if (found.has(path)) return;
    found.add(path);
    for (const one of inputs[path]?.imports ?? []) if (!one.external && TOGETHER.has(one.kind)) visit(one.path);
  };
  for (const entry of entries) visit(entry);
  return found;
};

/** A path as the two halves of the program name it to each other. */
export const nameIn = (root: string, path: string): string => relative(root, path).replaceAll('\\', '/');
