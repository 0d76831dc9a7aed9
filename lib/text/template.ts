import { SpecError } from '../errors.ts';
import type { Section } from './sections.ts';

const SLOT = /\{\{([a-z_]+)\}\}/g;

const HINT = 'specs/integrate/README.md lists the placeholders.';

const lineOf = (section: Section, index: number): number =>
  section.line + section.body.slice(0, index).split('\n').length - 1;

/**
 * Fills the placeholders of a section in one pass, by a function: what is filled in is never looked at again, so a
 * placeholder or a replacement pattern inside a diff stays literal. Throws SpecError on a name that is not in `slots`.
 */
export const fill = (section: Section, slots: ReadonlyMap<string, string>, file: string): string =>
  section.body.replace(SLOT, (_whole, name: string, index: number) => {
    const value = slots.get(name);
    if (value === undefined)
      throw new SpecError(`${file}:${lineOf(section, index)}: unknown placeholder {{${name}}}`, HINT);
    return value;
  });

/** Throws SpecError where a spec leaves out a placeholder that it must have: its prompt would miss a part. */
export const requireSlots = (sections: readonly Section[], names: readonly string[], file: string): void => {
  const used = new Set(sections.flatMap(({ body }) => [...body.matchAll(SLOT)].map(([, name]) => name)));
  const missing = names.filter((name) => !used.has(name));
  if (missing.length > 0) throw new SpecError(`${file}:1: placeholder {{${missing[0]}}} is missing`, HINT);
};
