import { redactedLines, viewOf } from '../pass/chunks.ts';
import { dimensionOf } from '../pass/dimensions.ts';
import type { PageData, PageFile, PageLine } from '../reports/full-page.ts';
import type { Session } from '../session.ts';
import type { Hit, HunkLine, Report, StagedFile } from '../types.ts';

/** Files without findings that a page shows, and lines of one file. */
const MOST = { files: 30, lines: 1500 } as const;

const GAP: PageLine = { kind: 'gap', number: null, text: '' };

const withGaps = (hunks: readonly (readonly PageLine[])[]): PageLine[] =>
  hunks.flatMap((lines, i) => (i === 0 ? lines : [GAP, ...lines]));

const linesOf = (file: StagedFile, hits: readonly Hit[]): PageLine[] => {
  const redacted = redactedLines(hits, file.path);
  const shown = (lines: readonly HunkLine[]): PageLine[] =>
    viewOf(lines, redacted).map(({ kind, line, shown: text }) => ({
      kind,
      number: kind === 'del' ? null : line,
      text,
    }));
  return withGaps(file.hunks.map(({ lines }) => shown(lines))).slice(0, MOST.lines);
};

/** What the page shows of the change: every file with a finding, then the first of the others. */
export const pageOf = ({ input, plan }: Session, { findings }: Report, toolVersion: string): PageData => {
  const { files, hits } = plan.inspection;
  const found = new Set(findings.map(({ path }) => path));
  const shown = files.filter((file) => file.review === 'yes' && file.hunks.length > 0);
  const others = shown.filter(({ path }) => !found.has(path));
  const picked = [...shown.filter(({ path }) => found.has(path)), ...others.slice(0, MOST.files)];
  const qualities = new Map(input.rules.map(({ id, quality }) => [id, quality]));
  return {
    files: picked.map((file): PageFile => ({ path: file.path, lines: linesOf(file, hits) })),
    left: Math.max(0, others.length - MOST.files),
    dimension: ({ rule }) => dimensionOf(qualities.get(rule) ?? ''),
    toolVersion,
  };
};
