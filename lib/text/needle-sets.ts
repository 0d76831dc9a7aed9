/**
 * Strings of which every match of a pattern holds at least one, for passing over texts that cannot match without running
 * the pattern. In lower case: they are looked for without regard to case, which finds too much at worst.
 */

/** Strings in one set; with more, a pattern is hardly ever passed over. */
const MOST = 40;

/** Strings that a piece of a pattern can stand for; null where there are too many. */
type Exact = readonly string[] | null;

type Needles = readonly string[];

/** What is known of a piece: all it can stand for, strings of which it holds one, and every such set that is known. */
export interface Known {
  readonly exact: Exact;
  readonly needles: Needles | null;
  readonly sets: readonly Needles[];
}

export const NOTHING: Known = { exact: null, needles: null, sets: [] };
export const EMPTY: Known = { exact: [''], needles: null, sets: [] };

/** Blanks may be what a mask left, and line ends may have been unified: neither tells anything. */
const TELLING = /^[\x21-\x7e]$/;

export const shortest = (needles: Needles): number => Math.min(...needles.map(({ length }) => length));

/** Without those that hold another one: where they are found, that one is too. */
const minimal = (needles: Needles): string[] => {
  const kept: string[] = [];
  for (const needle of [...new Set(needles)].sort((a, b) => a.length - b.length))
    if (!kept.some((one) => needle.includes(one))) kept.push(needle);
  return kept;
};

export const usable = (needles: Exact): Needles | null => {
  const kept = minimal(needles ?? []);
  return kept.length > 0 && kept.length <= MOST && kept.every((one) => one !== '') ? kept : null;
};

/** The better of two sets: the one whose shortest string is longer, then the smaller. */
export const better = (a: Needles | null, b: Needles | null): Needles | null => {
  if (!a || !b) return a ?? b;
  const [x, y] = [shortest(a), shortest(b)];
  if (x !== y) return x > y ? a : b;
  return a.length <= b.length ? a : b;
};

/** One of these characters. */
export const exactly = (...characters: readonly string[]): Known =>
  characters.every((one) => TELLING.test(one))
    ? { exact: characters.map((one) => one.toLowerCase()), needles: null, sets: [] }
    : NOTHING;

const cross = (a: Exact, b: Exact): Exact => {
  if (!a || !b || a.length * b.length > MOST) return null;
  return a.flatMap((first) => b.map((second) => first + second));
};

/** One piece after another. */
export const sequence = (pieces: readonly Known[]): Known => {
  let whole: Exact = [''];
  let run: Exact = [''];
  const sets: Needles[] = [];
  const note = (of: Exact): void => {
    const needles = usable(of);
    if (needles) sets.push(needles);
  };
  for (const piece of pieces) {
    whole = cross(whole, piece.exact);
    const longer: Exact = cross(run, piece.exact);
    if (!longer) note(run);
    run = longer ?? piece.exact ?? [''];
    sets.push(...piece.sets);
  }
  note(run);
  return { exact: whole, needles: sets.reduce(better, null), sets };
};

/** One piece or another. */
export const alternatives = (pieces: readonly Known[]): Known => {
  const exact = pieces.every((piece) => piece.exact) ? pieces.flatMap((piece) => piece.exact ?? []) : null;
  const each = pieces.map((piece) => better(piece.needles, usable(piece.exact)));
  const needles = usable(each.every((set) => set !== null) ? [...new Set(each.flat())] : null);
  return { exact: exact && exact.length <= MOST ? exact : null, needles, sets: needles ? [needles] : [] };
};

export const repeated = (piece: Known, least: number, most: number): Known => {
  if (least === 1 && most === 1) return piece;
  if (least === 0) return most === 1 && piece.exact ? { ...EMPTY, exact: ['', ...piece.exact] } : NOTHING;
  const own = usable(piece.exact);
  return { exact: null, needles: better(piece.needles, own), sets: own ? [...piece.sets, own] : piece.sets };
};

/** Sets that are told by one string: the more there are, the less each adds. */
const TOLD = 4;

const follows = (set: Needles, from: Needles): boolean =>
  from.every((longer) => set.some((needle) => longer.includes(needle)));

/** The sets of a piece that tell most: short strings occur everywhere, and what follows from another set tells nothing. */
export const telling = ({ sets, exact }: Known): Needles[] => {
  const kept: Needles[] = [];
  const own = usable(exact);
  const long = [...sets, ...(own ? [own] : [])].filter((set) => shortest(set) >= 2);
  for (const set of long.sort((a, b) => shortest(b) - shortest(a) || a.length - b.length))
    if (!kept.some((one) => follows(set, one))) kept.push(set);
  return kept.slice(0, TOLD);
};
