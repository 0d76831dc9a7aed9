import { indexFiles } from './git/index-files.ts';
import { type MergeSet, pathKey } from './git/manifest.ts';
import type { Repo } from './git/repo.ts';
import { kindOf } from './pass/classify.ts';
import { type Detectors, runChecks } from './pass/detect.ts';
import type { Given } from './pass/diffed.ts';
import { newToAll, type OtherParents, readOtherParents } from './pass/merged.ts';
import { fileScanner, newHits } from './pass/scanner.ts';
import { makeShelf } from './pass/shelf.ts';
import { readFiles } from './pass/staged.ts';
import { type MalformedWaiver, readWaivers, type Waiver } from './pass/waivers.ts';
import { languageOf } from './text/language.ts';
import type { Hit, RawRecord, StagedFile } from './types.ts';

/** What one walk over the staged files yields: the files as far as they are needed later, hits, and waivers. */
export interface Inspection {
  readonly files: readonly StagedFile[];
  readonly hits: readonly Hit[];
  readonly waivers: ReadonlyMap<string, readonly Waiver[]>;
  readonly malformed: readonly MalformedWaiver[];
}

export interface Scene {
  readonly repo: Repo;
  readonly records: readonly RawRecord[];
  /** What a merge itself changes; null outside a merge. */
  readonly mergeSet: MergeSet | null;
  readonly excluded: (path: string) => boolean;
  /** Domains that the configuration forces for a path. */
  readonly domains?: (path: string) => readonly string[];
  /** The message of the commit, in the one hook that knows it. */
  readonly message?: string | null;
  /** Where the files are known from a diff: nothing of them is read from git. */
  readonly given?: Given;
}

/** A file that a merge takes as one of its parents has it: nothing of it is read. */
const fromParent = (record: RawRecord): StagedFile => ({
  ...record,
  kind: kindOf(record),
  binary: false,
  language: languageOf(record.path),
  review: 'same-as-parent',
  ...{ size: null, added: null, deleted: null, text: null },
  ...{ addedLines: [], removedLines: [], hunks: [] },
});

const otherParents = async ({ repo, mergeSet }: Scene, records: readonly RawRecord[]): Promise<OtherParents> =>
  mergeSet ? readOtherParents(repo, mergeSet, records.map(pathKey)) : new Map();

/** Files up to which the heap may grow as it likes: 20,000 modified ones took 190 MiB. */
const MANY_FILES = 20_000;

/**
 * V8 lets the heap grow to several times what is alive before it collects: 100,000 new files took 310 MiB that way, and take
 * 240 where it may grow by a third. At 10,000 files that would cost a tenth of the time for 36 MiB less. V8's own choice comes
 * back afterwards, since what is kept of the compiled program is good only for the options under which it was kept.
 */
const withTightHeap = async <T>(files: number, work: () => Promise<T>): Promise<T> => {
  if (files <= MANY_FILES) return work();
  const { setFlagsFromString } = await import('node:v8');
  setFlagsFromString('--heap-growing-percent=30');
  try {
    return await work();
  } finally {
    setFlagsFromString('--heap-growing-percent=0');
  }
};

const walk = async (scene: Scene, detectors: Detectors): Promise<Inspection> => {
  const { repo, records, mergeSet, excluded, message = null, given } = scene;
  const isOwn = (record: RawRecord): boolean => mergeSet?.has(pathKey(record)) ?? true;
  const own = records.filter(isOwn);
  const files = records.filter((record) => !isOwn(record)).map(fromParent);
  const others = await otherParents(scene, own);
  const [hits, malformed]: [Hit[], MalformedWaiver[]] = [[], []];
  const waivers = new Map<string, readonly Waiver[]>();
  const { large, hits: hitsInLarge } = newHits(detectors);
  const scan = given
    ? (await import('./pass/diffed.ts')).byHunk(fileScanner(detectors, scene.domains))
    : fileScanner(detectors, scene.domains);
  const shelf = makeShelf();
  for await (const read of given?.files ?? readFiles(repo, own, { large, room: shelf.room })) {
    const narrowed = newToAll(read, others.get(pathKey(read)) ?? []);
    const file: StagedFile =
      narrowed.review === 'yes' && excluded(narrowed.path) ? { ...narrowed, review: 'excluded' } : narrowed;
    const found = scan(file);
    const told = readWaivers(file);
    hits.push(...found);
    malformed.push(...told.malformed);
    if (told.waivers.length > 0) waivers.set(file.path, told.waivers);
    files.push(shelf.put(file, found.length > 0));
  }
  const checks = await runChecks(detectors, files, { ...(given?.index ?? indexFiles(repo)), message });
  return { files, hits: [...hits, ...hitsInLarge(), ...checks], waivers, malformed };
};

/** Walks over the staged files once: detectors see every file, whatever the model is shown. Throws GitError. */
export const inspect = (scene: Scene, detectors: Detectors): Promise<Inspection> =>
  withTightHeap(scene.records.length, () => walk(scene, detectors));
