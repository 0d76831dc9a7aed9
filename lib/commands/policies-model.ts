import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import type { Config } from '../config/config.ts';
import { ModelError } from '../errors.ts';
import { indexFiles } from '../git/index-files.ts';
import type { Repo } from '../git/repo.ts';
import { modelSettings } from '../models/settings.ts';
import { dataBlock } from '../pass/chunks.ts';
import { compose } from '../pass/prompt.ts';
import { wayTo } from '../reach.ts';
import { readRole } from '../specs/agents.ts';
import { defang } from '../text/defang.ts';
import type { Question } from '../types.ts';
import type { Draft } from './policies-drafts.ts';
import type { Facts } from './policies-facts.ts';
import { draftOf, isGrounded, MOST_CHARACTERS, MOST_NOTES, notesIn } from './policies-notes.ts';

/** Documents and characters of each that the model is shown, and tokens of its answer. */
const MOST = { documents: 3, excerpt: 1200, tokens: 600 } as const;

const short = v.pipe(v.string(), v.maxLength(MOST_CHARACTERS));

const schemaFor = (files: readonly string[]): object => {
  const note = v.strictObject({
    title: short,
    require: short,
    forbid: short,
    files: v.pipe(v.array(v.picklist(files)), v.maxLength(MOST_NOTES)),
  });
  const { $schema: _, ...schema } = toJsonSchema(
    v.strictObject({ notes: v.pipe(v.array(note), v.maxLength(MOST_NOTES)) }),
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
