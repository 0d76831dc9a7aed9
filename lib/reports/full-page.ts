import { createHash } from 'node:crypto';
import type { Finding } from '../types.ts';
import type { FullReport } from './full.ts';
import { SCRIPT, STYLE } from './full-page-assets.ts';
import { filesPart, filtersPart } from './full-page-diff.ts';
import { mapPart, planPart, rolesPart, rulingsPart, summaryPart } from './full-page-parts.ts';
import { type Html, html } from './html.ts';

/** A line of the change as it may be shown: secrets unreadable. `number` is its line in the new file; null for a removed one. */
export interface PageLine {
  readonly kind: 'add' | 'del' | 'context' | 'gap';
  readonly number: number | null;
  readonly text: string;
}

/** A file of the page. */
export interface PageFile {
  readonly path: string;
  readonly lines: readonly PageLine[];
}

/** What the page is made of besides the report. */
export interface PageData {
  readonly files: readonly PageFile[];
  /** Files of the change that the page has no room for. */
  readonly left: number;
  readonly dimension: (finding: Finding) => string;
  readonly toolVersion: string;
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64');

const statusPart = ({ status }: FullReport): Html => html`
<dl class="status"><dt>Status</dt><dd>${status.status}</dd><dt>Blockers</dt><dd>${status.blockers}</dd><dt>Next</dt><dd>${status.next}</dd></dl>`;

const notesPart = ({ report }: FullReport): Html =>
  report.notes.length === 0
    ? html``
    : html`<h2>Notes</h2><ul>${report.notes.map((note) => html`<li>${note}</li>`)}</ul>`;

/**
 * The full review as one page that needs nothing else: no request, and no script but its own, which its policy names by
 * digest. Everything that a repository or a model said is text in it.
 */
export const fullPage = (full: FullReport, data: PageData): string => {
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${digest(SCRIPT)}'`;
  const { report, scope, driver } = full;
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="referrer" content="no-referrer">
<title>lgtm: ${report.outcome}: ${scope}</title><style>${{ html: STYLE }}</style></head><body>
<header><h1><span class="${report.outcome}">${report.outcome}</span>: ${scope}</h1>
<p class="dim">${full.map.summary.split(';')[0] ?? ''}; driver ${driver}; lgtm ${data.toolVersion}</p>${statusPart(full)}</header><main>
${summaryPart(full)}<h2>Findings in the change</h2>${filtersPart(report.findings, data)}${filesPart(report.findings, data)}
${rulingsPart(full)}${planPart(full)}${mapPart(full)}${rolesPart(full)}${notesPart(full)}</main>
<footer>Written by lgtm on this machine. The verdict follows from the findings; where a model is quoted, that is said.</footer>
<script>${{ html: SCRIPT }}</script></body></html>
`;
  return page.html;
};
