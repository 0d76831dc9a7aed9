import { splitLines } from '../text/lines.ts';
import type { ExampleFile, Line, RawRecord, StagedFile, Status } from '../types.ts';
import { classify, kindOf, type Side } from './classify.ts';

const numbered = (text: string): Line[] => splitLines(text).map((line, i) => ({ line: i + 1, text: line }));

/** Lines beyond those that the other side holds as often. */
const beyond = (lines: readonly Line[], other: readonly Line[]): Line[] => {
  const left = new Map<string, number>();
  for (const { text } of other) left.set(text, (left.get(text) ?? 0) + 1);
  return lines.filter(({ text }) => {
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count <= 0;
  });
};

const contentOf = ({ text, repeat = 1, deleted }: ExampleFile): string =>
  deleted ? '' : Array.from({ length: repeat }, () => text).join('\n');

/** What stands for the object id of a file of an example: equal for equal contents. */
export const idOf = (file: ExampleFile | undefined): string =>
  file && !file.deleted ? `${file.size ?? ''}:${contentOf(file)}` : '';

const statusOf = (file: ExampleFile, old: ExampleFile | undefined): Status => {
  if (file.deleted) return 'D';
  return old ? 'M' : 'A';
};

const recordOf = (file: ExampleFile, old: ExampleFile | undefined): RawRecord => ({
  status: statusOf(file, old),
  oldMode: old ? (old.mode ?? '100644') : '000000',
  newMode: file.deleted ? '000000' : (file.mode ?? '100644'),
  oldId: idOf(old),
  newId: idOf(file),
  path: file.path,
});

const sideOf = ({ size, binary = false }: ExampleFile, text: string): Side => ({
  size: size ?? Buffer.byteLength(text),
  lines: splitLines(text).length,
  longest: Math.max(0, ...text.split('\n').map(({ length }) => length)),
  binary,
  head: text.slice(0, 8000),
});

/** A file of an example as the pipeline has a staged file, on top of what the example's base holds. */
export const stagedOf = (file: ExampleFile, base: readonly ExampleFile[]): StagedFile => {
  const old = base.find(({ path }) => path === file.path);
  const record = recordOf(file, old);
  const text = contentOf(file);
  const side = sideOf(file, text);
  const [next, before] = [numbered(text), numbered(old ? contentOf(old) : '')];
  const [addedLines, removedLines] = [beyond(next, before), beyond(before, next)];
  return {
    ...record,
    kind: kindOf(record),
    binary: side.binary,
    language: file.language,
    review: classify(record, side),
    size: side.size,
    added: addedLines.length,
    deleted: removedLines.length,
    text: side.binary || file.deleted ? null : text,
    addedLines,
    removedLines,
    hunks: [],
  };
};
