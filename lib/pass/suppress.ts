import type { Finding, StagedFile, Suppressed } from '../types.ts';
import { formerId, type Ordinal } from './fingerprint.ts';

/** What is suppressed by fingerprint, with the reason of each. */
export interface Ledger {
  readonly baseline: ReadonlyMap<string, string>;
  readonly dismissed: ReadonlyMap<string, string>;
}

export const EMPTY_LEDGER: Ledger = { baseline: new Map(), dismissed: new Map() };

/** Every fingerprint that a finding goes by: its own, and the one that it had before its file was renamed. */
export type IdsOf = (finding: Finding) => readonly string[];

export const idsIn = (files: readonly StagedFile[], ordinal: Ordinal): IdsOf => {
  const oldPaths = new Map(files.flatMap(({ path, oldPath }) => (oldPath === undefined ? [] : [[path, oldPath]])));
  return (finding) => {
    const oldPath = oldPaths.get(finding.path);
    const former =
      oldPath === undefined ? null : formerId(finding, oldPath, ordinal(finding.path, finding.line) ?? null);
    return former === null ? [finding.id] : [finding.id, former];
  };
};

const SOURCES = ['baseline', 'dismissed'] as const;

const suppressedBy = (finding: Finding, ids: readonly string[], ledger: Ledger): Suppressed | null => {
  for (const by of SOURCES) {
    const id = ids.find((one) => ledger[by].has(one));
    if (id !== undefined) return { finding, by, reason: ledger[by].get(id) ?? '', added: false };
  }
  return null;
};

/** Takes out of the verdict what baseline and dismissals name, and hands it back to be listed. */
export const suppressKnown = (
  findings: readonly Finding[],
  ledger: Ledger,
  idsOf: IdsOf,
): { kept: Finding[]; suppressed: Suppressed[] } => {
  if (ledger.baseline.size + ledger.dismissed.size === 0) return { kept: [...findings], suppressed: [] };
  const kept: Finding[] = [];
  const suppressed: Suppressed[] = [];
  for (const finding of findings) {
    const one = suppressedBy(finding, idsOf(finding), ledger);
    if (one) suppressed.push(one);
    else kept.push(finding);
  }
  return { kept, suppressed };
};
