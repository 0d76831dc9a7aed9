import { linesOf } from '../pass/map-text.ts';
import { columns, wrap } from '../reports/width.ts';
import { excerpt, visible } from '../text/visible.ts';
import type { ContextMap, StagedFile, Tier0 } from '../types.ts';

/** Columns of the page, and files that it lists. */
const WIDTH = 100;
const MOST_FILES = 40;
const LABEL = 11;

const row = (label: string, text: string): string =>
  wrap(text, WIDTH - LABEL)
    .map((line, i) => `${(i === 0 ? label : '').padEnd(LABEL)}${line}`)
    .join('\n');

const listed = (label: string, items: readonly string[]): string[] =>
  items.length === 0 ? [] : [row(label, items.map(visible).join(', '))];

const intentRows = ({ branch, subjects, message }: Tier0): string[] => [
  row('branch', branch === null ? 'none (HEAD is detached)' : visible(branch)),
  ...(message === null ? [] : [row('message', excerpt(message.split('\n')[0] ?? '', WIDTH - LABEL))]),
  ...subjects.map((subject, i) => row(i === 0 ? 'before' : '', excerpt(subject, WIDTH - LABEL))),
];

const nameOf = ({ path, oldPath }: StagedFile): string =>
  oldPath === undefined ? visible(path) : `${visible(oldPath)} -> ${visible(path)}`;

const fileRows = (files: readonly StagedFile[]): string[] => {
  const shown = files.slice(0, MOST_FILES);
  const counts = shown.map(linesOf);
  const [names, numbers] = [shown.map(nameOf), Math.max(0, ...counts.map(({ length }) => length))];
  const widest = Math.min(60, Math.max(0, ...names.map(columns)));
  const rows = shown.map(({ status, review }, i) => {
    const name = names[i] ?? '';
    const state = review === 'yes' ? 'shown' : `not shown: ${review}`;
    return `  ${status}  ${(counts[i] ?? '').padEnd(numbers)}  ${name}${' '.repeat(Math.max(0, widest - columns(name)))}  ${state}`;
  });
  const more = files.length - shown.length;
  return more > 0 ? [...rows, `  and ${more} more`] : rows;
};

/** The Context Map, and the policy that holds where the repository has no entry point of its own. */
export type ShownMap = ContextMap & { readonly primaryPolicy: string };

const mapRows = ({ domains, languages, policies, risks, primaryPolicy }: ShownMap): string[] => [
  ...listed('domains', domains),
  ...listed('languages', languages),
  ...listed('policies', policies),
  ...(policies.includes(primaryPolicy)
    ? []
    : [row(policies.length === 0 ? 'policies' : '', `by default ${primaryPolicy} of lgtm`)]),
  ...risks.map(({ kind, paths }, i) => row(i === 0 ? 'risks' : '', `${kind}: ${paths.map(visible).join(', ')}`)),
];

/** A change on one page: intent, files with their lines and whether a model is shown them, and the Context Map. */
export const contextPage = (tier0: Tier0, files: readonly StagedFile[], map: ShownMap, nothing: string): string =>
  [
    ...intentRows(tier0),
    '',
    files.length === 0 ? visible(nothing) : visible(map.summary.split(';')[0] ?? ''),
    ...fileRows(files),
    ...(files.length > 0 ? [''] : []),
    ...mapRows(map),
    '',
  ].join('\n');
