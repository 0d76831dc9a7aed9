import { readFileSync } from 'node:fs';
import { SpecError } from '../errors.ts';
import { PACKAGE_URL } from '../root.ts';
import type { RuleBody, RuleHeader } from '../types.ts';

const COMPILED = new URL('specs/compiled/', PACKAGE_URL);

const readCompiled = (name: string): unknown => {
  try {
    return JSON.parse(readFileSync(new URL(name, COMPILED), 'utf8'));
  } catch (cause) {
    throw new SpecError(`specs/compiled/${name} cannot be read`, 'Run `npm run build`, or reinstall lgtm-hook.', {
      cause,
    });
  }
};

let headers: readonly RuleHeader[] | null = null;
let bodies: ReadonlyMap<string, RuleBody> | null = null;

/** The rules that ship with lgtm, by id, as the build compiled them: all that a commit without findings needs. Throws SpecError. */
export const builtInRules = (): readonly RuleHeader[] => {
  headers ??= readCompiled('headers.json') as readonly RuleHeader[];
  return headers;
};

/** Their texts and examples by id; read when first asked for. Throws SpecError. */
export const builtInBodies = (): ReadonlyMap<string, RuleBody> => {
  bodies ??= new Map(Object.entries(readCompiled('bodies.json') as Readonly<Record<string, RuleBody>>));
  return bodies;
};
