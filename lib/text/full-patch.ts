/** One modified file in a patch with full context: every line of both versions, in order, in the file's own bytes. */
export interface FullSection {
  readonly oldId: string;
  readonly newId: string;
  readonly bytes: Buffer;
  /** Where the first line starts in `bytes`; each has a mark before it and a line feed behind it. */
  readonly body: number;
  /** Lines of either version, as git counts them. */
  readonly oldCount: number;
  readonly newCount: number;
}

/** Where a section ends: every line of a hunk starts with its mark, and names are quoted, so that this is never content. */
const NEXT = Buffer.from('\ndiff --git ');

const HUNK_START = Buffer.from('\n@@ -');
const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;
const INDEX = /^index ([0-9a-f]{40,64})\.\.([0-9a-f]{40,64})/m;
const LF = 0x0a;

/** Cuts whole sections off; what is left belongs to the next. */
const cut = (held: Buffer, from: number): { sections: Buffer[]; rest: Buffer } => {
  const sections: Buffer[] = [];
  let start = 0;
  for (let at = held.indexOf(NEXT, from); at !== -1; at = held.indexOf(NEXT, at + 1)) {
    sections.push(held.subarray(start, at + 1));
    start = at + 1;
  }
  return { sections, rest: held.subarray(start) };
};

/**
 * Splits a patch of many files into their sections, as many at a time as have arrived. What is held is searched again only
 * once it has doubled, so that a section of many chunks costs no more than its bytes.
 */
export async function* splitSections(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer[]> {
  let rest: Buffer = Buffer.alloc(0);
  let pieces: Buffer[] = [];
  let size = 0;
  const take = (): Buffer[] => {
    const from = Math.max(0, rest.length - NEXT.length + 1);
    const found = cut(Buffer.concat([rest, ...pieces]), from);
    [rest, pieces, size] = [found.rest, [], 0];
    return found.sections;
  };
  for await (const chunk of chunks) {
    pieces.push(chunk);
    size += chunk.length;
    if (size < rest.length) continue;
    const sections = take();
    if (sections.length > 0) yield sections;
  }
  const last = [...take(), rest];
  if (rest.length > 0) yield last;
}

/**
 * What a section says of itself; null where no content changed, so that there is nothing to compare. Throws where it is not
 * of one hunk that starts at the first line: then it is no section of a patch with full context.
 */
export const readSection = (bytes: Buffer): FullSection | null => {
  const hunk = bytes.indexOf(HUNK_START);
  const header = bytes.toString('latin1', 0, hunk === -1 ? bytes.length : hunk + 1);
  const ids = INDEX.exec(header);
  if (!ids) return null;
  const body = hunk === -1 ? -1 : bytes.indexOf(LF, hunk + 1) + 1;
  const counts = body > 0 ? HUNK.exec(bytes.toString('latin1', hunk + 1, Math.min(body, hunk + 80))) : null;
  if (!counts) throw new Error('a section of the patch has no hunk');
  const [, oldCount = '1', newCount = '1'] = counts;
  return {
    oldId: ids[1] ?? '',
    newId: ids[2] ?? '',
    ...{ bytes, body, oldCount: Number(oldCount), newCount: Number(newCount) },
  };
};
