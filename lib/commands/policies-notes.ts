import * as v from 'valibot';
import { objectIn } from '../pass/findings.ts';
import { POLICIES } from '../specs/governing.ts';
import { excerpt } from '../text/visible.ts';
import type { Draft } from './policies-drafts.ts';

/** Notes that a model may write, and characters of each of their texts. */
export const MOST_NOTES = 2;
export const MOST_CHARACTERS = 200;

const Note = v.object({
  title: v.string(),
  require: v.string(),
  forbid: v.optional(v.string(), ''),
  files: v.array(v.string()),
});
type Note = v.InferOutput<typeof Note>;

const Answer = v.object({ notes: v.array(Note) });

/** The notes of an answer; null where it cannot be read. */
export const notesIn = (text: string): Note[] | null =>
  objectIn(text, (value) => {
    const result = v.safeParse(Answer, value);
    return result.success ? result.output.notes.slice(0, MOST_NOTES) : null;
  });

/** What reads like the path of a file. */
const PATH = /[\w.@-]+(?:\/[\w.@-]+)+|\b[\w-]+\.(?:md|json|ya?ml|toml|[cm]?[jt]sx?|py|go|rs|rb|php|java)\b/g;

/** A note is believed where it cites a file that is there, and names none that is not. */
export const isGrounded = ({ title, require, forbid, files }: Note, known: readonly string[]): boolean => {
  const named = `${title} ${require} ${forbid}`.match(PATH) ?? [];
  return files.length > 0 && [...files, ...named].every((path) => known.includes(path)) && require.trim() !== '';
};

/** One line that opens no section, fence or front matter. */
const plain = (text: string): string =>
  excerpt(
    text
      .replace(/[`#<>[\]]/g, '')
      .replace(/\s+/g, ' ')
      .replace(/^[-\s]+/, ''),
    MOST_CHARACTERS,
  ).trim();

/** The file that a note becomes. */
export const draftOf = ({ title, require, forbid, files }: Note): Draft => {
  const name = plain(title);
  const slug =
    name
      .toLowerCase()
      .match(/[a-z0-9]+/g)
      ?.slice(0, 6)
      .join('-') || 'drafted';
  const sections = [
    `# ${name}`,
    `Drafted by a model: change it or delete it. Seen in ${files.map((path) => `\`${path}\``).join(', ')}.`,
    `## Requirements\n\n- ${plain(require)}`,
    ...(plain(forbid) === '' ? [] : [`## Anti-Patterns\n\n- ${plain(forbid)}`]),
  ];
  return { path: `${POLICIES}${slug}.md`, title: name, text: `${sections.join('\n\n')}\n` };
};
