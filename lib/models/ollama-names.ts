import { at, countOf, listOf, textOf, textsOf } from './shape.ts';

/** One line of what is installed. */
export interface Listed {
  readonly name: string;
  readonly digest: string;
  /** Null where the server does not say. */
  readonly capabilities: readonly string[] | null;
  readonly family: string;
  /** In thousand millions of parameters; 0 where unknown. */
  readonly billions: number;
  readonly trained: number | null;
  /** Where the work is really done, empty for a local model. */
  readonly remoteHost: string;
}

const UNITS: Readonly<Record<string, number>> = { K: 1e-6, M: 1e-3, B: 1, T: 1e3 };

/** `7.6B`, `494.03M`, in thousand millions; 0 where it cannot be read. */
export const billionsOf = (size: string): number => {
  const [, number = '0', unit = ''] = /^([\d.]+)\s*([KMBT])$/i.exec(size.trim()) ?? [];
  return Number(number) * (UNITS[unit.toUpperCase()] ?? 0) || 0;
};

const listedOf = (entry: unknown): Listed => ({
  name: textOf(at(entry, 'name')) || textOf(at(entry, 'model')),
  digest: textOf(at(entry, 'digest')),
  capabilities: textsOf(at(entry, 'capabilities')),
  family: textOf(at(entry, 'details', 'family')),
  billions: billionsOf(textOf(at(entry, 'details', 'parameter_size'))),
  trained: countOf(at(entry, 'details', 'context_length')),
  remoteHost: textOf(at(entry, 'remote_host')),
});

/** The models that `/api/tags` lists. */
export const readListed = (tags: unknown): Listed[] =>
  listOf(at(tags, 'models'))
    .map(listedOf)
    .filter((model) => model.name !== '');

/** One form for all ways of writing a name: the registry's own prefix dropped, `:latest` where there is no tag, lower case. */
export const canonical = (name: string): string => {
  const short = name
    .trim()
    .toLowerCase()
    .replace(/^(?:https?:\/\/)?registry\.ollama\.ai\//, '')
    .replace(/^library\//, '');
  return short.slice(short.lastIndexOf('/') + 1).includes(':') ? short : `${short}:latest`;
};

/** True for names that Ollama passes on to ollama.com through the local server. */
export const isCloudName = (name: string): boolean => /(?::|-)cloud(?::latest)?$/i.test(name.trim());

/** The installed model that a name means. */
export const findListed = (models: readonly Listed[], name: string): Listed | null =>
  models.find((model) => model.name === name) ??
  models.find((model) => canonical(model.name) === canonical(name)) ??
  null;

/** Families made for code, in the order in which they are chosen. */
const CODERS = [
  'qwen2.5-coder',
  'qwen3-coder',
  'devstral',
  'codestral',
  'deepseek-coder',
  'granite-code',
  'codegemma',
  'codellama',
];

/** A coder below this knows less than a general model of usual size. */
const SMALLEST_CODER = 3;

/** A hook has to answer while somebody waits; above this it does not on usual machines. */
const LARGEST_QUICK = 14.9;

/** Models for completion, search or moderation cannot be asked questions, whatever else they can do. */
const NOT_FOR_QUESTIONS = /embed|rerank|guard|minilm|\bbge\b|[-:]base\b/i;

/** True where a model may be able to answer questions on this machine. */
const isCandidate = (model: Listed): boolean =>
  model.remoteHost === '' &&
  !isCloudName(model.name) &&
  !NOT_FOR_QUESTIONS.test(model.name) &&
  !/bert/i.test(model.family) &&
  (model.capabilities?.includes('completion') ?? true);

const coderRank = ({ name, billions }: Listed): number => {
  const rank = CODERS.findIndex((coder) => canonical(name).split('/').at(-1)?.startsWith(coder));
  return rank === -1 || (billions > 0 && billions < SMALLEST_CODER) ? CODERS.length : rank;
};

const sizeRank = ({ billions }: Listed): number => (billions <= LARGEST_QUICK ? -billions : billions);

/**
 * Candidates in the order of preference: coders of at least 3B in the order of CODERS, then all others; among equals the
 * largest up to 14B first, then the smallest above. Equal again: by name, so that the choice does not depend on the listing.
 */
export const rankCandidates = (models: readonly Listed[]): Listed[] =>
  models
    .filter(isCandidate)
    .toSorted((a, b) => coderRank(a) - coderRank(b) || sizeRank(a) - sizeRank(b) || (a.name < b.name ? -1 : 1));
