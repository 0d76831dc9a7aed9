import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { PACKAGE_URL } from '../root.ts';
import { readAgentFile, readRole } from './agents.ts';
import { parseMode } from './mode-schema.ts';

const COMPILED = new URL('specs/compiled/', PACKAGE_URL);
const MODES = new URL('specs/agents/modes/', PACKAGE_URL);
const ROLES = new URL('specs/agents/roles/', PACKAGE_URL);

const names = (folder: URL): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.slice(0, -3))
    .sort();

/** Checks every role and mode spec, and writes the modes as JSON: the hook reads them on every commit. Throws SpecError. */
export const compileAgents = (): void => {
  for (const role of names(ROLES)) readRole(role);
  const modes = names(MODES).map((name) => [
    name,
    parseMode(readAgentFile(`modes/${name}.md`), `specs/agents/modes/${name}.md`),
  ]);
  mkdirSync(COMPILED, { recursive: true });
  writeFileSync(new URL('modes.json', COMPILED), `${JSON.stringify(Object.fromEntries(modes))}\n`);
};
