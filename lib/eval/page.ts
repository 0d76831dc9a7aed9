import type { Evaluation } from './evaluate.ts';
import type { Figures } from './figures-types.ts';
import { dropsPlot, escaped, intervals, rulesPlot, sizesPlot } from './plot.ts';
import { tablesOf } from './tables.ts';
import { faultLines, headOf } from './text.ts';
import { number, percent, type Table } from './words.ts';

/** An evaluation as one HTML file: no script, no font, nothing that is loaded from elsewhere. */

const STYLE = `
:root { color-scheme: light dark; --ink: #1c2024; --soft: #60646c; --line: #d9d9e0; --paper: #fcfcfd; --card: #fff;
  --precision: #0b68cb; --recall: #bd4b00; --good: #2b9a66; --bad: #ce2c31; --unknown: #a8a8b2; }
@media (prefers-color-scheme: dark) { :root { --ink: #edeef0; --soft: #b0b4ba; --line: #363a3f; --paper: #111113; --card: #18191b;
  --precision: #70b8ff; --recall: #ffa057; --good: #3dd68c; --bad: #ff9592; --unknown: #696e77; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 32px 24px 64px; max-width: 1080px; background: var(--paper); color: var(--ink);
  font: 15px/1.55 system-ui, sans-serif; }
h1 { margin: 0 0 4px; font-size: 26px; } h2 { margin: 40px 0 8px; font-size: 18px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; margin: 12px 0 24px; color: var(--soft); }
dt { font-weight: 600; } dd { margin: 0; overflow-wrap: anywhere; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 12px; }
.tile { padding: 12px 16px; border: 1px solid var(--line); border-radius: 8px; background: var(--card); }
.tile b { display: block; font-size: 26px; font-variant-numeric: tabular-nums; } .tile span { color: var(--soft); font-size: 13px; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-size: 13.5px; font-variant-numeric: tabular-nums; }
th, td { padding: 5px 12px 5px 0; border-bottom: 1px solid var(--line); text-align: left; white-space: nowrap; }
th { color: var(--soft); font-weight: 600; } .note, .legend { color: var(--soft); font-size: 13px; margin: 6px 0; }
svg { width: 100%; min-width: 720px; height: auto; font: 12px system-ui, sans-serif; } svg text { fill: var(--ink); } svg .name { text-anchor: end; }
svg .tick { fill: var(--soft); text-anchor: middle; font-size: 11px; } svg .figure { fill: var(--soft); font-size: 11px; }
.grid { stroke: var(--line); } .whisker { stroke-width: 2; opacity: .45; } line.precision { stroke: var(--precision); }
line.recall { stroke: var(--recall); } circle.precision { fill: var(--precision); } circle.recall { fill: var(--recall); }
rect.good { fill: var(--good); } rect.bad { fill: var(--bad); } rect.unknown { fill: var(--unknown); }
.key { display: inline-block; width: 10px; height: 10px; border-radius: 5px; margin: 0 4px 0 12px; } .key:first-child { margin-left: 0; }
li { overflow-wrap: anywhere; }
@media print { body { max-width: none; padding: 0; } }
`;

const key = (kind: string, text: string): string => `<i class="key" style="background: var(--${kind})"></i>${text}`;

const PAIR = `<p class="legend">${key('precision', 'precision')}${key('recall', 'recall')} with 95 % intervals</p>`;
const DROPS = `<p class="legend">${key('good', 'wrong claims')}${key('unknown', 'no line known')}${key('bad', 'right claims')}</p>`;

const tile = (value: string, what: string): string =>
  `<div class="tile"><b>${escaped(value)}</b><span>${escaped(what)}</span></div>`;

const tiles = ({ all, clocks, alarms }: Figures): string =>
  [
    tile(number(all.f05), 'F0.5'),
    tile(number(all.precision.value), `precision of ${all.precision.of} findings`),
    tile(number(all.recall.value), `recall of ${all.recall.of} places`),
    tile(percent(alarms.warned.value), `of ${alarms.warned.of} clean changes warned about`),
    tile(String(alarms.blocked.hits), 'clean changes blocked'),
    tile(`${number(clocks.review.median, 1)} s`, 'a review, median'),
  ].join('');

const tableHtml = ({ title, columns, rows, note }: Table): string =>
  [
    `<h2>${escaped(title)}</h2><div class="scroll"><table>`,
    columns.some((name) => name !== '')
      ? `<thead><tr>${columns.map((name) => `<th>${escaped(name)}</th>`).join('')}</tr></thead>`
      : '',
    `<tbody>${rows.map((row) => `<tr>${row.map((text) => `<td>${escaped(text)}</td>`).join('')}</tr>`).join('\n')}</tbody></table></div>`,
    note ? `<p class="note">${escaped(note)}</p>` : '',
  ].join('');

const parts = ({ all, detectors, asked }: Evaluation): string =>
  intervals('precision and recall in all', [
    { name: 'rules that need no model', ...detectors.all },
    ...(asked
      ? [
          { name: 'rules that ask the model', ...asked.all },
          { name: 'together', ...all.all },
        ]
      : []),
  ]);

const faultsHtml = (one: Evaluation): string => {
  const lines = faultLines(one);
  return lines.length === 0
    ? ''
    : `<h2>Not counted</h2><ul>${lines.map((line) => `<li>${escaped(line)}</li>`).join('')}</ul>`;
};

/** The page of an evaluation. */
export const pageOf = (one: Evaluation): string =>
  [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'unsafe-inline\'">',
    `<title>lgtm eval: ${escaped(one.model?.name ?? 'detectors')}</title><style>${STYLE}</style></head><body>`,
    '<h1>How right lgtm is</h1>',
    `<dl>${headOf(one)
      .map(([name, text]) => `<dt>${escaped(name)}</dt><dd>${escaped(text)}</dd>`)
      .join('')}</dl>`,
    `<div class="tiles">${tiles(one.all)}</div>`,
    `<h2>Precision and recall</h2>${PAIR}${parts(one)}`,
    `<h2>By size of the change</h2>${PAIR}${sizesPlot(one.all)}`,
    one.asked ? `<h2>What the filters take away</h2>${DROPS}${dropsPlot(one.all.behaviour.dropped)}` : '',
    `<h2>Rule by rule, the least precise first</h2>${PAIR}${rulesPlot(one.all.rules)}`,
    ...tablesOf(one).map(tableHtml),
    faultsHtml(one),
    '</body></html>',
    '',
  ].join('\n');
