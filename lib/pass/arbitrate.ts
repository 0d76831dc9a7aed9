import * as v from 'valibot';
import type { RoleSpec } from '../specs/agents.ts';
import type { Mode } from '../specs/mode.ts';
import type { Question, Reply, Rule } from '../types.ts';
import { dataBlock, plainRow, rowsOf, type ViewLine } from './chunks.ts';
import { objectIn } from './findings.ts';
import { hydrate } from './hydrate.ts';
import { packet } from './packet.ts';
import { compose } from './prompt.ts';
import { normaliseQuote, quotesLine } from './quote.ts';
import { foreignSymbols, isTentative } from './wording.ts';

/** A disputed line with what an arbiter is shown of its file: a dozen lines on each side, its declaration, its imports. */
export interface Dispute {
  readonly rule: Rule;
  readonly path: string;
  readonly language: string | null;
  readonly scope: string | null;
  readonly line: number;
  readonly view: readonly ViewLine[];
  /** A line of the file with comments and strings blanked. */
  readonly code: (line: number) => string;
}

/** What an arbiter says: the line that excuses the disputed one, or that there is none. */
export interface Plea {
  readonly quote: string;
  readonly why: string;
}

export type Ruling =
  | { readonly kind: 'upheld' }
  | { readonly kind: 'refuted'; readonly line: number; readonly quote: string }
  | { readonly kind: 'unsettled'; readonly why: string };

const SCHEMA = {
  type: 'object',
  properties: { quote: { type: 'string', maxLength: 200 }, why: { type: 'string', maxLength: 160 } },
  required: ['quote', 'why'],
  additionalProperties: false,
};

const PLEA_TOKENS = 160;

const changeOf = ({ path, language, scope, line, view }: Dispute): string =>
  dataBlock(
    { path, language, scope },
    rowsOf(view, (one) => (one.line === line && one.kind !== 'del' ? `>> ${one.shown}` : plainRow(one))),
  ).text;

/** The question about a dispute: the rule in full, and only the lines around the disputed one. */
export const arbitration = (spec: RoleSpec, mode: Mode, dispute: Dispute): Question => {
  const own = { injected_rules: hydrate(mode.roles['arbiter']?.rules, dispute.rule, dispute.language) };
  return {
    messages: compose(spec, packet(mode, 'arbiter', { tier2: { change: changeOf(dispute) } }, own)),
    schema: SCHEMA,
    maxTokens: PLEA_TOKENS,
  };
};

const PleaSchema = v.object({ quote: v.string(), why: v.optional(v.string(), '') });

/** Reads an arbiter's answer; null where it is none. */
export const readPlea = ({ text, cut }: Reply): Plea | null => (cut ? null : objectIn(text, (value) => pleaOf(value)));

/** The plea that a value is, null where it is none. */
export const pleaOf = (value: unknown): Plea | null => {
  const result = v.safeParse(PleaSchema, value);
  return result.success ? result.output : null;
};

const holdsCode = (code: string): boolean => !/^[\s{}()[\];,]*$/.test(code);

const isNone = (quote: string): boolean => quote.trim() === '' || /^["'`]?none[."'`]?$/i.test(quote.trim());

/**
 * What follows from a plea. A refutation counts only where its quote stands, as code, on exactly one other line that the
 * arbiter was shown, and its reason neither hedges nor names code that is not there. A plea without a line upholds; one
 * that proves nothing settles nothing, since "it is fine" is not evidence.
 */
export const ruleOn = (plea: Plea | null, dispute: Dispute): Ruling => {
  if (!plea) return { kind: 'unsettled', why: 'no answer' };
  if (isNone(plea.quote)) return { kind: 'upheld' };
  const others = dispute.view.filter(({ kind, line }) => kind !== 'del' && line !== dispute.line);
  const fitting = others.filter((line) => quotesLine(plea.quote, line));
  const [line] = fitting;
  if (!line) return { kind: 'unsettled', why: 'its evidence stands nowhere' };
  if (fitting.length > 1) return { kind: 'unsettled', why: 'its evidence stands in several places' };
  if (!holdsCode(dispute.code(line.line))) return { kind: 'unsettled', why: 'its evidence is no code' };
  if (isTentative(plea.why)) return { kind: 'unsettled', why: 'it is not sure' };
  const shown = dispute.view.map((one) => one.shown).join('\n');
  if (foreignSymbols(plea.why, shown, dispute.rule)) return { kind: 'unsettled', why: 'it speaks of other code' };
  return { kind: 'refuted', line: line.line, quote: normaliseQuote(plea.quote) };
};
