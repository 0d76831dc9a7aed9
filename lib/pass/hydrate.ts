import { estimateTokens } from '../text/tokens.ts';
import type { Example, Rule, RuleBody, RuleHeader } from '../types.ts';

/** Tokens of a trimmed rule: what a Reviewer needs. */
export const TRIMMED_TOKENS = 250;

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

const clip = (text: string, tokens: number): string => {
  const most = tokens * 3;
  if (text.length <= most) return text;
  const cut = text.slice(0, most);
  const end = Math.max(cut.lastIndexOf('. '), cut.lastIndexOf('; '), cut.lastIndexOf(' - '));
  return `${cut.slice(0, end > most / 2 ? end + 1 : most - 1).trim()} …`;
};

const plainList = (text: string): string =>
  plain(
    text
      .split('\n')
      .map((line) => line.replace(/^\s*[-*]\s+/, ''))
      .join(' '),
  );

/** The shortest example of a kind; where there is one, in the language of the change. */
const sample = (body: RuleBody, kind: Example['kind'], language: string | null, tokens: number): string => {
  const fitting = body.examples.filter((example) => example.kind === kind && estimateTokens(example.text) <= tokens);
  const own = fitting.filter((example) => example.language === language);
  const shortest = [...(own.length > 0 ? own : fitting)].sort((x, y) => x.text.length - y.text.length)[0];
  if (!shortest) return '';
  const lines = shortest.text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => `  ${line}`).join('\n');
};

const part = (label: string, text: string): string => (text === '' ? '' : `${label} ${text}\n`);

const block = (label: string, text: string): string => (text === '' ? '' : `${label}\n${text}\n`);

/**
 * A rule as the Reviewer gets it, at most TRIMMED_TOKENS: what it forbids, what it allows, one bad and one good example.
 * Exceptions matter as much as the ban, so they get as much room.
 */
export const trimmed = (header: RuleHeader, body: RuleBody, language: string | null): string =>
  `RULE ${header.id}: ${header.title}\n` +
  part('Forbidden:', clip(plainList(body.antiPatterns || body.requirements), 60)) +
  part('Allowed:', clip(plainList(body.exceptions), 60)) +
  block('Bad:', sample(body, 'bad', language, 45)) +
  block('Good:', sample(body, 'good', language, 45)).trimEnd();

/** A rule in full, headers stripped: for verification and arbitration. */
export const full = (header: RuleHeader, body: RuleBody): string =>
  [
    `RULE ${header.id}: ${header.title}`,
    part('Definition:', plain(body.definition)).trimEnd(),
    block('Requirements:', body.requirements).trimEnd(),
    block('Forbidden:', body.antiPatterns).trimEnd(),
    block('Allowed:', body.exceptions).trimEnd(),
    ...body.examples.map((example) =>
      block(`${example.kind === 'bad' ? 'Bad' : 'Good'}:`, indent(example.text)).trimEnd(),
    ),
  ]
    .filter(Boolean)
    .join('\n');

/** A rule in the form that a mode grants a role: in full where it says so, else trimmed. */
export const hydrate = (form: string | undefined, rule: Rule, language: string | null): string =>
  form === 'full' ? full(rule, rule.body) : trimmed(rule, rule.body, language);

const indent = (text: string): string =>
  text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
