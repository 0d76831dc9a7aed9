import { BASELINE_FILE } from './pass/baseline.ts';
import type { LookedAt } from './pass/baseline-stale.ts';
import type { Ordinal } from './pass/fingerprint.ts';
import { idsIn, suppressKnown } from './pass/suppress.ts';
import { staleWaivers } from './pass/suppress-stale.ts';
import { applyWaivers, checkWaivers, covers, type MalformedWaiver } from './pass/waivers.ts';
import type { Input, Plan } from './planning.ts';
import { didYouMean } from './text/nearest.ts';
import type { Finding, Suppressed } from './types.ts';

/** What is left of the findings, what was set aside, and what there is to say about that. */
export interface SetAside {
  readonly kept: readonly Finding[];
  readonly suppressed: readonly Suppressed[];
  readonly notes: readonly string[];
}

/** An old fault is told only where it would have mattered, and so is a sentence that may not be meant as a waiver. */
const isTold = (fault: MalformedWaiver, findings: readonly Finding[]): boolean =>
  (fault.added && fault.isClear) || findings.some((one) => one.path === fault.path && covers(fault, one));

const faultNotes = (faults: readonly MalformedWaiver[], findings: readonly Finding[]): string[] =>
  faults
    .filter((fault) => isTold(fault, findings))
    .map(({ path, line, why }) => `${path}:${line}: this waiver waives nothing: ${why}`);

/** The files of the change as a whole, as far as they are held; null text where one is gone. */
const lookedAt = ({ inspection }: Plan): LookedAt[] =>
  inspection.files
    .filter(
      ({ kind, review, status, text }) =>
        kind === 'file' && review !== 'same-as-parent' && (text !== null || status === 'D'),
    )
    .map(({ path, oldPath = path, text, status }) => ({ path, knownAs: oldPath, text: status === 'D' ? null : text }));

const staleBaseline = async (input: Input, planned: Plan): Promise<string[]> => {
  const files = lookedAt(planned);
  const paths = new Set(files.map(({ knownAs }) => knownAs));
  const entries = input.kept.entries.filter(({ path }) => paths.has(path));
  if (entries.length === 0) return [];
  const [{ staleEntries }, { prepareDetectors }] = await Promise.all([
    import('./pass/baseline-stale.ts'),
    import('./pass/detect.ts'),
  ]);
  const detectors = await prepareDetectors(planned.active);
  const known = new Set(input.rules.map(({ id }) => id));
  const stale = staleEntries(entries, files, {
    known,
    active: planned.active,
    detectors,
    domains: input.byPath.domains,
  });
  const [first] = stale;
  if (!first) return [];
  const what = stale.length === 1 ? 'an entry matches' : `${stale.length} entries match`;
  return [
    `${BASELINE_FILE}: ${what} nothing any more (${first.rule} in ${first.path}): \`lgtm baseline --prune\` removes ${stale.length === 1 ? 'it' : 'them'}`,
  ];
};

/**
 * Takes out of the verdict what a waiver, the baseline or a dismissal names. Everything that is taken out is listed; waivers
 * that waive nothing, and entries that match nothing any more, are told.
 */
export const setAside = async (
  input: Input,
  planned: Plan,
  findings: readonly Finding[],
  ordinal: Ordinal,
): Promise<SetAside> => {
  const { inspection, active } = planned;
  const ids = input.rules.map(({ id }) => id);
  const { waivers, malformed } = await checkWaivers(inspection.waivers, new Set(ids), (id) => didYouMean(id, ids));
  const waived = applyWaivers(findings, waivers, input.config.waivers === 'head');
  const known = suppressKnown(waived.kept, input.kept.ledger, idsIn(inspection.files, ordinal));
  const stale = staleWaivers(waivers, { files: inspection.files, hits: inspection.hits, active });
  return {
    kept: known.kept,
    suppressed: [...waived.suppressed, ...known.suppressed],
    notes: [
      ...faultNotes([...inspection.malformed, ...malformed], findings),
      ...stale.map(({ path, line, rule }) => `${path}:${line}: ${rule} finds nothing here: this waiver can go`),
      ...(await staleBaseline(input, planned)),
    ],
  };
};
