import type { ContextMap, Risk, StagedFile } from '../types.ts';

/** Files that a manifest in words lists, and paths that a risk names. */
const MOST = { files: 60, paths: 6 } as const;

const some = (items: readonly string[], most: number): string =>
  items.length <= most ? items.join(', ') : `${items.slice(0, most).join(', ')} and ${items.length - most} more`;

/** Added and deleted lines as people write them; nothing where nobody counted. */
export const linesOf = ({ added, deleted }: Pick<StagedFile, 'added' | 'deleted'>): string =>
  added === null || deleted === null ? '' : `+${added} -${deleted}`;

const riskText = ({ kind, paths }: Risk): string => `${kind}: ${some(paths, MOST.paths)}`;

/** The Context Map in words, a line for each of its parts that holds something: its full form. */
export const mapText = ({ domains, languages, policies, risks }: ContextMap): string[] =>
  [
    ['domains', some(domains, MOST.files)],
    ['languages', some(languages, MOST.files)],
    ['policies', some(policies, MOST.files)],
    ...risks.map((risk) => ['risk', riskText(risk)]),
  ].flatMap(([name, text]) => (text ? [`${name}: ${text}`] : []));

/** Tier 1 in words: a line for each file, with its status, size, and why nobody is shown it where that is so. */
export const manifestText = (files: readonly StagedFile[]): string[] => {
  const lines = files.slice(0, MOST.files).map((file) => {
    const state = file.review === 'yes' ? [] : [`(${file.review})`];
    const name = file.oldPath === undefined ? file.path : `${file.oldPath} -> ${file.path}`;
    return [file.status, name, linesOf(file), ...state].filter(Boolean).join(' ');
  });
  return files.length > MOST.files ? [...lines, `and ${files.length - MOST.files} more files`] : lines;
};
