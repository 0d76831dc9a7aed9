import type { IndexFiles } from '../git/index-files.ts';
import { languageOf } from '../text/language.ts';
import type { DiffFile } from '../text/unified.ts';
import type { Hit, HunkLine, RawRecord, RuleHeader, StagedFile } from '../types.ts';
import { classify, kindOf } from './classify.ts';
import { pick } from './compared.ts';
import { heldSide } from './sides.ts';

/** Files that are known from a diff, and what is known of the repository with them. */
export interface Given {
  readonly files: readonly StagedFile[];
  readonly index: IndexFiles;
}

/** Stand for the contents of the two sides: a diff names them by a few digits of their ids, or not at all. */
const IDS = { nothing: '0'.repeat(40), old: '1'.repeat(40), next: '2'.repeat(40) } as const;

const NOT_SHOWN = 'the diff does not show its content (`git diff --text` does)';

const recordOf = ({ path, oldPath, status, oldMode, newMode, hunks, isHidden }: DiffFile): RawRecord => {
  const isSame = (status === 'M' || status === 'R') && hunks.length === 0 && !isHidden;
  const next = isSame ? IDS.old : IDS.next;
  return {
    ...{ status, oldMode, newMode, path },
    oldId: status === 'A' ? IDS.nothing : IDS.old,
    newId: status === 'D' ? IDS.nothing : next,
    ...(oldPath === undefined ? {} : { oldPath }),
  };
};

/** Lines of the new file by number; what no hunk shows is empty. */
const postImage = (lines: readonly HunkLine[]): string => {
  const post: string[] = [];
  for (const { kind, line, text } of lines) if (kind !== 'del') post[line - 1] = text;
  return post.length === 0 ? '' : `${Array.from(post, (text) => text ?? '').join('\n')}\n`;
};

const isWhole = ({ status }: DiffFile): boolean => status === 'A' || status === 'T' || status === 'D';

/** A file as a diff shows it. Of one that only changed in places, nothing but the lines of the hunks is known. */
export const fileOfDiff = (diff: DiffFile): StagedFile => {
  const record = recordOf(diff);
  const hunks = diff.hunks;
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const text = postImage(lines);
  const side = heldSide(Buffer.from(text));
  const kind = kindOf(record);
  const [addedLines, removedLines] = [pick(hunks, 'add'), pick(hunks, 'del')];
  return {
    ...record,
    kind,
    binary: diff.isHidden,
    language: languageOf(diff.path),
    review: diff.isHidden ? 'binary' : classify(record, side),
    size: isWhole(diff) && !diff.isHidden ? side.size : null,
    added: diff.isHidden ? null : addedLines.length,
    deleted: diff.isHidden ? null : removedLines.length,
    text: kind === 'file' && diff.status !== 'D' && !diff.isHidden ? text : null,
    ...{ addedLines, removedLines, hunks },
    ...(isWhole(diff)
      ? {}
      : { shownLines: new Set(lines.flatMap(({ kind: of, line }) => (of === 'del' ? [] : [line]))) }),
    ...(diff.isHidden ? { unread: NOT_SHOWN } : {}),
  };
};

/**
 * Scans hunk by hunk what is known by its hunks alone: a comment or a string that begins in one and ends where nothing is
 * shown must not swallow the next.
 */
export const byHunk =
  (scan: (file: StagedFile) => Hit[]) =>
  (file: StagedFile): Hit[] => {
    if (!file.shownLines) return scan(file);
    return file.hunks.flatMap((hunk) => {
      const before = (hunk.lines.find(({ kind }) => kind !== 'del')?.line ?? 1) - 1;
      const lines = hunk.lines.map((line) => ({ ...line, line: line.line - before }));
      const part = { ...file, text: postImage(lines), addedLines: pick([{ ...hunk, lines }], 'add') };
      return scan(part).map((hit) => ({ ...hit, line: hit.line + before, endLine: hit.endLine + before }));
    });
  };

const isBelow = (path: string, place: string): boolean =>
  path === place || path.startsWith(`${place.replace(/\/$/, '')}/`);

/** The index as it would be with the diff in it, as far as the diff tells. */
export const withDiff = (index: IndexFiles, files: readonly StagedFile[]): IndexFiles => {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const gone = new Set(files.flatMap(({ oldPath }) => oldPath ?? []));
  const holds = (word: string, { text }: StagedFile): boolean =>
    (text ?? '').split(/[^\w$]+/).includes(word) || (/\W/.test(word) && (text ?? '').includes(word));
  return {
    tracked: async (path) => {
      const file = byPath.get(path);
      return file ? file.status !== 'D' : !gone.has(path) && index.tracked(path);
    },
    read: async (path) => {
      const file = byPath.get(path);
      if (!file) return gone.has(path) ? null : index.read(path);
      return file.shownLines ? null : file.text;
    },
    mentions: async (word, paths) =>
      files.some((file) => paths.some((place) => isBelow(file.path, place)) && holds(word, file)) ||
      index.mentions(word, paths),
    sizes: index.sizes,
  };
};

/** Whether a rule looks at more than the lines that a change adds. */
const looksFurther = ({ detect, class: kind }: RuleHeader): boolean =>
  kind === 'M' ||
  detect.some(
    (one) =>
      'check' in one || one.span === 'file' || Boolean(one.near ?? one.notNear ?? one.within ?? one.unlessArguments),
  );

/** What is to be said of a review by hunks: which rules saw less than they are made for. Nothing where every file is whole. */
export const partialNotes = (files: readonly StagedFile[], rules: readonly RuleHeader[]): string[] => {
  const partial = files.filter(({ shownLines, review }) => shownLines && review === 'yes');
  const languages = new Set(partial.map(({ language }) => language));
  const concerned = rules.filter(
    (rule) => looksFurther(rule) && (rule.languages.length === 0 || rule.languages.some((one) => languages.has(one))),
  );
  const [first, second] = concerned.map(({ id }) => id);
  if (partial.length === 0 || first === undefined) return [];
  const names = [first, ...(second ? [second] : []), ...(concerned.length > 2 ? ['…'] : [])].join(', ');
  const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;
  return [
    `from a diff: of ${count(partial.length, 'file')} only the hunks are known; ${count(concerned.length, 'rule')} that could look further saw no more (${names})`,
  ];
};
