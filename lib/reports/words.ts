import { visible } from '../text/visible.ts';
import type { Finding, NotReviewed, Report, Severity } from '../types.ts';
import { clip } from './width.ts';

/** Columns of a message, fix or reason beyond which a display cuts it; the JSON report holds all of it. */
const LONGEST = 1000;

/** Untrusted prose in one visible line: line breaks and runs of space become single spaces. */
export const oneLine = (text: string): string =>
  clip(
    visible(
      text
        .slice(0, LONGEST * 4)
        .replace(/\s+/g, ' ')
        .trim(),
    ),
    LONGEST,
  );

/** Untrusted prose as visible lines, blank ones left out. */
export const paragraphs = (text: string): readonly string[] =>
  text
    .split(/\r\n|\n|\r/)
    .slice(0, 40)
    .map(oneLine)
    .filter((line) => line !== '');

/** `path:line`, which terminals make a link of; the path alone where the whole file is meant. */
export const placeOf = ({ path, line }: Finding): string => (line > 0 ? `${visible(path)}:${line}` : visible(path));

/** What a finding says where there is room for a text: why, then what to do. */
export const explained = ({ title, message, fix }: Finding): readonly string[] => [
  ...(paragraphs(message).length > 0 ? paragraphs(message) : paragraphs(title)),
  ...paragraphs(fix ?? '').map((line, i) => (i === 0 ? `Fix: ${line}` : line)),
];

/** Breaks what a reader that renders Markdown would take for a link, an image or HTML; `<U+202E>` of `visible` is none. */
export const plain = (text: string): string => text.replaceAll('](', '] (').replace(/<(?=[a-z!/?])(?!U\+)/gi, '< ');

const verbOf = (severity: Severity, n: number, outcome: Report['outcome']): string => {
  if (severity === 'block' && outcome !== 'blocked') return 'would block';
  const verb = severity === 'info' ? 'inform' : severity;
  return n === 1 ? `${verb}s` : verb;
};

/** "2 findings block, 1 warns"; outside a blocked outcome a finding only "would block". Empty where there is none. */
const tally = ({ findings, outcome }: Report): string =>
  (['block', 'warn', 'info'] as const)
    .map((severity) => ({ severity, n: findings.filter((one) => one.severity === severity).length }))
    .filter(({ n }) => n > 0)
    .map(
      ({ severity, n }, i) => `${n}${i > 0 ? '' : n === 1 ? ' finding' : ' findings'} ${verbOf(severity, n, outcome)}`,
    )
    .join(', ');

/** Reasons of the classification (type `Review`): such a file is never shown to a model, and that is no failure. */
const BY_DESIGN: ReadonlySet<string> = new Set([
  ...['deleted', 'binary', 'symlink', 'gitlink', 'lfs-pointer', 'lock-file', 'generated', 'source-map', 'minified'],
  ...['too-large', 'long-line', 'excluded', 'same-as-parent', 'mode-only', 'empty'],
]);

/** True for a file that is left out because of what it is, false where something went wrong or did not fit. */
export const isByDesign = ({ reason, rule }: NotReviewed): boolean => rule === undefined && BY_DESIGN.has(reason);

/** Why nothing was decided: the first note where there is one, for the review puts its failures first. */
const failure = ({ notes, notReviewed }: Report): string => {
  const left = notReviewed.find((one) => !isByDesign(one)) ?? notReviewed[0];
  return oneLine(notes[0] ?? '') || oneLine(left?.reason ?? '') || 'no reason was given';
};

/** The notes that the verdict does not say itself, in one line each. */
export const furtherNotes = ({ outcome, notes }: Report): readonly string[] =>
  (outcome === 'not-reviewed' ? notes.slice(1) : notes).map(oneLine).filter((note) => note !== '');

/**
 * The verdict for a page: where nothing was decided, what was found all the same stands on a line of its own before it, for
 * behind a long reason nobody would look for it.
 */
export const verdictParts = (report: Report): readonly string[] => {
  const counts = tally(report);
  if (report.outcome !== 'not-reviewed') return [`lgtm: ${report.outcome}${counts && `: ${counts}`}`];
  return [...(counts ? [`lgtm: ${counts}`] : []), `lgtm: NOT REVIEWED: ${failure(report)}`];
};

/** The verdict in one line without line feed: what a hook says aloud. */
export const verdictOf = (report: Report): string => {
  const [first = '', ...others] = [...verdictParts(report)].reverse();
  return [first, ...others.map((line) => line.replace('lgtm: ', ''))].join('; ');
};
