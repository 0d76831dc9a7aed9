import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import type { Config } from '../config/config.ts';
import { ModelError } from '../errors.ts';
import { indexFiles } from '../git/index-files.ts';
import type { Repo } from '../git/repo.ts';
import { modelSettings } from '../models/settings.ts';
import { dataBlock } from '../pass/chunks.ts';
import { objectIn } from '../pass/findings.ts';
import { compose } from '../pass/prompt.ts';
import { wayTo } from '../reach.ts';
import { readRole } from '../specs/agents.ts';
import { POLICIES } from '../specs/governing.ts';
import { defang } from '../text/defang.ts';
import { excerpt } from '../text/visible.ts';
import type { Question } from '../types.ts';
import type { Draft } from './policies-drafts.ts';
import type { Facts } from './policies-facts.ts';

/** Documents and characters of each that the model is shown, notes that it may write, and tokens of its answer. */
const MOST = { documents: 3, excerpt: 1200, notes: 2, tokens: 600, text: 200 } as const;

const short = v.pipe(v.string(), v.maxLength(MOST.text));

const Note = v.object({
  title: v.string(),
  require: v.string(),
  forbid: v.optional(v.string(), ''),
  files: v.array(v.string()),
});
type Note = v.InferOutput<typeof Note>;

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
const citable = ({ manifests, ci, documents, tools, entries }: Facts): string[] =>
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
const questionFor = async (repo: Repo, facts: Facts): Promise<Question> => {
  const { text } = dataBlock({ path: '.', language: null, scope: null }, await rowsFor(repo, facts));
  return {
    messages: compose(readRole('drafter'), new Map([['facts', text]])),
    schema: schemaFor(citable(facts)),
    maxTokens: MOST.tokens,
  };
};

const Answer = v.object({ notes: v.array(Note) });

const notesIn = (text: string): Note[] | null =>
  objectIn(text, (value) => {
    const result = v.safeParse(Answer, value);
    return result.success ? result.output.notes.slice(0, MOST.notes) : null;
  });

/** What reads like the path of a file. */
const PATH = /[\w.@-]+(?:\/[\w.@-]+)+|\b[\w-]+\.(?:md|json|ya?ml|toml|[cm]?[jt]sx?|py|go|rs|rb|php|java)\b/g;

/** A note is believed where it cites a file that is there, and names none that is not. */
const isGrounded = ({ title, require, forbid, files }: Note, known: readonly string[]): boolean => {
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
    MOST.text,
  ).trim();

const draftOf = ({ title, require, forbid, files }: Note): Draft => {
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

/** What a model proposes, and how many of its notes cite what is not there. */
export interface Proposal {
  readonly drafts: readonly Draft[];
  readonly left: number;
}

/**
 * Asks the model that a review would ask, once, for conventions that the repository shows; every note is held against the
 * files that are tracked. Throws ModelError, ConfigError, GitError.
 */
export const proposeNotes = async (
  repo: Repo,
  facts: Facts,
  config: Config,
  env: NodeJS.ProcessEnv,
): Promise<Proposal> => {
  const known = citable(facts);
  if (known.length === 0) return { drafts: [], left: 0 };
  const question = await questionFor(repo, facts);
  const way = wayTo(modelSettings(config), env);
  const model = await way.open(new AbortController().signal);
  await model.load(new AbortController().signal);
  const reply = await model.ask(question, AbortSignal.timeout(config.deadline * 1000));
  way.watch.answered();
  const notes = reply.cut ? null : notesIn(reply.text);
  if (notes === null)
    throw new ModelError('the model gave no answer that can be read', 'The drafts from templates are written.');
  const grounded = notes.filter((note) => isGrounded(note, known));
  return { drafts: grounded.map(draftOf), left: notes.length - grounded.length };
};
