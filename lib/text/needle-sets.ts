/**
 * Strings of which every match of a pattern holds at least one, for passing over texts that cannot match without running
 * the pattern. In lower case: they are looked for without regard to case, which finds too much at worst.
 */

/** Strings in one set; with more, a pattern is hardly ever passed over. */
const MOST = 40;

/** Strings that a piece of a pattern can stand for; null where there are too many. */
type Exact = readonly string[] | null;

/** What is known of a piece: all it can stand for, and strings of which it holds one. */
export interface Known {
  readonly exact: Exact;
  readonly needles: readonly string[] | null;
}

export const NOTHING: Known = { exact: null, needles: null };
export const EMPTY: Known = { exact: [''], needles: null };

/** Blanks may be what a mask left, and line ends may have been unified: neither tells anything. */
const TELLING = /^[\x21-\x7e]$/;

export const shortest = (needles: readonly string[]): number => Math.min(...needles.map(({ length }) => length));

/** Without those that hold another one: where they are found, that one is too. */
const minimal = (needles: readonly string[]): string[] => {
  const kept: string[] = [];
  for (const needle of [...new Set(needles)].sort((a, b) => a.length - b.length))
    if (!kept.some((one) => needle.includes(one))) kept.push(needle);
  return kept;
};

export const usable = (needles: Exact): readonly string[] | null => {
  const kept = minimal(needles ?? []);
  return kept.length > 0 && kept.length <= MOST && kept.every((one) => one !== '') ? kept : null;
};

/** The better of two sets: the one whose shortest string is longer, then the smaller. */
export const better = (a: readonly string[] | null, b: readonly string[] | null): readonly string[] | null => {
  if (!a || !b) return a ?? b;
  const [x, y] = [shortest(a), shortest(b)];
  if (x !== y) return x > y ? a : b;
  return a.length <= b.length ? a : b;
};

/** One of these characters. */
export const exactly = (...characters: readonly string[]): Known =>
  characters.every((one) => TELLING.test(one))
    ? { exact: characters.map((one) => one.toLowerCase()), needles: null }
    : NOTHING;

const cross = (a: Exact, b: Exact): Exact => {
  if (!a || !b || a.length * b.length > MOST) return null;
  return a.flatMap((first) => b.map((second) => first + second));
};

/** One piece after another. */
export const sequence = (pieces: readonly Known[]): Known => {
  let whole: Exact = [''];
  let run: Exact = [''];
  let best: readonly string[] | null = null;
  for (const piece of pieces) {
    whole = cross(whole, piece.exact);
    const longer: Exact = cross(run, piece.exact);
    if (!longer) best = better(best, usable(run));
    run = longer ?? piece.exact ?? [''];
    best = better(best, piece.needles);
  }
  return { exact: whole, needles: better(best, usable(run)) };
};

/** One piece or another. */
export const alternatives = (pieces: readonly Known[]): Known => {
  const exact = pieces.every((piece) => piece.exact) ? pieces.flatMap((piece) => piece.exact ?? []) : null;
  const sets = pieces.map((piece) => better(piece.needles, usable(piece.exact)));
  const needles = sets.every((set) => set !== null) ? [...new Set(sets.flat())] : null;
  return { exact: exact && exact.length <= MOST ? exact : null, needles: usable(needles) };
};

export const repeated = (piece: Known, least: number, most: number): Known => {
  if (least === 1 && most === 1) return piece;
  const needles = least > 0 ? better(piece.needles, usable(piece.exact)) : null;
  if (least === 0 && most === 1 && piece.exact) return { exact: ['', ...piece.exact], needles: null };
  return { exact: null, needles };
};
