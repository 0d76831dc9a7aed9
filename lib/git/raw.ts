import { isUtf8 } from 'node:buffer';
import { UnreadError } from '../errors.ts';
import type { RawRecord, Status } from '../types.ts';

const STATUSES = 'AMDRTU';
const NUL = 0;

const nameOf = (bytes: Buffer): { path: string; pathHex?: string } =>
  isUtf8(bytes) ? { path: bytes.toString('utf8') } : { path: bytes.toString('utf8'), pathHex: bytes.toString('hex') };

const statusOf = (letter: string): Status => {
  if (letter === 'C') return 'A';
  if (STATUSES.includes(letter)) return letter as Status;
  throw new UnreadError(`git reported the unknown status ${JSON.stringify(letter)}`, 'Please report this.');
};

const BROKE_OFF = 'git broke off in the middle of the list of staged files';

/** NUL-terminated fields, one after the other; null at the end. */
const fieldsOf = (bytes: Buffer): (() => Buffer | null) => {
  let at = 0;
  return () => {
    if (at >= bytes.length) return null;
    const end = bytes.indexOf(NUL, at);
    if (end === -1) throw new UnreadError(BROKE_OFF);
    const value = bytes.subarray(at, end);
    at = end + 1;
    return value;
  };
};

const HEAD = /^:\d{6} \d{6} [0-9a-f]{40,64} [0-9a-f]{40,64} [A-Z]\d*$/;

const nextName = (field: () => Buffer | null): { path: string; pathHex?: string } => {
  const bytes = field();
  if (!bytes) throw new UnreadError(BROKE_OFF);
  return nameOf(bytes);
};

/** One string for equal values: modes and the id of nothing recur a hundred thousand times. */
const interning = (): ((value: string) => string) => {
  const known = new Map<string, string>();
  return (value) => {
    const first = known.get(value);
    if (first !== undefined) return first;
    if (known.size < 100) known.set(value, value);
    return value;
  };
};

/** Fields of `:MODE MODE ID ID LETTER`, by place: strings cut out of a longer one would keep it in memory. */
const parseHead = (bytes: Buffer) => {
  if (!HEAD.test(bytes.toString('latin1')))
    throw new UnreadError(`git printed an unexpected record: ${JSON.stringify(bytes.toString('latin1', 0, 80))}`);
  const size = bytes.indexOf(' ', 15) - 15;
  const at = (from: number, to: number): string => bytes.toString('latin1', from, to);
  const [oldMode, newMode] = [at(1, 7), at(8, 14)];
  const [oldId, newId] = [at(15, 15 + size), at(16 + size, 16 + 2 * size)];
  return { oldMode, newMode, oldId, newId, letter: at(17 + 2 * size, 18 + 2 * size) };
};

type Head = ReturnType<typeof parseHead>;

/** Field by field: a spread costs ten times as much, and there may be a hundred thousand records. */
const makeRecord = (head: Head, same: (value: string) => string, field: () => Buffer | null): RawRecord => {
  const first = nextName(field);
  const { path, pathHex } = head.letter === 'R' || head.letter === 'C' ? nextName(field) : first;
  const record: RawRecord = {
    status: statusOf(head.letter),
    oldMode: same(head.oldMode),
    newMode: same(head.newMode),
    oldId: same(head.oldId),
    newId: same(head.newId),
    path,
  };
  if (pathHex === undefined && head.letter !== 'R') return record;
  return {
    ...record,
    ...(pathHex === undefined ? {} : { pathHex }),
    ...(head.letter === 'R' ? { oldPath: first.path } : {}),
  };
};

/**
 * Reads `diff-index --raw -z --no-abbrev`. Names are split at NUL as bytes. Throws UnreadError on anything unexpected:
 * a manifest that is half understood is no manifest.
 */
export const parseRaw = (bytes: Buffer): RawRecord[] => {
  const records: RawRecord[] = [];
  const field = fieldsOf(bytes);
  const same = interning();
  for (let head = field(); head; head = field()) records.push(makeRecord(parseHead(head), same, field));
  return records;
};
