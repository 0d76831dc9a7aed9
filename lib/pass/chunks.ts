import { estimateTokens } from '../text/tokens.ts';
import type { Hit, HunkLine, Line, StagedFile } from '../types.ts';
import { fence, LEFT_OUT, shownLine } from './fence.ts';
import { cutHunks } from './pieces.ts';

/** A line of a chunk, and the form in which the model sees it: cut to size, secrets taken out, nothing that it would obey. */
export interface ViewLine extends HunkLine {
  readonly shown: string;
}

/** A part of the change that one question is about: its lines as the model sees them, added ones tagged L1, L2, … */
export interface Chunk {
  readonly path: string;
  readonly language: string | null;
  /** The declaration that encloses the change. */
  readonly scope: string | null;
  /** Marks begin and end of the data; derived from the content, so the content cannot hold it. */
  readonly nonce: string;
  /** Tag of each added line, and the line as it stands in the staged file. */
  readonly tags: ReadonlyMap<string, Line>;
  readonly view: readonly ViewLine[];
  readonly removed: readonly Line[];
  /** The block between the markers, markers included. */
  readonly text: string;
  readonly tokens: number;
}

type Place = Pick<Chunk, 'path' | 'language' | 'scope'>;

/** The block of data that a model is shown: where it is from, then rows between two markers that they cannot hold. */
export const dataBlock = (place: Place, rows: readonly string[]): { nonce: string; text: string } => {
  const scope = place.scope ? `  IN ${shownLine(place.scope.trim())}` : '';
  return fence(`FILE ${shownLine(place.path)}  LANGUAGE ${place.language ?? 'unknown'}${scope}`, rows, 'CHANGE');
};

/**
 * Rows of lines, each worded by `row`; a row of its own stands for lines between two that are not shown. Removed lines are
 * numbered by the old file and leave no gap.
 */
export const rowsOf = (view: readonly ViewLine[], row: (line: ViewLine) => string): string[] => {
  let last: number | null = null;
  return view.flatMap((line) => {
    if (line.kind === 'del') return [row(line)];
    const gap = last !== null && line.line > last + 1;
    last = line.line;
    return gap ? [`^   ${LEFT_OUT}`, row(line)] : [row(line)];
  });
};

/** The row of a line that cannot be reported: removed, or context. */
export const plainRow = ({ kind, shown }: ViewLine): string => (kind === 'del' ? `^-  ${shown}` : `^   ${shown}`);

/** A chunk of the given lines. */
export const chunkOf = (place: Place, view: readonly ViewLine[]): Chunk => {
  const tags = new Map<string, Line>();
  const rows = rowsOf(view, (line) => {
    if (line.kind !== 'add') return plainRow(line);
    const tag = `L${tags.size + 1}`;
    tags.set(tag, { line: line.line, text: line.text });
    return `${tag}+ ${line.shown}`;
  });
  const { nonce, text } = dataBlock(place, rows);
  const removed = view.filter(({ kind }) => kind === 'del').map(({ line, text: old }) => ({ line, text: old }));
  const { path, language, scope } = place;
  return { path, language, scope, nonce, tags, view, removed, text, tokens: estimateTokens(text) };
};

/** Lines as they are shown; `redacted` holds what to show instead of those that carry a secret. */
export const viewOf = (lines: readonly HunkLine[], redacted: ReadonlyMap<number, string>): ViewLine[] =>
  lines.map((line) => {
    const instead = line.kind === 'del' ? undefined : redacted.get(line.line);
    return { ...line, shown: shownLine(instead ?? line.text) };
  });

/** What to show instead of the lines of a file in which a detector found a secret. */
export const redactedLines = (hits: readonly Hit[], path: string): ReadonlyMap<number, string> =>
  new Map(hits.filter((hit) => hit.path === path && hit.quote.includes('…')).map((hit) => [hit.line, hit.quote]));

/** Cuts a file's change into chunks of at most `lines` added lines. */
export const chunksOf = (file: StagedFile, lines: number, redacted: ReadonlyMap<number, string>): Chunk[] =>
  cutHunks(file, lines).map((piece) =>
    chunkOf({ path: file.path, language: file.language, scope: piece.scope }, viewOf(piece.lines, redacted)),
  );
