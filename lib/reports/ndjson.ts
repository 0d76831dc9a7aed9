import { safeJson } from '../text/visible.ts';
import type { Finding, Report, Reporter } from '../types.ts';
import { inOrder, pickFinding, pickReport } from './pick.ts';
import { verdictOf } from './words.ts';

/** What is known before the review: how much is staged, and what will look at it. */
export interface Started {
  readonly version: string;
  readonly files: number;
  readonly addedLines: number;
  readonly rules: number;
  /** Name of the model that will be asked; null where none will. */
  readonly model: string | null;
}

/** A sign of life: `done` of `total` steps of a stage; `ms` since the start. */
export interface Step {
  readonly stage: string;
  readonly done: number;
  readonly total: number;
  readonly ms: number;
  readonly path?: string;
  readonly rule?: string;
}

const line = (event: string, fields: object): string => `${safeJson({ event, ...fields })}\n`;

/** First line of an agent's stream; carries the version of the report's schema. */
export const renderStarted = ({ version, files, addedLines, rules, model }: Started): string =>
  line('started', { schema: 1, version, files, addedLines, rules, model });

/** A line that only says that work goes on; a reader may skip it. */
export const renderProgress = ({ stage, done, total, ms, path, rule }: Step): string =>
  line('progress', {
    stage,
    done,
    total,
    ms,
    ...(path === undefined ? {} : { path }),
    ...(rule === undefined ? {} : { rule }),
  });

/** One settled finding, as the JSON report has it. */
export const renderFinding = (finding: Finding): string => line('finding', pickFinding(finding));

/** The last line: the verdict in words and the whole JSON report. A stream without it was cut off and is no verdict. */
export const renderFinished = (report: Report): string =>
  line('finished', {
    outcome: report.outcome,
    exitCode: report.exitCode,
    verdict: verdictOf(report),
    report: pickReport(report),
  });

/** The stream of a review that is over: its findings and its end. */
export const report: Reporter = (report) =>
  [...inOrder(report.findings).map(renderFinding), renderFinished(report)].join('');
