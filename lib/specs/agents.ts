import { readFileSync } from 'node:fs';
import { messageOf, SpecError } from '../errors.ts';
import { PACKAGE_URL } from '../root.ts';
import { parseSections, type Section } from '../text/sections.ts';
import { requireSlots } from '../text/template.ts';

const AGENTS = new URL('specs/agents/', PACKAGE_URL);

/** A role as its spec describes it: which sections are sent as system and which as user message. Meta and Input never are. */
export interface RoleSpec {
  readonly file: string;
  readonly system: readonly Section[];
  readonly user: readonly Section[];
}

/** Reads a file below specs/agents. Throws SpecError where the package is incomplete. */
export const readAgentFile = (name: string): string => {
  try {
    return readFileSync(new URL(name, AGENTS), 'utf8');
  } catch (cause) {
    throw new SpecError(`specs/agents/${name}: ${messageOf(cause)}`, 'Reinstall lgtm-hook.', { cause });
  }
};

const listOf = (meta: string, key: string): string[] =>
  (new RegExp(`^${key}:\\s*\\[(.*)\\]\\s*$`, 'm').exec(meta)?.[1] ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

/** Parses a role spec and strips what is not sent. Throws SpecError naming file and line. */
export const parseRole = (text: string, file: string): RoleSpec => {
  const sections = parseSections(text, file);
  const meta = sections.find(({ name }) => name === 'Meta')?.body ?? '';
  const named = (key: string): Section[] =>
    listOf(meta, key).map((name) => {
      const section = sections.find((one) => one.name === name);
      if (!section)
        throw new SpecError(
          `${file}:1: <${name}> is listed under "${key}" but missing`,
          'specs/integrate/README.md has the grammar.',
        );
      return section;
    });
  const spec = { file, system: named('system'), user: named('user') };
  const sent = [...spec.system, ...spec.user];
  const unsent = sections.filter((one) => !sent.includes(one) && one.name !== 'Meta' && one.name !== 'Input');
  if (unsent[0])
    throw new SpecError(
      `${file}:${unsent[0].line - 1}: <${unsent[0].name}> is neither under "system" nor under "user"`,
    );
  requireSlots(sent, listOf(meta, 'requires'), file);
  return spec;
};

/** Reads one of the package's roles. */
export const readRole = (name: string): RoleSpec =>
  parseRole(readAgentFile(`roles/${name}.md`), `specs/agents/roles/${name}.md`);

/** What is said after an answer that cannot be read. */
export const readRepair = (): string => readAgentFile('shared/repair.md').trim();

/** The blocks that Reviewers share, by placeholder. */
export const readSharedSlots = (): Readonly<Record<string, string>> => ({
  reviewer_base_constraints: readAgentFile('shared/reviewer-constraints.md').trim(),
  reviewer_output_format: readAgentFile('shared/reviewer-output.md').trim(),
});
