import { UsageError } from '../errors.ts';
import type { Reporter } from '../types.ts';

/** One row a format. To add one: a file in this folder that exports `report`, and a row here. */
const REPORTERS: Readonly<Record<string, () => Promise<{ readonly report: Reporter }>>> = {
  text: () => import('./text.ts'),
  json: () => import('./json.ts'),
  sarif: () => import('./sarif.ts'),
  github: () => import('./github.ts'),
  rdjson: () => import('./rdjson.ts'),
  gitlab: () => import('./gitlab.ts'),
  ndjson: () => import('./ndjson.ts'),
};

/** Names that `--format` takes; the first is the default. */
export const formats: readonly string[] = Object.keys(REPORTERS);

const guess = async (format: string): Promise<string> => {
  const { closest, distance } = await import('fastest-levenshtein');
  const best = closest(format, [...formats]);
  return distance(format, best) <= 2 ? `Did you mean ${best}? ` : '';
};

/** Loads the reporter of a format, and no other. Throws UsageError where there is none of that name. */
export const openReporter = async (format: string): Promise<Reporter> => {
  const load = Object.hasOwn(REPORTERS, format) ? REPORTERS[format] : undefined;
  if (!load)
    throw new UsageError(`unknown format "${format}"`, `${await guess(format)}Formats: ${formats.join(', ')}.`);
  return (await load()).report;
};
