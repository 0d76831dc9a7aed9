import { type LineHasher, lineHasher } from './line-hash.ts';

/** Different lines that a table holds; ten bytes a slot, 42 MB at the most. */
const MOST_LINES = 3_000_000;

const FIRST_SLOTS = 1 << 16;

/** How often each line occurs, by digest. */
export interface LineTable {
  add(bytes: Uint8Array, from: number, to: number): void;
  /** Whether the line is there; each occurrence is found once. */
  take(bytes: Uint8Array, from: number, to: number): boolean;
  /** False once lines had to be left out: then nobody knows which lines are new. */
  whole(): boolean;
}

interface Slots {
  readonly low: Uint32Array;
  readonly high: Uint32Array;
  readonly counts: Uint16Array;
}

const makeSlots = (size: number): Slots => ({
  low: new Uint32Array(size),
  high: new Uint32Array(size),
  counts: new Uint16Array(size),
});

/** The slot that holds a digest, or the free one where it belongs; a quarter of the slots is free at all times. */
const slotOf = ({ low, high, counts }: Slots, first: number, second: number): number => {
  const mask = low.length - 1;
  let at = first & mask;
  while ((counts[at] ?? 0) > 0 && (low[at] !== first || high[at] !== second)) at = (at + 1) & mask;
  return at;
};

const grown = (old: Slots): Slots => {
  const slots = makeSlots(old.low.length * 2);
  for (let i = 0; i < old.low.length; i++) {
    const count = old.counts[i] ?? 0;
    if (count === 0) continue;
    const [first = 0, second = 0] = [old.low[i], old.high[i]];
    const at = slotOf(slots, first, second);
    slots.low[at] = first;
    slots.high[at] = second;
    slots.counts[at] = count;
  }
  return slots;
};

/** Zero marks a free slot, so an occurrence that was taken leaves one behind that counts no more. */
const TAKEN = 1;

const MOST = 0xffff;

/** Makes an empty table. Lines are told apart by keyed digests, so memory does not grow with their length. */
export const lineTable = (hash: LineHasher = lineHasher()): LineTable => {
  const digest = new Uint32Array(2);
  let slots = makeSlots(FIRST_SLOTS);
  let lines = 0;
  let whole = true;

  const find = (bytes: Uint8Array, from: number, to: number): number => {
    hash(bytes, from, to, digest);
    return slotOf(slots, digest[0] ?? 0, digest[1] ?? 0);
  };

  const insert = (at: number): void => {
    if (lines >= MOST_LINES) {
      whole = false;
      return;
    }
    lines++;
    slots.low[at] = digest[0] ?? 0;
    slots.high[at] = digest[1] ?? 0;
    slots.counts[at] = TAKEN + 1;
    if (lines * 4 > slots.low.length * 3) slots = grown(slots);
  };

  const add = (bytes: Uint8Array, from: number, to: number): void => {
    const at = find(bytes, from, to);
    const count = slots.counts[at] ?? 0;
    if (count === 0) insert(at);
    else if (count < MOST) slots.counts[at] = count + 1;
  };

  const take = (bytes: Uint8Array, from: number, to: number): boolean => {
    const at = find(bytes, from, to);
    const count = slots.counts[at] ?? 0;
    if (count <= TAKEN) return false;
    // A line that occurs more often than can be counted stays known.
    if (count < MOST) slots.counts[at] = count - 1;
    return true;
  };

  return { add, take, whole: () => whole };
};
