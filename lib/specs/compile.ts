import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { messageOf, SpecError } from '../errors.ts';
import { PACKAGE_URL } from '../root.ts';
import { inAscii } from '../text/escaped.ts';
import { needlesOf, waysOf } from '../text/needles.ts';
import type { Detect, Rule, RuleBody, RuleHeader, Way } from '../types.ts';
import { compileAgents } from './compile-agents.ts';
import { parseRule } from './rule.ts';

const SPECS = new URL('specs/', PACKAGE_URL);

const byId = (a: Rule, b: Rule): number => (a.id < b.id ? -1 : 1);

/** Reads every rule below a folder of rules, whose URL ends with a slash. All faults are reported at once, as one SpecError. */
export const readRules = (folder: URL): Rule[] => {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.md') && name !== 'README.md',
  );
  const faults: string[] = [];
  const rules = names.flatMap((name): Rule[] => {
    const path = name.replaceAll('\\', '/');
    try {
      return [
        parseRule({
          file: `specs/rules/${path}`,
          text: readFileSync(new URL(path, folder), 'utf8'),
          origin: 'built-in',
        }),
      ];
    } catch (error) {
      faults.push(messageOf(error));
      return [];
    }
  });
  if (faults.length > 0) throw new SpecError(faults.join('\n'), 'docs/rules.md describes how a rule is written.');
  return rules.sort(byId);
};

/** More than needles that are one set for all branches: several branches, or more than one set of a single one. */
const tellsMore = (ways: readonly Way[]): boolean => ways.length > 1 || (ways[0]?.needs.length ?? 0) > 1;

/** Without its needles a pattern would be compiled by the engine on every commit, only to find nothing. */
const withNeedles = (detect: Detect): Detect => {
  const needles = 'match' in detect ? needlesOf(detect.match) : null;
  const ways = 'match' in detect ? waysOf(detect.match) : null;
  return {
    ...detect,
    ...(needles ? { needles: needles.join(' ') } : {}),
    ...(ways && tellsMore(ways) ? { ways } : {}),
  };
};

const header = ({ body: _body, ...rest }: Rule): RuleHeader => ({ ...rest, detect: rest.detect.map(withNeedles) });

/** What the hook loads on every commit, apart from what only a finding needs. */
export const compiled = (
  rules: readonly Rule[],
): { headers: readonly RuleHeader[]; bodies: Readonly<Record<string, RuleBody>> } => ({
  headers: rules.map(header),
  bodies: Object.fromEntries(rules.map(({ id, body }) => [id, body])),
});

const jsonOf = (value: unknown): string => `${inAscii(JSON.stringify(value))}\n`;

/** Writes the compiled rules, modes and roles, which a commit reads instead of the Markdown. Throws SpecError. */
export const compileSpecs = (): void => {
  const { headers, bodies } = compiled(readRules(new URL('rules/', SPECS)));
  const target = new URL('compiled/', SPECS);
  mkdirSync(target, { recursive: true });
  writeFileSync(new URL('headers.json', target), jsonOf(headers));
  writeFileSync(new URL('bodies.json', target), jsonOf(bodies));
  compileAgents();
};
