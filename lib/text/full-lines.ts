import type { FullSection } from './full-patch.ts';

export const PLUS = 0x2b;
export const MINUS = 0x2d;
const SPACE = 0x20;
const BACKSLASH = 0x5c;
const LF = 0x0a;

/** Where the lines of a section are. */
export interface FullLines {
  /** Offset of each line's mark in the bytes of the section. */
  readonly starts: readonly number[];
  /** Which of them came or went. */
  readonly changed: readonly number[];
}

/** The later version of a file as bytes that are overwritten by the next, with its lines counted and measured. */
export interface Image {
  readonly bytes: Buffer;
  readonly longest: number;
}

/** Where the line after the one at an offset starts. */
const behindLine = (bytes: Buffer, at: number): number => bytes.indexOf(LF, at) + 1 || bytes.length;

/** Copies a line with its line feed; where the next starts. Byte by byte: two calls for each short line cost more. */
const copyLine = (bytes: Buffer, from: number, into: Buffer, to: number): number => {
  for (let [at, size] = [from, to]; at < bytes.length; at++, size++) {
    const byte = bytes[at] ?? LF;
    into[size] = byte;
    if (byte === LF) return at + 1;
  }
  return bytes.length;
};

/**
 * Copies one version of a file out of a section; `other` is the mark of lines that belong to the other version alone. `into`
 * must hold as many bytes as the section.
 */
export const imageOf = ({ bytes, body }: FullSection, other: number, into: Buffer): Image => {
  let [size, longest, before] = [0, 0, SPACE];
  for (let at = body; at < bytes.length; ) {
    const mark = bytes[at] ?? SPACE;
    if (mark === other || mark === BACKSLASH) {
      // The line before has no line feed in its version.
      if (mark === BACKSLASH && before !== other) size--;
      at = behindLine(bytes, at);
    } else {
      const next = copyLine(bytes, at + 1, into, size);
      const length = next - at - 1;
      size += length;
      longest = Math.max(longest, length - 1);
      at = next;
    }
    before = mark;
  }
  return { bytes: into.subarray(0, size), longest };
};

/** Finds the lines of a section. Throws where they are not as many as git said. */
export const linesIn = ({ bytes, body, oldCount, newCount }: FullSection): FullLines => {
  const starts: number[] = [];
  const changed: number[] = [];
  let added = 0;
  for (let at = body; at < bytes.length; at = behindLine(bytes, at)) {
    const mark = bytes[at];
    if (mark === BACKSLASH) continue;
    if (mark !== SPACE) changed.push(starts.length);
    if (mark === PLUS) added++;
    starts.push(at);
  }
  const removed = changed.length - added;
  if (starts.length - added !== oldCount || starts.length - removed !== newCount)
    throw new Error('a section of the patch is not whole');
  return { starts, changed };
};
