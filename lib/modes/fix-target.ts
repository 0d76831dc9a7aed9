import { readBlobs } from '../git/blobs.ts';
import type { Repo } from '../git/repo.ts';
import { dataBlock, plainRow, redactedLines, rowsOf, viewOf } from '../pass/chunks.ts';
import { fileAt } from '../runtime/tools/paths.ts';
import { languageOf } from '../text/language.ts';
import { decode } from '../text/lines.ts';
import type { Finding, Hit, HunkLine } from '../types.ts';

/** Bytes of a file that is mended, and lines around the finding that the Builder is shown. */
const MOST = { bytes: 256 * 1024, around: 25 } as const;

/** A staged file that can be mended. */
export interface Target {
  readonly mode: string;
  readonly bytes: Buffer;
  readonly text: string;
}

/** The staged file; refused where it is not whole text, since what is not read back byte for byte is not written. */
export const targetOf = async (repo: Repo, path: string): Promise<Target | string> => {
  const entry = await fileAt(repo, path);
  if (typeof entry === 'string') return entry;
  for await (const { bytes } of readBlobs(repo.git, [entry.id], MOST.bytes)) {
    const text = bytes ? decode(bytes) : '';
    return bytes && Buffer.from(text).equals(bytes)
      ? { mode: entry.mode, bytes, text }
      : 'the file is too large, or no UTF-8';
  }
  return 'the file could not be read';
};

/** The lines around a finding as the Builder is shown them, the one in question marked. */
export const blockOf = ({ text }: Target, { path, line }: Finding, hits: readonly Hit[]): string => {
  const lines = text.split('\n');
  const from = Math.max(1, line - MOST.around);
  const shown: HunkLine[] = lines
    .slice(from - 1, line + MOST.around)
    .map((one, i) => ({ kind: 'context', line: from + i, text: one.replace(/\r$/, '') }));
  const view = viewOf(shown, redactedLines(hits, path));
  const rows = rowsOf(view, (one) => (one.line === line ? `>> ${one.shown}` : plainRow(one)));
  return dataBlock({ path, language: languageOf(path), scope: null }, rows).text;
};
