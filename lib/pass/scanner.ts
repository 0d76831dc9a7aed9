import type { Hit, StagedFile } from '../types.ts';
import { type DetectInput, type Detectors, detectFile, largeScanner } from './detect.ts';
import type { LargeBlobs } from './large.ts';
import { type Part, prefilter } from './prefilter.ts';

const isWhole = ({ status, added, addedLines }: StagedFile): boolean =>
  (status === 'A' || status === 'T') && addedLines.length === added;

/** Texts and characters after which passing over detectors is worth making ready for; about a second's work without. */
const MANY = { texts: 100, characters: 1_000_000 } as const;

/** Leaves out the detectors that cannot find anything in a text, from the moment on when that pays. */
const narrowing = (detectors: Detectors, part: Part): ((text: string) => Detectors) => {
  let [texts, characters] = [0, 0];
  let narrow: ((text: string) => Detectors) | null = null;
  return (text) => {
    texts++;
    characters += text.length;
    if (characters >= MANY.characters || (part === 'lines' && texts >= MANY.texts))
      narrow ??= prefilter(detectors, part);
    return narrow ? narrow(text) : detectors;
  };
};

/** Domains that the configuration forces for a path. */
type Forced = (path: string) => readonly string[];

/** Runs the detectors over one file after the other. */
export const fileScanner = (detectors: Detectors, forced: Forced = () => []): ((file: StagedFile) => Hit[]) => {
  const [inWhole, inLines] = [narrowing(detectors, 'file'), narrowing(detectors, 'lines')];
  return (file) => {
    const { path, oldPath, language, text, addedLines } = file;
    if (text === null || addedLines.length === 0) return [];
    const whole = isWhole(file);
    const added = whole ? 'all' : new Set(addedLines.map(({ line }) => line));
    const input: DetectInput = { path, language, text, added, domains: forced(path) };
    const fitting = whole ? inWhole(text) : inLines(addedLines.map((line) => line.text).join('\n'));
    return detectFile(fitting, oldPath === undefined ? input : { ...input, oldPath });
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
