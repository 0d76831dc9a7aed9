import { redactedLines } from '../../pass/chunks.ts';
import { shownLine } from '../../pass/fence.ts';
import { recordsIn } from './records.ts';
import { type Ground, refused, type Tool } from './tool.ts';

/** Places that one call lists, and characters of a line that are looked at. */
const MOST = { places: 40, line: 2000 } as const;

const ARGS = ['grep', '--cached', '-n', '-z', '-I', '--full-name', '--fixed-strings', '--no-textconv', '--no-color'];

interface Place {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** A place as `git grep -n -z` prints it: path, NUL, line number, NUL, text. */
const placeOf = (record: string): Place[] => {
  const [path, line, text] = record.slice(0, MOST.line).split('\0');
  return path && line && text !== undefined ? [{ path, line: Number(line), text }] : [];
};

/** Places, one more than is listed where there are more. git grep looks at plain files alone; exit 1 says that there is none. */
const found = async ({ repo }: Ground, text: string): Promise<Place[]> => {
  const places: Place[] = [];
  for await (const record of recordsIn(repo.git.stream([...ARGS, '-e', text, '--'], { accept: [0, 1] }), '\n')) {
    places.push(...placeOf(record));
    if (places.length > MOST.places) break;
  }
  return places;
};

/** Places where a text stands, by file and line. */
export const search: Tool = {
  about: 'Places where a text stands in the repository, by file and line; no patterns.',
  args: { text: 'text' },
  run: async (args, ground) => {
    const text = args.text('text');
    if (text.trim().length < 2 || /[\n\r\0]/.test(text)) return refused('give one line of at least two characters');
    const places = await found(ground, text);
    if (places.length === 0) return refused('it stands nowhere');
    const rows = places.slice(0, MOST.places).map((one) => {
      const shown = redactedLines(ground.inspection.hits, one.path).get(one.line) ?? one.text;
      return `${shownLine(one.path)}:${one.line}: ${shownLine(shown.trim())}`;
    });
    const more = places.length > MOST.places ? `, the first ${MOST.places}` : '';
    return { ok: true, head: `PLACES WITH ${shownLine(text)}${more}`, rows };
  },
};
