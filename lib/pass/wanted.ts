import type { RawRecord } from '../types.ts';
import { GITLINK_MODE } from './compared.ts';

/** Blobs that are read for one change. git and the detectors together get through about ten thousand small ones a second. */
export const READ_BLOBS = 60_000;

const ABSENT_MODE = '000000';

const isBlob = (mode: string): boolean => mode !== ABSENT_MODE && mode !== GITLINK_MODE;

/** The earlier version of a file whose content did not change tells nothing. */
export const wantsOld = (record: RawRecord): boolean =>
  isBlob(record.oldMode) && (record.oldId !== record.newId || record.status === 'T');

export const wantsNew = (record: RawRecord): boolean => isBlob(record.newMode);

const versionsOf = (record: RawRecord): number => Number(wantsOld(record)) + Number(wantsNew(record));

/** Object ids that a record needs read, in order: the earlier version first. */
export const idsOf = (record: RawRecord): string[] => [
  ...(wantsOld(record) ? [record.oldId] : []),
  ...(wantsNew(record) ? [record.newId] : []),
];

/** How many versions of files are read for some records. */
export const countVersions = (records: Iterable<RawRecord>): number => {
  let count = 0;
  for (const record of records) count += versionsOf(record);
  return count;
};

const isModified = (record: RawRecord): boolean => record.status === 'M' && record.oldId !== record.newId;

/** Files with other content than before, within the cap on versions. */
export const modifiedIn = (records: readonly RawRecord[]): RawRecord[] => {
  let count = 0;
  return records.filter((record) => {
    count += versionsOf(record);
    return count <= READ_BLOBS && isModified(record);
  });
};
