import { messageOf } from '../errors.ts';
import { type Blob, openBlobs } from '../git/blobs.ts';
import type { Repo } from '../git/repo.ts';
import type { RawRecord } from '../types.ts';
import { GITLINK_MODE, isChange, type Sides } from './compared.ts';
import { type BoundedBlobs, bounded, type LargeBlobs, linesBeyond, streamNew, streamOld, tableOf } from './large.ts';
import type { LineTable } from './line-table.ts';
import { GITLINK, heldSide, type ReadSide, streamedSide } from './sides.ts';
import { idsOf, READ_BLOBS, wantsNew, wantsOld } from './wanted.ts';

/** Largest blob whose text is held and compared line by line; larger ones are streamed. */
export const HELD_BYTES = 2 * 1024 * 1024;

/** Largest blob that is read at all; git would inflate more for longer than anyone waits. */
const READ_BYTES = 256 * 1024 * 1024;

/** Bytes of large files that are looked at in one change; about ten million a second. */
const LOOKED_AT = 64 * 1024 * 1024;

const TOO_MANY = `not read: the change holds more than ${READ_BLOBS} file versions`;

const TOO_LARGE = `only the first ${LOOKED_AT / 1024 / 1024} MiB of large files are looked at`;

const TOO_LONG = 'not compared: the earlier version has more than 3,000,000 lines';

interface Old {
  readonly side: ReadSide | null;
  readonly bytes: Buffer | null;
  /** Its lines, where it was too large to hold. */
  readonly table: LineTable | null;
}

interface New {
  readonly side: ReadSide | null;
  readonly fresh?: ReadonlySet<number>;
  readonly fault?: string;
}

/** Where versions come from, in the order of the records, and where large ones go. */
interface Source {
  /** Null beyond the cap. */
  next(): Blob | Promise<Blob> | null;
  readonly large: BoundedBlobs;
}

const readOld = async (record: RawRecord, blob: Blob, { large }: Source): Promise<Old> => {
  const { bytes } = blob;
  if (bytes) return { side: heldSide(bytes), bytes, table: null };
  if (!isChange(record)) return { side: await streamedSide(blob, () => undefined), bytes, table: null };
  return { ...(await streamOld(record, blob, large)), bytes };
};

const readNew = async (record: RawRecord, blob: Blob, old: Old, { large }: Source): Promise<New> => {
  if (old.table && !old.table.whole()) throw new Error(TOO_LONG);
  if (blob.bytes)
    return { side: heldSide(blob.bytes), ...(old.table ? { fresh: linesBeyond(old.table, blob.bytes) } : {}) };
  const table = old.table ?? (old.bytes && isChange(record) ? tableOf(old.bytes) : null);
  const side = await streamNew(record, blob, table, large);
  return large.heldBack() ? { side, fault: TOO_LARGE } : { side };
};

/** What was read of one version, or why it could not be read. */
const attempt = async <T>({ next }: Source, read: (blob: Blob) => Promise<T>): Promise<T | string> => {
  const blob = await next();
  if (!blob) return TOO_MANY;
  return blob.fault ?? read(blob).catch(messageOf);
};

/** A side of a submodule is no blob; it is known without reading. */
const known = (mode: string): ReadSide | null => (mode === GITLINK_MODE ? GITLINK : null);

const takeOld = async (record: RawRecord, source: Source): Promise<Old | string> =>
  wantsOld(record)
    ? attempt(source, (blob) => readOld(record, blob, source))
    : { side: known(record.oldMode), bytes: null, table: null };

const takeNew = async (record: RawRecord, old: Old, source: Source): Promise<New | string> =>
  wantsNew(record) ? attempt(source, (blob) => readNew(record, blob, old, source)) : { side: known(record.newMode) };

const NO_OLD: Old = { side: null, bytes: null, table: null };

const sidesOf = async (record: RawRecord, source: Source): Promise<Sides> => {
  const before = await takeOld(record, source);
  const old = typeof before === 'string' ? NO_OLD : before;
  const after = await takeNew(record, old, source);
  const { side, fresh, fault }: New = typeof after === 'string' ? { side: null, fault: after } : after;
  const faults = [
    ...(typeof before === 'string' ? [`earlier version: ${before}`] : []),
    ...(fault === undefined ? [] : [fault]),
  ];
  return {
    ...{ record, old: old.side, next: side },
    ...(fresh ? { fresh } : {}),
    ...(faults.length > 0 ? { unread: faults.join(', ') } : {}),
  };
};

/** Nobody looks at large files: they are only measured. */
const NOBODY: LargeBlobs = { piece: () => undefined, end: () => undefined };

/** Hands large files on as far as they are looked at in one change. */
export const lookedAt = (large: LargeBlobs = NOBODY): BoundedBlobs =>
  bounded(large, large === NOBODY ? Number.POSITIVE_INFINITY : LOOKED_AT);

/**
 * Both sides of each record in order, `most` versions at most; what cannot be read is named in `unread`. Nothing comes from
 * the work tree.
 */
export async function* readSides(
  repo: Repo,
  records: readonly RawRecord[],
  large: BoundedBlobs,
  most: number = READ_BLOBS,
): AsyncGenerator<Sides> {
  const ids = records.flatMap(idsOf).slice(0, most);
  const blobs = openBlobs(repo.git, ids, { held: HELD_BYTES, read: READ_BYTES });
  let left = ids.length;
  const next = (): Blob | Promise<Blob> | null => (left-- > 0 ? blobs.next() : null);
  try {
    for (const record of records) yield await sidesOf(record, { next, large });
  } finally {
    await blobs.close();
  }
}
