import { languageOf } from '../text/language.ts';
import type { Hunk, StagedFile } from '../types.ts';
import { classify, kindOf } from './classify.ts';
import { compare, isBinaryChange, isChange, type Sides } from './compared.ts';

/** True where git's own line comparison is asked: both sides held, text, and different. */
export const compares = ({ record, old, next }: Sides): boolean =>
  isChange(record) && record.oldId !== record.newId && Boolean(old?.comparable && next?.comparable);

/** What only some files have. */
const extras = ({ record, unread }: Sides): Pick<StagedFile, 'oldPath' | 'pathHex' | 'unread'> | null => {
  const { oldPath, pathHex } = record;
  if (oldPath === undefined && pathHex === undefined && unread === undefined) return null;
  return {
    ...(oldPath === undefined ? {} : { oldPath }),
    ...(pathHex === undefined ? {} : { pathHex }),
    ...(unread === undefined ? {} : { unread }),
  };
};

/**
 * Everything that is known of one file, put together. `known` are its hunks where git compared it. `room` is asked whether
 * hunks of a new file can be held; where it says no, or where git did not compare what it should have, the model is not
 * shown the file.
 */
export const assemble = (sides: Sides, known: readonly Hunk[] | undefined, room: () => boolean): StagedFile => {
  const { record, next } = sides;
  const review = classify(record, next);
  const compared = compare(sides, known, review === 'yes' && room());
  const kind = kindOf(record);
  // Field by field: a spread that adds so many costs thirty times as much, and there may be a hundred thousand files.
  const file: StagedFile = {
    status: record.status,
    oldMode: record.oldMode,
    newMode: record.newMode,
    oldId: record.oldId,
    newId: record.newId,
    path: record.path,
    kind,
    binary: isBinaryChange(sides),
    language: languageOf(record.path),
    review: review === 'yes' && compares(sides) && !known ? 'too-large' : review,
    size: next?.size ?? null,
    added: compared.added,
    deleted: compared.deleted,
    text: kind === 'file' && next ? next.text : null,
    addedLines: compared.addedLines,
    removedLines: compared.removedLines,
    hunks: compared.hunks,
  };
  const more = extras(sides);
  return more ? { ...file, ...more } : file;
};
