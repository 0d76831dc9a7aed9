import type { FullReport } from './full.ts';
import { type Html, html, NOTHING } from './html.ts';

/** Paths that a row names. */
const MOST_PATHS = 8;

const some = (items: readonly string[]): string =>
  items.length <= MOST_PATHS
    ? items.join(', ')
    : `${items.slice(0, MOST_PATHS).join(', ')} and ${items.length - MOST_PATHS} more`;

/** The Lead's words, and what only a person can settle. */
export const summaryPart = ({ synthesis, escalations }: FullReport): Html =>
  html`${
    synthesis
      ? html`<h2>Summary, in a model's words</h2><p>${synthesis.summary}</p>${synthesis.next ? html`<p>First: ${synthesis.next}</p>` : NOTHING}`
      : NOTHING
  }${
    escalations.length === 0
      ? NOTHING
      : html`<h2>For a person to decide</h2><ul>${escalations.map(({ what, options }) => html`<li>${what}<br><span class="dim">${options}</span></li>`)}</ul>`
  }`;

export const rulingsPart = ({ rulings }: FullReport): Html =>
  rulings.length === 0
    ? NOTHING
    : html`<h2>Rulings</h2><table class="stack"><thead><tr><th>Rule</th><th>Place</th><th>Ruling</th><th>Why</th></tr></thead><tbody>${rulings.map(
        ({ rule, path, line, ruling, reason, tradeoff }) =>
          html`<tr><td><code>${rule}</code></td><td><code>${`${path}:${line}`}</code></td><td>${ruling}</td><td>${reason}${tradeoff ? html`<br>${tradeoff}` : NOTHING}</td></tr>`,
      )}</tbody></table>`;

export const planPart = ({ plan, added }: FullReport): Html =>
  plan.items.length === 0
    ? NOTHING
    : html`<h2>Audit plan${plan.by === 'rules' ? ', from the rules alone' : ''}</h2><ol>${plan.items.map(
        ({ dimension, rules, paths, focus }) =>
          html`<li><b>${dimension}</b>: ${rules.map((id, i) => html`${i > 0 ? ', ' : ''}<code>${id}</code>`)}<br><span class="dim">${some(paths)}${focus ? `: ${focus}` : ''}</span></li>`,
      )}</ol>${added.length > 0 ? html`<p class="dim">Added by Counsel: ${some(added.map(({ id }) => id))}</p>` : NOTHING}`;

export const mapPart = ({ map, chart, risks }: FullReport): Html =>
  html`<h2>Context map</h2>${[
    ['Domains', some(map.domains)],
    ['Languages', some(map.languages)],
    ['Policies', some(map.policies)],
    ...map.risks.map(({ kind, paths }) => [`Risk: ${kind}`, some(paths)]),
    ...(chart ? [['The Explorer', chart]] : []),
    ...risks.map(({ path, why }) => [`The Explorer on ${path}`, why]),
  ]
    .filter(([, text]) => text)
    .map(([name = '', text = '']) => html`<p><b>${name}</b>: ${text}</p>`)}`;

export const rolesPart = ({ roles }: FullReport): Html =>
  roles.length === 0
    ? NOTHING
    : html`<h2>Roles</h2><table class="stack"><thead><tr><th>Role</th><th class="num">Turns</th><th class="num">Tool calls</th><th class="num">Tokens in</th><th class="num">Tokens out</th><th class="num">Seconds</th></tr></thead><tbody>${roles.map(
        ({ role, turns, tools, promptTokens, outputTokens, ms }) =>
          html`<tr><td>${role}</td><td class="num" data-of="turns">${turns}</td><td class="num" data-of="tool calls">${tools}</td><td class="num" data-of="tokens in">${promptTokens}</td><td class="num" data-of="tokens out">${outputTokens}</td><td class="num" data-of="seconds">${(ms / 1000).toFixed(1)}</td></tr>`,
      )}</tbody></table>`;
