import { isTestPath } from '../../text/language.ts';
import type { Line, StagedFile } from '../../types.ts';
import type { Change, ChangeFound } from './kinds.ts';

/** Files through which others use a package; what an inner module exports is the package's own affair. */
const ENTRY =
  /(?:^|\/)(?:index|main|mod|api|public[-_]api|exports)\.[cm]?[jt]sx?$|(?:^|\/)src\/lib\.rs$|(?:^|\/)__init__\.py$/;

const INNER_GO = /(?:^|\/)(?:internal|cmd)\/|(?:^|\/)main\.go$/;

const DECLARATION: readonly RegExp[] = [
  /^\s*export\s+(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:function\*?|const|let|var|class|interface|type|enum|namespace)\s+(\w+)/,
  /^\s*pub\s+(?:(?:async|const|unsafe)\s+)*(?:fn|struct|enum|trait|const|static|mod|type)\s+(\w+)/,
  /^func\s+(?:\([^)]*\)\s*)?([A-Z]\w*)\s*[([]/,
  /^type\s+([A-Z]\w*)\s/,
];

const LIST =
  /^\s*(?:export\s+(?:type\s+)?\{([^}]*)\}|from\s+\.[\w.]*\s+import\s+([\w\s,]+)$|pub\s+use\s+[\w:]+::\{?([\w\s,]+)\}?;)/;

const namesIn = ({ text }: Line): string[] => {
  const declared = DECLARATION.map((pattern) => pattern.exec(text)?.[1]).find(Boolean);
  if (declared) return [declared];
  const list = LIST.exec(text);
  const names = (list?.[1] ?? list?.[2] ?? list?.[3] ?? '').split(',');
  return names
    .map(
      (name) =>
        name
          .trim()
          .split(/\s+as\s+/)
          .at(-1) ?? '',
    )
    .filter((name) => /^\w+$/.test(name));
};

const isEntry = ({ path, language }: StagedFile): boolean =>
  !isTestPath(path) && (ENTRY.test(path) || (language === 'go' && !INNER_GO.test(path)));

const wordsAdded = (files: readonly StagedFile[]): ReadonlySet<string> =>
  new Set(files.flatMap(({ addedLines }) => addedLines.flatMap(({ text }) => text.match(/\w+/g) ?? [])));

/** Names that are told one by one where a whole entry point goes. */
const MOST_NAMES = 5;

/** A file that goes takes all its names: that is one thing to be told, not a hundred. */
const asOne = (file: StagedFile, found: readonly Gone[]): ChangeFound[] => {
  const [first] = found;
  if (!first) return [];
  const names = found.flatMap((one) => one.gone);
  const more = names.length > MOST_NAMES ? `, and ${names.length - MOST_NAMES} more` : '';
  const note = `the file goes, and with it ${names.slice(0, MOST_NAMES).join(', ')}${more}`;
  return [{ path: file.path, line: first.line, quote: first.quote, note }];
};

interface Gone {
  readonly line: number;
  readonly quote: string;
  readonly gone: readonly string[];
}

/** Finds names that an entry point exported and that nothing in the change brings back; the line is that of the old file. */
export const exportRemoved = ({ files }: Change): ChangeFound[] => {
  const entries = files.filter((file) => isEntry(file) && file.removedLines.some((line) => namesIn(line).length > 0));
  if (entries.length === 0) return [];
  const present = wordsAdded(files);
  return entries.flatMap((file) => {
    const found = file.removedLines
      .map((line) => ({ line: line.line, quote: line.text, gone: namesIn(line).filter((name) => !present.has(name)) }))
      .filter(({ gone }) => gone.length > 0);
    if (file.status === 'D') return asOne(file, found);
    return found.map(({ line, quote, gone }) => {
      const note = `${gone.join(', ')} ${gone.length === 1 ? 'is' : 'are'} no longer exported`;
      return { path: file.path, line, quote, note };
    });
  });
};
