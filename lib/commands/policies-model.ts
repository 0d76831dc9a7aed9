import type { Config } from '../config/config.ts';
import { ModelError } from '../errors.ts';
import type { Repo } from '../git/repo.ts';
import { modelSettings } from '../models/settings.ts';
import { wayTo } from '../reach.ts';
import { POLICIES } from '../specs/governing.ts';
import { excerpt, visible } from '../text/visible.ts';
import { say } from './output.ts';
import type { Draft } from './policies-drafts.ts';
import type { Facts } from './policies-facts.ts';
import { citable, MOST_TEXT, type Note, notesIn, questionFor } from './policies-question.ts';

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
    MOST_TEXT,
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
  if (model.elsewhere !== null) say(`lgtm: sending the beginnings of documents to ${visible(model.elsewhere)}`);
  await model.load(new AbortController().signal);
  const reply = await model.ask(question, AbortSignal.timeout(config.deadline * 1000));
  way.watch.answered();
  const notes = reply.cut ? null : notesIn(reply.text);
  if (notes === null)
    throw new ModelError('the model gave no answer that can be read', 'The drafts from templates are written.');
  const grounded = notes.filter((note) => isGrounded(note, known));
  return { drafts: grounded.map(draftOf), left: notes.length - grounded.length };
};
