import { splitLines } from '../text/lines.ts';
import type { BaselineEntry } from './baseline.ts';
import type { Detectors } from './detect.ts';
import { fingerprint, ordinalsOf } from './fingerprint.ts';

/** A file that goes by another name than the entries about it. */
export interface Renamed {
  readonly oldPath: string;
  readonly path: string;
  readonly text: string;
}

/** Old fingerprints of one rule in a renamed file, each with the one that takes its place. */
const newIds = (rule: string, { oldPath, path, text }: Renamed, redact: Detectors['redact']): Map<string, string> => {
  const ordinal = ordinalsOf([{ path, text, addedLines: [] }]);
  const ids = new Map<string, string>();
  for (const [i, line] of splitLines(text).entries()) {
    const at = ordinal(path, i + 1) ?? 0;
    for (const one of new Set([line, redact(line)]))
      ids.set(fingerprint(rule, oldPath, one, at), fingerprint(rule, path, one, at));
  }
  return ids;
};

/** The entries with those about renamed files under the new name. What is no longer in such a file stays as it is. */
export const moveEntries = (
  entries: readonly BaselineEntry[],
  renames: readonly Renamed[],
  { redact }: Detectors,
): BaselineEntry[] => {
  const byOld = new Map(renames.map((renamed) => [renamed.oldPath, renamed]));
  const known = new Map<string, ReadonlyMap<string, string>>();
  return entries.map((entry) => {
    const renamed = byOld.get(entry.path);
    if (!renamed) return entry;
    const key = `${entry.rule}\0${entry.path}`;
    const ids = known.get(key) ?? newIds(entry.rule, renamed, redact);
    known.set(key, ids);
    const id = ids.get(entry.id);
    return id === undefined ? entry : { ...entry, id, path: renamed.path };
  });
};
