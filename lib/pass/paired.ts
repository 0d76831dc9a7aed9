import { hunksIn } from '../text/full-hunks.ts';
import { imageOf, laterText, linesIn, MINUS, PLUS } from '../text/full-lines.ts';
import type { FullSection } from '../text/full-patch.ts';
import type { Hunk, RawRecord } from '../types.ts';
import { GITLINK_MODE, type Sides } from './compared.ts';
import { GITLINK, heldSide, measuredSide, type ReadSide } from './sides.ts';

/** One file as read, and its hunks where they are known already. */
export interface Entry {
  readonly sides: Sides;
  readonly hunks?: readonly Hunk[];
}

/** A byte of binary content, and one of either mark of UTF-16. Without them a file is text on both sides. */
const ODD_BYTES = [0x00, 0xfe] as const;

/** The earlier version of a file whose hunks are known: nothing more is asked of it than that it can be compared. */
const COMPARED: ReadSide = heldSide(Buffer.alloc(0));

const isPlain = ({ bytes, body }: FullSection): boolean => ODD_BYTES.every((byte) => bytes.indexOf(byte, body) === -1);

/** Takes files apart that git delivers as pairs. One buffer serves all of them: what is made of a file holds none of it. */
export const pairReader = () => {
  let buffer = Buffer.alloc(0);

  const take = (record: RawRecord, section: FullSection): Entry => {
    if (record.newMode === GITLINK_MODE) return { sides: { record, old: GITLINK, next: GITLINK } };
    const lines = linesIn(section);
    const hunks = hunksIn(section.bytes, lines);
    if (isPlain(section)) {
      const next = measuredSide(laterText(section, lines), { ...lines, lines: section.newCount });
      return { sides: { record, old: COMPARED, next }, hunks };
    }
    if (buffer.length < section.bytes.length) buffer = Buffer.allocUnsafe(2 * section.bytes.length);
    const old = heldSide(imageOf(section, PLUS, buffer));
    const next = heldSide(imageOf(section, MINUS, buffer));
    return { sides: { record, old, next }, ...(old.comparable && next.comparable ? { hunks } : {}) };
  };

  /** Null where there is no section, or where it is not what git prints. */
  return (record: RawRecord, section: FullSection | null): Entry | null => {
    try {
      return section && take(record, section);
    } catch {
      return null;
    }
  };
};
