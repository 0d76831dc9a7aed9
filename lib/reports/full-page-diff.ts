import type { Finding, Severity } from '../types.ts';
import type { PageData, PageFile, PageLine } from './full-page.ts';
import { code, type Html, html, NOTHING } from './html.ts';

const SEVERITIES: readonly Severity[] = ['block', 'warn', 'info'];

const box = (kind: string, value: string, count: number): Html =>
  html`<label><input type="checkbox" data-kind="${kind}" value="${value}" checked>${value} (${count})</label>`;

const boxes = (kind: string, values: readonly string[], all: readonly string[]): Html[] =>
  values
    .map((value) => [value, all.filter((one) => one === value).length] as const)
    .filter(([, count]) => count > 0)
    .map(([value, count]) => box(kind, value, count));

/** Filters by severity and by dimension, where there is anything to filter. */
export const filtersPart = (findings: readonly Finding[], { dimension }: PageData): Html => {
  if (findings.length === 0) return html`<p>None.</p>`;
  const severities = findings.map(({ severity }) => severity);
  const dimensions = findings.map(dimension);
  return html`<fieldset><legend>Severity</legend>${boxes('severity', SEVERITIES, severities)}</fieldset>
<fieldset><legend>Dimension</legend>${boxes('dimension', [...new Set(dimensions)].sort(), dimensions)}</fieldset>
<p class="dim"><span id="count" role="status"></span><span class="keys">; <code>j</code> and <code>k</code> go from one to the next</span></p>`;
};

const findingPart = (finding: Finding, { dimension }: PageData): Html => {
  const { severity, rule, title, line, endLine, message, fix, source, verified } = finding;
  const lines = endLine > line ? `lines ${line} to ${endLine}` : `line ${line}`;
  const by = source === 'detector' ? 'a detector' : `a model, ${verified ? 'verified' : 'not verified'}`;
  return html`<article class="finding ${severity}" tabindex="0" id="${finding.id}" data-severity="${severity}" data-dimension="${dimension(finding)}">
<p><span class="tag ${severity}">${severity}</span> <code>${rule}</code> ${title}</p><p class="dim">${lines}, ${dimension(finding)}, by ${by}</p>
<p>${message}</p>${fix ? html`<p>Instead: ${fix}</p>` : NOTHING}</article>`;
};

const MARKS: Readonly<Record<PageLine['kind'], string>> = { add: '+', del: '-', context: ' ', gap: '' };

const linePart = ({ kind, number, text }: PageLine): Html =>
  kind === 'gap'
    ? html`<div class="gap">…</div>`
    : html`<div class="row ${kind}"><span class="n">${number ?? ''}</span><span>${MARKS[kind]}</span><span>${code(text)}</span></div>`;

/** Runs of lines between findings, so that long lines scroll and findings do not. */
const filePart = (file: PageFile, own: readonly Finding[], data: PageData): Html => {
  const at = (number: number | null): Finding[] => own.filter(({ endLine }) => number !== null && endLine === number);
  const parts: Html[] = [];
  let run: Html[] = [];
  const flush = (): void => {
    if (run.length > 0) parts.push(html`<div class="code" tabindex="-1">${run}</div>`);
    run = [];
  };
  for (const line of file.lines) {
    run.push(linePart(line));
    const here = line.kind === 'del' ? [] : at(line.number);
    if (here.length > 0) flush();
    parts.push(...here.map((one) => findingPart(one, data)));
  }
  flush();
  const shown = new Set(file.lines.filter(({ kind }) => kind !== 'del').map(({ number }) => number));
  const rest = own.filter(({ endLine }) => !shown.has(endLine)).map((one) => findingPart(one, data));
  // What nobody has anything to say about is there to be opened, and not in the way of the rest.
  return own.length > 0
    ? html`<section class="file"><h3>${file.path}</h3>${rest}${parts}</section>`
    : html`<details class="file"><summary>${file.path}</summary>${parts}</details>`;
};

/** The change, file by file, with each finding under its line; findings elsewhere stand under their own heading. */
export const filesPart = (findings: readonly Finding[], data: PageData): Html => {
  const known = new Set(data.files.map(({ path }) => path));
  const elsewhere = [...new Set(findings.map(({ path }) => path))].filter((path) => !known.has(path));
  const files = [...data.files, ...elsewhere.map((path) => ({ path, lines: [] }))];
  const own = (path: string): Finding[] => findings.filter((one) => one.path === path);
  const left =
    data.left > 0 ? html`<p class="dim">${data.left} more files without findings are not shown here.</p>` : NOTHING;
  return html`${files.map((file) => filePart(file, own(file.path), data))}${left}`;
};
