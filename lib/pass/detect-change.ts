import { isTestPath } from '../text/language.ts';
import type { Hit, StagedFile } from '../types.ts';
import type { ChangeFound, Extras } from './checks/kinds.ts';
import type { ChangeDetector, Detectors } from './detect-prepare.ts';

const QUOTED = 2000;

const quoteOf = (found: ChangeFound, files: ReadonlyMap<string, StagedFile>): string => {
  if (found.quote !== undefined) return found.quote.slice(0, QUOTED);
  const text = files.get(found.path)?.addedLines.find(({ line }) => line === found.line)?.text;
  return (text ?? found.path).slice(0, QUOTED);
};

const counts = ({ rule, where }: ChangeDetector, path: string): boolean =>
  (where === 'any' || where === 'written' || isTestPath(path) === (where === 'test')) &&
  (rule.pathPattern === undefined || new RegExp(rule.pathPattern).test(path));

/** Runs the checks that look at the whole change. Files may come without text; merged-in files are left out. */
export const runChecks = async (detectors: Detectors, files: readonly StagedFile[], extras: Extras): Promise<Hit[]> => {
  const own = files.filter(({ review }) => review !== 'same-as-parent');
  const byPath = new Map(own.map((file) => [file.path, file]));
  const groups = await Promise.all(
    detectors.changes.map(async (detector): Promise<Hit[]> => {
      const found = (await detector.check({ files: own, extras })).filter(({ path }) => counts(detector, path));
      return found.map((one) => ({
        rule: detector.rule.id,
        path: one.path,
        line: one.line,
        endLine: one.endLine ?? one.line,
        quote: detectors.redact(quoteOf(one, byPath)),
        ...(one.note === undefined ? {} : { note: one.note }),
      }));
    }),
  );
  return groups.flat();
};
