import type { Rule } from '../types.ts';

const HEDGE =
  /\b(?:might|could|may (?:be|potentially|not|cause|lead)|potentially|possibly|perhaps|consider(?:ing)?|ensure|make sure|unclear|if not already|it is unclear|seems? to)\b/i;

const DENIAL =
  /\b(?:does not (?:violate|break)|doesn't (?:violate|break)|is fine|is acceptable|complies|no violation|not a violation|is allowed|correctly)\b/i;

/** The wording leaves the question open. */
export const isTentative = (why: string): boolean => HEDGE.test(why);

/** G10: the wording leaves the question open, or denies what it reports. */
export const isHedged = (why: string): boolean => isTentative(why) || DENIAL.test(why);

const SYMBOL =
  /`([^`]{2,60})`|\b([a-z]+(?:[A-Z][a-z0-9]*)+|[A-Za-z]\w*(?:_\w+)+|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+|\w+(?=\(\)))/g;

/** Abbreviations with full stops that look like member access. */
const PROSE = /^(?:e\.g|i\.e|etc\.)/i;

const symbolsIn = (why: string): string[] =>
  [...why.matchAll(SYMBOL)]
    .map(([, ticked, bare]) => (ticked ?? bare ?? '').trim())
    .filter((symbol) => symbol !== '' && !PROSE.test(symbol));

const vocabularyOf = (rule: Rule): string =>
  [rule.title, rule.when, rule.body.definition, rule.body.requirements, rule.body.antiPatterns, rule.body.exceptions]
    .concat(rule.body.examples.map(({ text }) => text))
    .join('\n')
    .toLowerCase();

/**
 * G9: the reason names code that neither the chunk nor the rule holds: the first symbol, or more than one.
 * Such a reason is about another program.
 */
export const foreignSymbols = (why: string, shown: string, rule: Rule): boolean => {
  const known = `${shown.toLowerCase()}\n${vocabularyOf(rule)}`;
  const isForeign = (symbol: string): boolean => !known.includes(symbol.toLowerCase().replace(/\(\)$/, ''));
  const symbols = symbolsIn(why);
  const foreign = symbols.filter(isForeign);
  return foreign.length > 1 || (symbols[0] !== undefined && isForeign(symbols[0]));
};
