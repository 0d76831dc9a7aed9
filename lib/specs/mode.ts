import { readFileSync } from 'node:fs';
import { SpecError } from '../errors.ts';
import { PACKAGE_URL } from '../root.ts';
import type { Mode } from './mode-schema.ts';

export type { Mode } from './mode-schema.ts';

/** A mode as it was compiled from specs/agents/modes at build time. Throws SpecError where the package is incomplete. */
export const readMode = (name: string): Mode => {
  let modes: Record<string, Mode>;
  try {
    modes = JSON.parse(readFileSync(new URL('specs/compiled/modes.json', PACKAGE_URL), 'utf8')) as Record<string, Mode>;
  } catch (cause) {
    throw new SpecError(
      'specs/compiled/modes.json cannot be read',
      'Reinstall lgtm-hook, or run `npm run build` in its repository.',
      { cause },
    );
  }
  const mode = modes[name];
  if (!mode) throw new SpecError(`there is no mode "${name}"`, `Modes: ${Object.keys(modes).join(', ')}.`);
  return mode;
};
