import { createHash } from 'node:crypto';
import { splitLines } from '../text/lines.ts';
import type { Finding, StagedFile } from '../types.ts';

/** A line without what formatters change: white space runs and trailing separators. */
export const normaliseLine = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();

/**
 * Identity of a finding: rule, path, normalised line, and its ordinal among equal lines of the file. Survives shifts of
 * line numbers and moves of the block; 16 hexadecimal digits.
 */
export const fingerprint = (rule: string, path: string, line: string, ordinal: number): string =>
  createHash('sha256')
    .update([rule, path, normaliseLine(line), String(ordinal)].join('\0'))
    .digest('hex')
    .slice(0, 16);

/** The ordinal of a line among equal lines of its file; null where the file's text is not at hand. */
export type Ordinal = (path: string, line: number) => number | null;

/**
 * Lines that were there before come first, then those that the change adds, in order: so a line that is added beside an
 * equal one that somebody accepted is not accepted with it, and a line that only moves keeps its ordinal.
 */
const ordinalsIn = (text: string, added: ReadonlySet<number>): number[] => {
  const lines = splitLines(text).map(normaliseLine);
  const seen = new Map<string, number>();
  const ordinals = new Array<number>(lines.length).fill(0);
  for (const isAdded of [false, true])
    for (const [i, line] of lines.entries()) {
      if (added.has(i + 1) !== isAdded) continue;
      const count = seen.get(line) ?? 0;
      ordinals[i] = count;
      seen.set(line, count + 1);
    }
  return ordinals;
};

/** Ordinals in the files of a change, each read when first asked for. */
export const ordinalsOf = (files: readonly Pick<StagedFile, 'path' | 'text' | 'addedLines'>[]): Ordinal => {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const known = new Map<string, readonly number[]>();
  return (path, line) => {
    const file = byPath.get(path);
    if (!file || file.text === null) return null;
    const ordinals = known.get(path) ?? ordinalsIn(file.text, new Set(file.addedLines.map((one) => one.line)));
    known.set(path, ordinals);
    return ordinals[line - 1] ?? null;
  };
};

/** Ordinals from here on are given where two findings would else share a fingerprint. */
const AGAIN = 1_000_000;

/** Gives findings their fingerprints, one after the other; no two get the same. */
export const identifier = (ordinal: Ordinal): ((finding: Identified) => string) => {
  const seen = new Map<string, number>();
  const given = new Set<string>();
  return ({ rule, path, line, text }) => {
    const key = [rule, path, normaliseLine(text)].join('\0');
    const count = seen.get(key) ?? 0;
    seen.set(key, count + 1);
    const first = fingerprint(rule, path, text, ordinal(path, line) ?? count);
    const id = given.has(first) ? fingerprint(rule, path, text, AGAIN + count) : first;
    given.add(id);
    return id;
  };
};

/** What a fingerprint is made of. */
export interface Identified {
  readonly rule: string;
  readonly path: string;
  readonly line: number;
  /** The line as staged, secrets in it made unreadable. */
  readonly text: string;
}

/** Ordinals that are tried where the line's own is not known. */
const TRIED = 100;

/** The fingerprint that a finding had before its file was renamed from `oldPath`; null where that cannot be told. */
export const formerId = (finding: Finding, oldPath: string, ordinal: number | null): string | null => {
  const { rule, path, quote, id } = finding;
  const tried = ordinal === null ? Array.from({ length: TRIED }, (_, i) => i) : [ordinal];
  const own = tried.find((one) => fingerprint(rule, path, quote, one) === id);
  return own === undefined ? null : fingerprint(rule, oldPath, quote, own);
};
