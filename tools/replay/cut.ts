/** Cuts what lies between two versions of a tree into changes of the size that commits have. Pure. */

/** A file in both versions, as bytes in latin1; null where a version does not hold it. */
export interface FilePair {
  readonly path: string;
  readonly old: string | null;
  readonly next: string | null;
}

/** A run of lines that is replaced by another one, counted from zero. */
export interface Span {
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
}

/** A file with the spans in which its versions differ, in order. */
export interface Difference extends FilePair {
  readonly spans: readonly Span[];
}

/** The new content of some files, made when it is asked for; null where a file goes. */
export type Slice = ReadonlyMap<string, () => string | null>;

/** Added lines at which a change is closed, in turn: half of all commits add fewer than thirty lines, some a hundred. */
const SIZES = [15, 30, 60, 90] as const;

/** Lines of a part of a span that is longer than commits are, and how far back from there a blank line is looked for. */
const PART = { lines: 80, back: 30 } as const;

export const linesIn = (text: string | null): string[] => text?.match(/[^\n]*\n|[^\n]+$/g) ?? [];

const endOfPart = (lines: readonly string[], from: number, end: number): number => {
  const most = from + PART.lines;
  if (most >= end) return end;
  for (let at = most; at > most - PART.back; at--) if (lines[at - 1]?.trim() === '') return at;
  return most;
};

/** A long span in parts; the first takes the old lines away. */
const partsOf = (span: Span, lines: readonly string[]): Span[] => {
  const end = span.newStart + span.newCount;
  const parts: Span[] = [];
  let { oldStart, oldCount, newStart } = span;
  do {
    const next = endOfPart(lines, newStart, end);
    parts.push({ oldStart, oldCount, newStart, newCount: next - newStart });
    [oldStart, oldCount, newStart] = [oldStart + oldCount, 0, next];
  } while (newStart < end);
  return parts;
};

/** A file with the first `count` of its spans as the next version has them. */
const contentAt = (old: readonly string[], next: readonly string[], spans: readonly Span[], count: number): string => {
  const out: string[] = [];
  let at = 0;
  for (const { oldStart, oldCount, newStart, newCount } of spans.slice(0, count)) {
    out.push(...old.slice(at, oldStart), ...next.slice(newStart, newStart + newCount));
    at = oldStart + oldCount;
  }
  return [...out, ...old.slice(at)].join('');
};

/** One step of one file. */
interface Step {
  readonly path: string;
  readonly added: number;
  readonly content: () => string | null;
}

const stepsOf = ({ path, old, next, spans }: Difference): Step[] => {
  if (next === null) return [{ path, added: 0, content: () => null }];
  const [before, after] = [linesIn(old), linesIn(next)];
  const parts = spans.flatMap((span) => partsOf(span, after));
  return parts.map(({ newCount }, i) => ({
    path,
    added: newCount,
    content: () => contentAt(before, after, parts, i + 1),
  }));
};

/** Changes in the order of the files; laid one on the other they lead from the old version to the next. */
export const slicesOf = (files: readonly Difference[]): Slice[] => {
  const slices: Slice[] = [];
  let open = new Map<string, Step['content']>();
  let added = 0;
  const close = (): void => {
    if (open.size > 0) slices.push(open);
    [open, added] = [new Map(), 0];
  };
  for (const step of files.flatMap(stepsOf)) {
    const size = SIZES[slices.length % SIZES.length] ?? SIZES[0];
    if (added > 0 && added + step.added > size) close();
    open.set(step.path, step.content);
    added += step.added;
  }
  close();
  return slices;
};

/** At most `count` of the items, evenly from the first to the last. */
export const evenly = <T>(items: readonly T[], count: number): T[] =>
  items.length <= count
    ? [...items]
    : items.filter((_, i) => Math.floor((i * count) / items.length) !== Math.floor(((i - 1) * count) / items.length));
