import type { Hit, StagedFile } from '../types.ts';
import { type DetectInput, type Detectors, detectFile, largeScanner } from './detect.ts';
import type { LargeBlobs } from './large.ts';
import { prefilter } from './prefilter.ts';

const isWhole = ({ status, added, addedLines }: StagedFile): boolean =>
  (status === 'A' || status === 'T') && addedLines.length === added;

/** Characters after which passing over detectors is worth making ready for; about a second's work without. */
const MANY = 1_000_000;

/** Domains that the configuration forces for a path. */
type Forced = (path: string) => readonly string[];

/** Runs the detectors over one file after the other. */
export const fileScanner = (detectors: Detectors, forced: Forced = () => []): ((file: StagedFile) => Hit[]) => {
  let seen = 0;
  let narrow: ((text: string) => Detectors) | null = null;

  const fitting = (text: string): Detectors => {
    seen += text.length;
    if (seen >= MANY) narrow ??= prefilter(detectors);
    return narrow ? narrow(text) : detectors;
  };

  return (file) => {
    const { path, oldPath, language, text, addedLines } = file;
    if (text === null || addedLines.length === 0) return [];
    const added = isWhole(file) ? 'all' : new Set(addedLines.map(({ line }) => line));
    const input: DetectInput = { path, language, text, added, domains: forced(path) };
    return detectFile(fitting(text), oldPath === undefined ? input : { ...input, oldPath });
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
