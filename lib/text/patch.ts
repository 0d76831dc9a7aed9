import type { Hunk, HunkLine } from '../types.ts';

/** One section of a patch: the ids that its index line names, and its hunks. Names are taken from the manifest, never from here. */
export interface PatchSection {
  readonly oldId: string;
  readonly newId: string;
  readonly hunks: readonly Hunk[];
}

interface OpenHunk {
  readonly oldStart: number;
  readonly newStart: number;
  readonly lines: HunkLine[];
  oldLine: number;
  newLine: number;
  oldLeft: number;
  newLeft: number;
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;
const INDEX = /^index ([0-9a-f]{40,64})\.\.([0-9a-f]{40,64})/;
const PLUS = 0x2b;
const MINUS = 0x2d;
const SPACE = 0x20;

const openHunk = (header: string): OpenHunk | null => {
  const found = HUNK.exec(header);
  if (!found) return null;
  const [, oldStart = '0', oldCount = '1', newStart = '0', newCount = '1'] = found;
  return {
    oldStart: Number(oldStart),
    newStart: Number(newStart),
    lines: [],
    oldLine: Number(oldStart),
    newLine: Number(newStart),
    oldLeft: Number(oldCount),
    newLeft: Number(newCount),
  };
};

/** Inside a hunk the counts rule, never the look of a line. */
const take = (hunk: OpenHunk, line: Buffer): void => {
  const mark = line[0] ?? SPACE;
  const text = line.subarray(1).toString('utf8');
  if (mark === PLUS) {
    hunk.lines.push({ kind: 'add', line: hunk.newLine++, text });
    hunk.newLeft--;
  } else if (mark === MINUS) {
    hunk.lines.push({ kind: 'del', line: hunk.oldLine++, text });
    hunk.oldLeft--;
  } else if (mark === SPACE) {
    hunk.lines.push({ kind: 'context', line: hunk.newLine++, text });
    hunk.oldLine++;
    hunk.oldLeft--;
    hunk.newLeft--;
  }
  // A backslash line ("no newline at end of file") belongs to no line.
};

/**
 * Reads a patch of `git diff-index -p --full-index` from a stream of bytes and yields its sections in order.
 * Lines are split at LF only. The caller keeps the input within bounds.
 */
export async function* parsePatch(chunks: AsyncIterable<Buffer>): AsyncGenerator<PatchSection> {
  const reader = sectionReader();
  for await (const line of byteLines(chunks)) {
    const done = reader.push(line);
    if (done) yield done;
  }
  const last = reader.end();
  if (last) yield last;
}

const sectionReader = () => {
  let ids: { oldId: string; newId: string } | null = null;
  let hunks: Hunk[] = [];
  let open: OpenHunk | null = null;

  const end = (): PatchSection | null => {
    const section = ids ? { ...ids, hunks } : null;
    ids = null;
    hunks = [];
    open = null;
    return section;
  };

  const header = (line: Buffer): PatchSection | null => {
    const text = line.subarray(0, 200).toString('latin1');
    if (text.startsWith('diff --git ')) return end();
    const index = INDEX.exec(text);
    if (index) ids = { oldId: index[1] ?? '', newId: index[2] ?? '' };
    open = openHunk(text);
    if (open) hunks.push({ oldStart: open.oldStart, newStart: open.newStart, lines: open.lines });
    return null;
  };

  const push = (line: Buffer): PatchSection | null => {
    if (open && (open.oldLeft > 0 || open.newLeft > 0)) {
      take(open, line);
      return null;
    }
    return header(line);
  };

  return { push, end };
};

/** Splits a stream of bytes at LF; a last line without LF is a line. */
export async function* byteLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  for await (const chunk of chunks) {
    let start = 0;
    for (let at = chunk.indexOf(0x0a); at !== -1; at = chunk.indexOf(0x0a, start)) {
      const piece = chunk.subarray(start, at);
      yield rest.length > 0 ? Buffer.concat([...rest, piece]) : piece;
      rest = [];
      start = at + 1;
    }
    if (start < chunk.length) rest.push(chunk.subarray(start));
  }
  if (rest.length > 0) yield Buffer.concat(rest);
}
