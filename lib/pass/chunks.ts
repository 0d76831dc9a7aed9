import { once } from '../text/once.ts';
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

const tagsOf = (lines: readonly HunkLine[]): ReadonlyMap<string, Line> =>
  new Map(
    lines.filter(({ kind }) => kind === 'add').map(({ line, text }, i) => [`L${i + 1}`, { line, text }] as const),
  );

const taggedRows = (view: readonly ViewLine[]): string[] => {
  let tag = 0;
  return rowsOf(view, (line) => (line.kind === 'add' ? `L${++tag}+ ${line.shown}` : plainRow(line)));
};

interface Source {
  readonly part: readonly HunkLine[];
  readonly view: () => readonly ViewLine[];
  readonly scope: () => string | null;
}

/** A chunk of which nothing is made before it is asked for but its tags: few of the chunks of a large change are shown to anyone. */
const chunkFrom = ({ path, language }: Omit<Place, 'scope'>, { part, ...source }: Source): Chunk => {
  const [view, scope] = [once(source.view), once(source.scope)];
  const block = once(() => dataBlock({ path, language, scope: scope() }, taggedRows(view())));
  const tokens = once(() => estimateTokens(block().text));
  return {
    ...{ path, language, tags: tagsOf(part) },
    removed: part.filter(({ kind }) => kind === 'del').map(({ line, text }) => ({ line, text })),
    get scope() {
      return scope();
    },
    get view() {
      return view();
    },
    get nonce() {
      return block().nonce;
    },
    get text() {
      return block().text;
    },
    get tokens() {
      return tokens();
    },
  };
};

/** A chunk of the given lines. */
export const chunkOf = (place: Place, view: readonly ViewLine[]): Chunk =>
  chunkFrom(place, { part: view, view: () => view, scope: () => place.scope });

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
  cutHunks(file, lines).map(({ part, scope, lines: all }) =>
    chunkFrom(file, { part, scope, view: () => viewOf(all(), redacted) }),
  );
