import type { RoleSpec } from '../specs/agents.ts';
import type { Section } from '../text/sections.ts';
import { fill } from '../text/template.ts';
import type { Message } from '../types.ts';

const render = (sections: readonly Section[], slots: ReadonlyMap<string, string>, file: string): string =>
  sections.map((section) => fill(section, slots, file)).join('\n\n');

/**
 * Composes the messages of one turn from a role spec: its sections in the order that the spec lists, placeholders filled
 * in one pass. Throws SpecError on a placeholder that nobody fills.
 */
export const compose = (spec: RoleSpec, slots: ReadonlyMap<string, string>): Message[] => [
  { role: 'system', content: render(spec.system, slots, spec.file) },
  { role: 'user', content: render(spec.user, slots, spec.file) },
];
