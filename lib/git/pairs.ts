import { type FullSection, readSection, splitSections } from '../text/full-patch.ts';
import type { RawRecord } from '../types.ts';
import { DIFF } from './manifest.ts';
import { patchArgs } from './patches.ts';
import type { Repo } from './repo.ts';

/** Both versions of many modified files, and what differs between them, out of one run of git over the whole change. */
export interface PairStream {
  /**
   * A file's section, asked for in the order of the manifest, none left out. Null from where the run has ended or is out of
   * step, and what is left has to be read in another way. At once where it has arrived. Never throws.
   */
  next(record: RawRecord): FullSection | null | Promise<FullSection | null>;
  close(): Promise<void>;
}

/** Lines of context: more than any file has that is compared; twice as many must fit 32 bits. */
const WHOLE = 1_000_000_000;

/** Sections of a patch, one after the other. */
const sectionsOf = (arrivals: AsyncGenerator<readonly Buffer[]>) => {
  let ready: readonly Buffer[] = [];
  let at = 0;

  /** The next among those that have arrived; undefined where there is none. */
  const now = (): FullSection | undefined => {
    for (let bytes = ready[at]; bytes; bytes = ready[at]) {
      at++;
      // A file of which only the mode changed has none.
      const section = readSection(bytes);
      if (section) return section;
    }
    return undefined;
  };

  /** The next that arrives; undefined where the patch has ended. */
  const later = async (): Promise<FullSection | undefined> => {
    for (;;) {
      const { value, done } = await arrivals.next();
      if (done) return undefined;
      [ready, at] = [value, 0];
      const section = now();
      if (section) return section;
    }
  };

  return { now, later };
};

/**
 * Reads modified files pair by pair, since a patch with full context holds both versions, and git is to open each blob once.
 * `left` are those that git must not compare. Nothing is started before the first is asked for.
 */
export const openPairs = (repo: Repo, left: readonly RawRecord[]): PairStream => {
  const args = [...DIFF, '--no-renames', ...patchArgs(WHOLE), '--diff-filter=M', repo.base.tree, '--'];
  const exclusions = left.map(({ path }) => `:(exclude,literal,top)${path}`);
  const arrivals = splitSections(repo.git.stream([...args, ...exclusions], { magic: true }));
  const sections = sectionsOf(arrivals);
  let broken = false;

  const checked = (record: RawRecord, section: FullSection | undefined): FullSection | null => {
    if (section && section.oldId === record.oldId && section.newId === record.newId) return section;
    broken = true;
    return null;
  };

  /** A blob that git cannot read ends the run. */
  const later = async (record: RawRecord): Promise<FullSection | null> =>
    checked(record, await sections.later().catch(() => undefined));

  const next = (record: RawRecord): FullSection | null | Promise<FullSection | null> => {
    if (broken) return null;
    try {
      const section = sections.now();
      return section ? checked(record, section) : later(record);
    } catch {
      return checked(record, undefined);
    }
  };

  const close = async (): Promise<void> => {
    broken = true;
    await arrivals.return(undefined);
  };

  return { next, close };
};
