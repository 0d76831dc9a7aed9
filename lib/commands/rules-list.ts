import { wrap } from '../reports/width.ts';
import { safeJson, visible } from '../text/visible.ts';
import type { RuleHeader } from '../types.ts';
import { print } from './output.ts';
import { type Book, openBook } from './rules-book.ts';
import type { Invocation } from './table.ts';

export const HOW: Readonly<Record<RuleHeader['class'], string>> = {
  D: 'decided without a model',
  H: 'a detector proposes, the model confirms',
  M: 'asked of the model',
};

type Filter = (rule: RuleHeader, wanted: string) => boolean;

/** To add a filter: one entry here, and an option of the same name in the row of the command. */
const FILTERS: Readonly<Record<string, Filter>> = {
  severity: (rule, wanted) => rule.severity === wanted,
  class: (rule, wanted) => rule.class === wanted.toUpperCase(),
  quality: (rule, wanted) => rule.quality === wanted,
  origin: (rule, wanted) => rule.origin === wanted,
  domain: (rule, wanted) => rule.domains.includes(wanted),
  language: (rule, wanted) => rule.languages.length === 0 || rule.languages.includes(wanted),
};

/** A rule, and the severity that it has where nothing refines it; `off` where it is switched off altogether. */
const listed = ({ rules, byPath }: Book, { flags }: Invocation) =>
  rules
    .filter((rule) =>
      Object.entries(FILTERS).every(([name, fits]) => flags[name] === undefined || fits(rule, String(flags[name]))),
    )
    .map((rule) => ({ rule, inForce: byPath.anywhere(rule) }));

/** `lgtm rules list`: the rules in force, as a table or as JSON. */
export const list = async (call: Invocation, name: string): Promise<number> => {
  const book = await openBook(call);
  const shown = listed(book, call);
  if (call.flags['model']) {
    const { listStandings } = await import('./rules-standing.ts');
    return listStandings(call, book, shown, name);
  }
  if (call.flags['json']) {
    await print(`${safeJson(shown.map(({ rule, inForce }) => ({ ...rule, inForce })))}\n`);
    return 0;
  }
  const width = Math.max(0, ...shown.map(({ rule }) => visible(rule.id).length));
  for (const { rule, inForce } of shown) {
    const mark = inForce === rule.severity ? ' ' : '*';
    await print(
      `${inForce.padEnd(5)}${mark} ${rule.class}  ${visible(rule.id).padEnd(width)}  ${visible(rule.title)}\n`,
    );
  }
  const configured = shown.some(({ rule, inForce }) => inForce !== rule.severity) ? ' *: as configured.' : '';
  await print(`\n${shown.length} rules. D: ${HOW.D}; H: ${HOW.H}; M: ${HOW.M}.${configured}\n`);
  for (const note of book.notes) await print(`${wrap(`note: ${visible(note)}`, 100).join('\n      ')}\n`);
  return 0;
};
