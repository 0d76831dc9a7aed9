import { readBlobs } from '../../git/blobs.ts';
import { redactedLines } from '../../pass/chunks.ts';
import { shownLine } from '../../pass/fence.ts';
import { decode, looksTextual, splitLines } from '../../text/lines.ts';
import { fileAt } from './paths.ts';
import { type Ground, refused, type Tool } from './tool.ts';

/** Lines that one call shows, and bytes of a file that is read at all. */
const MOST = { lines: 120, bytes: 256 * 1024 } as const;

const textOf = async ({ repo }: Ground, id: string): Promise<string | null> => {
  for await (const { bytes } of readBlobs(repo.git, [id], MOST.bytes))
    return bytes && looksTextual(bytes) ? decode(bytes) : null;
  return null;
};

/** Lines of one file, numbered. Secrets that a detector found in the change stay unreadable. */
export const readFile: Tool = {
  about: `Lines of a file, at most ${MOST.lines} at a time, from line "from" to line "to".`,
  args: { path: 'text', from: 'number', to: 'number' },
  run: async (args, ground) => {
    const entry = await fileAt(ground.repo, args.text('path'));
    if (typeof entry === 'string') return refused(entry);
    const text = await textOf(ground, entry.id);
    if (text === null) return refused(`that is no text, or larger than ${MOST.bytes / 1024} KiB`);
    const lines = splitLines(text);
    const from = Math.max(1, args.number('from'));
    const to = Math.min(args.number('to') || lines.length, from + MOST.lines - 1, lines.length);
    if (from > lines.length) return refused(`the file has ${lines.length} lines`);
    const instead = redactedLines(ground.inspection.hits, entry.path);
    const rows = lines.slice(from - 1, to).map((line, i) => `${from + i}: ${shownLine(instead.get(from + i) ?? line)}`);
    return { ok: true, head: `FILE ${shownLine(entry.path)} LINES ${from} to ${to} of ${lines.length}`, rows };
  },
};
