import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { indexFiles } from '../git/index-files.ts';
import type { Repo } from '../git/repo.ts';
import { dataBlock } from '../pass/chunks.ts';
import { objectIn } from '../pass/findings.ts';
import { compose } from '../pass/prompt.ts';
import { readRole } from '../specs/agents.ts';
import { defang } from '../text/defang.ts';
import type { Question } from '../types.ts';
import type { Facts } from './policies-facts.ts';

/** Characters of a text of the model. */
export const MOST_TEXT = 200;

/** Documents and characters of each that the model is shown, notes that it may write, and tokens of its answer. */
const MOST = { documents: 3, excerpt: 1200, notes: 2, tokens: 600 } as const;

const short = v.pipe(v.string(), v.maxLength(MOST_TEXT));

const Note = v.object({
  title: v.string(),
  require: v.string(),
  forbid: v.optional(v.string(), ''),
  files: v.array(v.string()),
});

/** A convention as the model words it; nothing in it is believed before it is held against the files. */
export type Note = v.InferOutput<typeof Note>;

const schemaFor = (files: readonly string[]): object => {
  const note = v.strictObject({
    title: short,
    require: short,
    forbid: short,
    files: v.pipe(v.array(v.picklist(files)), v.maxLength(MOST.notes)),
  });
  const { $schema: _, ...schema } = toJsonSchema(
    v.strictObject({ notes: v.pipe(v.array(note), v.maxLength(MOST.notes)) }),
  );
  return schema;
};

/** Files that the model is told of, and may cite. */
export const citable = ({ manifests, ci, documents, tools, entries }: Facts): string[] =>
  [...new Set([...documents, ...manifests, ...tools, ...ci, ...entries])].slice(0, 40);

const rowsFor = async (repo: Repo, facts: Facts): Promise<string[]> => {
  const read = indexFiles(repo).read;
  const shown = facts.documents.slice(0, MOST.documents);
  const texts = await Promise.all(shown.map(async (path) => ({ path, text: (await read(path)) ?? '' })));
  return [
    ...citable(facts).map((path) => `FILE ${path}`),
    ...(facts.scripts.length > 0 ? [`SCRIPTS ${facts.scripts.join(', ')}`] : []),
    ...texts.flatMap(({ path, text }) => [`BEGINNING OF ${path}`, ...text.slice(0, MOST.excerpt).split('\n')]),
  ].map(defang);
};

/** The one question, exactly as it is sent. Throws SpecError, GitError. */
export const questionFor = async (repo: Repo, facts: Facts): Promise<Question> => {
  const { text } = dataBlock({ path: '.', language: null, scope: null }, await rowsFor(repo, facts));
  return {
    messages: compose(readRole('drafter'), new Map([['facts', text]])),
    schema: schemaFor(citable(facts)),
    maxTokens: MOST.tokens,
  };
};

const Answer = v.object({ notes: v.array(Note) });

/** Reads the answer. Null where it is none. */
export const notesIn = (text: string): Note[] | null =>
  objectIn(text, (value) => {
    const result = v.safeParse(Answer, value);
    return result.success ? result.output.notes.slice(0, MOST.notes) : null;
  });
