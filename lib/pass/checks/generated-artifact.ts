import type { StagedFile } from '../../types.ts';
import type { Change, ChangeFound, Extras } from './kinds.ts';

const FOLDER =
  /^(?:.*\/)?(?:node_modules|bower_components|__pycache__|\.next|\.nuxt|\.svelte-kit|\.venv|venv|\.tox|\.pytest_cache|\.mypy_cache|\.ruff_cache|\.gradle|\.terraform|\.turbo|\.parcel-cache|\.nyc_output|coverage)\//;

/** Folders that builds write to, and that people also give to source of their own. */
const OUTPUT = /^(?:.*\/)?(?:dist|build|target|out)\//;

const FILE =
  /\.(?:pyc|pyo|class|o|obj|so|dylib|dll|exe|tmp|swp|swo|orig|rej|tsbuildinfo|egg-info)$|(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini|npm-debug\.log|yarn-error\.log)$/;

const MADE = new Set(['generated', 'minified', 'source-map', 'binary', 'long-line', 'too-large']);

const rootOf = (path: string): string => FOLDER.exec(path)?.[0] ?? OUTPUT.exec(path)?.[0] ?? path;

/** In `dist/` the output of a compiler reads like source; in `build/` and its like only what shows that it was made counts. */
const isOutput = ({ path, review }: StagedFile): boolean =>
  OUTPUT.test(path) &&
  (MADE.has(review) || (/(?:^|\/)dist\//.test(path) && /\.(?:[cm]?js|css|html|whl|jar|tgz)$/.test(path)));

/** A GitHub action runs from its committed `dist/`. */
const isAction = async (extras: Extras): Promise<boolean> =>
  (await extras.tracked('action.yml')) || extras.tracked('action.yaml');

const isArtifact = ({ path }: StagedFile): boolean => FOLDER.test(path) || FILE.test(path);

/** Finds added files that a build, an editor or an operating system makes; one find a folder. */
export const generatedArtifact = async ({ files, extras }: Change): Promise<ChangeFound[]> => {
  const added = files.filter(({ status, kind }) => status === 'A' && kind === 'file');
  const outputs = added.filter((file) => !isArtifact(file) && isOutput(file));
  const counted = [...added.filter(isArtifact), ...(outputs.length > 0 && !(await isAction(extras)) ? outputs : [])];
  const groups = group(counted);
  return [...groups].map(([root, [first = root, ...others]]) => ({
    path: first,
    line: 1,
    quote: first,
    ...(others.length > 0 ? { note: `and ${others.length} more below ${root}` } : {}),
  }));
};

const group = (files: readonly StagedFile[]): ReadonlyMap<string, string[]> => {
  const groups = new Map<string, string[]>();
  for (const { path } of files) groups.set(rootOf(path), [...(groups.get(rootOf(path)) ?? []), path]);
  return groups;
};
