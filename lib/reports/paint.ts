import { createRequire } from 'node:module';
import type picocolors from 'picocolors';

export type Tint = (text: string) => string;

/** The colours of a text report, by what picocolors calls them. */
export interface Paint {
  readonly bold: Tint;
  readonly dim: Tint;
  readonly red: Tint;
  readonly yellow: Tint;
  readonly green: Tint;
  readonly cyan: Tint;
}

const none: Tint = (text) => text;

const PLAIN: Paint = { bold: none, dim: none, red: none, yellow: none, green: none, cyan: none };

/** Colours, or none. Loads picocolors only where it colours: about 10 ms that a report without colour does not pay. */
export const openPaint = (color: boolean): Paint => {
  if (!color) return PLAIN;
  const require = createRequire(import.meta.url);
  const { createColors }: typeof picocolors = require('picocolors');
  return createColors(true);
};
