import type { Hit, StagedFile } from '../types.ts';
import { type DetectInput, type Detectors, detectFile, largeScanner } from './detect.ts';
import type { LargeBlobs } from './large.ts';
import { prefilter } from './prefilter.ts';

const isWhole = ({ status, added, addedLines }: StagedFile): boolean =>
  (status === 'A' || status === 'T') && addedLines.length === added;

/** Texts and characters after which passing over detectors is worth making ready for. */
const MANY = { texts: 100, characters: 1_000_000 } as const;

/** Leaves out the detectors that cannot find anything in a file, from the moment on when that pays. */
const narrowing = (detectors: Detectors): ((file: StagedFile, text: string) => Detectors) => {
  let [texts, characters] = [0, 0];
  let narrow: ReturnType<typeof prefilter> | null = null;
  return (file, text) => {
    const whole = isWhole(file);
    const added = whole ? text : file.addedLines.map((line) => line.text).join('\n');
    texts += whole ? 0 : 1;
    characters += added.length;
    if (characters >= MANY.characters || texts >= MANY.texts) narrow ??= prefilter(detectors);
    return narrow ? narrow(added, text, file.language) : detectors;
  };
};

/** Domains that the configuration forces for a path. */
type Forced = (path: string) => readonly string[];

/** Runs the detectors over one file after the other. */
export const fileScanner = (detectors: Detectors, forced: Forced = () => []): ((file: StagedFile) => Hit[]) => {
  const fitting = narrowing(detectors);
  return (file) => {
    const { path, oldPath, language, text, addedLines } = file;
    if (text === null || addedLines.length === 0) return [];
    const added = isWhole(file) ? 'all' : new Set(addedLines.map(({ line }) => line));
    const input: DetectInput = { path, language, text, added, domains: forced(path) };
    return detectFile(fitting(file, text), oldPath === undefined ? input : { ...input, oldPath });
  };
};

/** Hits in large files, those on lines that were there before left out. */
export const newHits = (detectors: Detectors) => {
  const scanner = largeScanner(detectors);
  const fresh = new Map<string, (line: number) => boolean>();
  const large: LargeBlobs = {
    piece: scanner.piece,
    end: (record, side, isFresh) => {
      if (isFresh) fresh.set(record.path, isFresh);
      scanner.end(record, side);
    },
  };
  const isNew = ({ path, line }: Hit): boolean => fresh.get(path)?.(line) ?? true;
  return { large, hits: () => scanner.hits().filter(isNew) };
};
