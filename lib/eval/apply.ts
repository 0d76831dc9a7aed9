/** Changes written as in a diff, without line numbers: where they go is found by what they show of the old text. */

/** A line of such a change. */
export interface ChangeLine {
  readonly op: 'add' | 'del' | 'same';
  readonly text: string;
}

/** A line of the new text; `from` says where it comes from in the change, null for what the change does not show. */
export interface AppliedLine {
  readonly text: string;
  readonly from: number | null;
}

/** A line that the change removes: its number in the old text, and where it stands in the change. */
export interface RemovedLine {
  readonly line: number;
  readonly from: number;
}

export interface Applied {
  readonly lines: readonly AppliedLine[];
  readonly removed: readonly RemovedLine[];
}

const OPS: Readonly<Record<string, ChangeLine['op']>> = { '+': 'add', '-': 'del', ' ': 'same' };

/** Reads one line of a change; an empty one is an empty line of context. Null where it is none. */
export const changeLineOf = (line: string): ChangeLine | null => {
  if (line === '') return { op: 'same', text: '' };
  const op = OPS[line.charAt(0)];
  return op ? { op, text: line.slice(1) } : null;
};

interface Numbered extends ChangeLine {
  readonly at: number;
}

/** Splits a change at its `@@` lines. */
const hunksOf = (lines: readonly (ChangeLine | null)[]): Numbered[][] => {
  const hunks: Numbered[][] = [[]];
  for (const [at, line] of lines.entries()) {
    if (line === null) hunks.push([]);
    else hunks.at(-1)?.push({ ...line, at });
  }
  return hunks.filter((hunk) => hunk.length > 0);
};

const matchesAt = (old: readonly string[], wanted: readonly string[], at: number): boolean =>
  wanted.every((text, i) => old[at + i] === text);

const placeOf = (old: readonly string[], hunk: readonly Numbered[], from: number): number | string => {
  const wanted = hunk.filter(({ op }) => op !== 'add').map(({ text }) => text);
  if (wanted.length === 0) return old.length;
  const last = old.length - wanted.length;
  const places = Array.from({ length: Math.max(0, last - from + 1) }, (_, i) => from + i).filter((at) =>
    matchesAt(old, wanted, at),
  );
  if (places.length === 1) return places[0] ?? 0;
  const what = JSON.stringify(wanted.find((text) => text.trim() !== '') ?? '');
  return places.length === 0 ? `no place shows ${what}` : `${places.length} places show ${what}`;
};

/** Adds what a hunk leaves to the new text; returns how many old lines it went over. */
const applyHunk = (hunk: readonly Numbered[], at: number, lines: AppliedLine[], removed: RemovedLine[]): number => {
  let next = at;
  for (const { op, text, at: from } of hunk) {
    if (op === 'del') removed.push({ line: next + 1, from });
    else lines.push({ text, from });
    if (op !== 'add') next++;
  }
  return next;
};

/**
 * Applies a change to a text: `null` among the lines separates hunks. A hunk goes to the one place after the one before it
 * that shows its old lines; one without old lines goes to the end. A message where there is no such place, or several.
 */
export const applyChange = (text: string, change: readonly (ChangeLine | null)[]): Applied | string => {
  const old = text === '' ? [] : text.replace(/\n$/, '').split('\n');
  const [lines, removed]: [AppliedLine[], RemovedLine[]] = [[], []];
  const unchanged = (from: number, to?: number) => old.slice(from, to).map((line) => ({ text: line, from: null }));
  let next = 0;
  for (const hunk of hunksOf(change)) {
    const place = placeOf(old, hunk, next);
    if (typeof place === 'string') return place;
    lines.push(...unchanged(next, place));
    next = applyHunk(hunk, place, lines, removed);
  }
  lines.push(...unchanged(next));
  return { lines, removed };
};
