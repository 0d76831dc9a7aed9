import type { Base, ContextMap, StagedFile, Tier0 } from '../types.ts';

/** Added lines of a file beyond this are counted but not listed in `context --json`. */
const LISTED_LINES = 20_000;

/** Tier 1, scope: one entry of the contract's `tier1.files`. */
const manifestEntry = (file: StagedFile) => {
  const omitted = file.review === 'too-large' || file.addedLines.length > LISTED_LINES;
  return {
    path: file.path,
    ...(file.oldPath === undefined ? {} : { oldPath: file.oldPath }),
    ...(file.pathHex === undefined ? {} : { pathHex: file.pathHex }),
    status: file.status,
    oldMode: file.oldMode,
    newMode: file.newMode,
    kind: file.kind,
    added: file.added,
    deleted: file.deleted,
    binary: file.binary,
    language: file.language,
    review: file.review,
    addedLines: omitted || file.binary ? [] : file.addedLines,
    ...(omitted ? { addedLinesOmitted: true } : {}),
    ...(file.unread === undefined ? {} : { unread: file.unread }),
  };
};

/** Tier 2, detail: the hunks of a file that the model is shown. */
const detailEntry = (file: StagedFile) => ({ path: file.path, hunks: file.hunks });

/** The contract of `lgtm context --json`, schema 1. */
export const tiersOf = (tier0: Tier0, base: Base, files: readonly StagedFile[], map: ContextMap) => ({
  schema: 1,
  tier0,
  tier1: {
    base: base.head ?? base.tree,
    unborn: base.head === null,
    mergeHeads: base.mergeHeads,
    files: files.map(manifestEntry),
  },
  tier2: { files: files.filter(({ review }) => review === 'yes').map(detailEntry) },
  map,
});
