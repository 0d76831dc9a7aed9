import type { Ollama } from 'ollama/browser';
import { ModelFault } from './errors.ts';
import { callsToolsOf, canChat, loadedOf, type Thinking, thinkingOf, trainedOf } from './ollama-details.ts';
import { findListed, isCloudName, type Listed, rankCandidates, readListed } from './ollama-names.ts';
import { pullHint } from './ollama-refusals.ts';
import { CLOUD, refuseRemote, remoteOf } from './ollama-remote.ts';
import { at, textOf } from './shape.ts';

/** What the preflight found out about the model that will be asked. */
export interface Found {
  readonly name: string;
  readonly digest: string;
  /** The machine that Ollama passes prompts on to; null where the model runs beside the server. */
  readonly remote: string | null;
  /** False for releases that may ignore `truncate: false` (before 0.12.6, or a build that does not know its version). */
  readonly keepsPrompt: boolean;
  readonly thinking: Thinking;
  readonly callsTools: boolean;
  readonly trained: number | null;
  /** Context window of the model in memory, null where it is not loaded or the server does not say. */
  readonly loaded: number | null;
}

/** What is asked for, from the settings. */
export interface Wanted {
  readonly host: string;
  readonly name: string | null;
  readonly allowRemote: readonly string[];
}

/** Sortable: major, minor and patch of a release, pre-release marks ignored. */
const orderOf = (version: string): number => {
  const [, major = '0', minor = '0', patch = '0'] = /^(\d+)\.(\d+)(?:\.(\d+))?/.exec(version) ?? [];
  return Number(major) * 1e6 + Number(minor) * 1e3 + Number(patch);
};

/** The first release that binds an answer to a schema. */
const FIRST_SCHEMA = orderOf('0.5.0');

/** The first release that obeys `truncate: false`. */
const FIRST_UNTRUNCATED = orderOf('0.12.6');

/** Builds without a version say 0.0.0; they are not too old but prove nothing either. */
const isUnknown = (version: string): boolean => !/^\d+\.\d+/.test(version) || version.startsWith('0.0.0');

const checkVersion = (answer: unknown, host: string): string => {
  const version = textOf(at(answer, 'version'));
  if (version === '')
    throw new ModelFault('not-ollama', `${host} answers, but not as Ollama does`, 'Check OLLAMA_HOST.');
  if (isUnknown(version) || orderOf(version) >= FIRST_SCHEMA) return version;
  throw new ModelFault(
    'too-old',
    `Ollama ${version} at ${host} cannot bind answers to a schema`,
    'Update it: lgtm needs Ollama 0.5 or later, best 0.12.6 or later.',
  );
};

const missing = (name: string, models: readonly Listed[]): ModelFault => {
  const others = rankCandidates(models).map((model) => model.name);
  const choice = others.length > 0 ? ` Or choose one of the installed: ${others.slice(0, 5).join(', ')}.` : '';
  return new ModelFault('model-missing', `the model "${name}" is not installed`, pullHint(name) + choice);
};

const cannotChat = (name: string): ModelFault =>
  new ModelFault(
    'refused',
    `the model "${name}" cannot answer questions`,
    'Choose a chat model, for instance qwen2.5-coder:7b.',
  );

/** The best candidate that says of itself that it can answer; a list without capabilities is followed by a look at each. */
const choose = async (client: Ollama, models: readonly Listed[], host: string): Promise<[Listed, unknown]> => {
  for (const model of rankCandidates(models)) {
    const details: unknown = await client.show({ model: model.name });
    if (canChat(details)) return [model, details];
  }
  throw new ModelFault(
    'model-missing',
    `no model that can answer questions is installed at ${host}`,
    pullHint('qwen2.5-coder:7b'),
  );
};

const pick = async (
  client: Ollama,
  models: readonly Listed[],
  early: unknown,
  wanted: Wanted,
): Promise<[Listed, unknown]> => {
  if (wanted.name === null) return choose(client, models, wanted.host);
  const model = findListed(models, wanted.name);
  if (!model) throw missing(wanted.name, models);
  const details = early ?? (await client.show({ model: model.name }));
  if (!canChat(details)) throw cannotChat(model.name);
  return [model, details];
};

const isMissing = (error: unknown): boolean => error instanceof ModelFault && error.kind === 'model-missing';

/** Details of the model by the name that the user wrote, null where Ollama does not know it under that name. */
const early = async (client: Ollama, name: string | null): Promise<unknown> => {
  if (name === null) return null;
  return client.show({ model: name }).catch((error) => (isMissing(error) ? null : Promise.reject(error)));
};

/**
 * One round of questions that proves that Ollama is there, recent enough, and has the wanted model on this machine. Throws
 * ModelFault; of several faults the one that explains the others.
 */
export const preflight = async (client: Ollama, wanted: Wanted): Promise<Found> => {
  if (wanted.name !== null && isCloudName(wanted.name)) refuseRemote(wanted.name, CLOUD, wanted.allowRemote);
  const round = {
    version: client.version(),
    tags: client.list(),
    running: client.ps(),
    details: early(client, wanted.name),
  };
  // Faults are reported below, in the order of what explains what; none may be unhandled meanwhile.
  for (const one of Object.values(round)) one.catch(() => undefined);
  const version = checkVersion(await round.version, wanted.host);
  const models = readListed(await round.tags);
  const [model, details] = await pick(client, models, await round.details, wanted);
  const remoteHost = textOf(at(details, 'remote_host')) || model.remoteHost;
  const remote = remoteOf({ ...model, remoteHost });
  refuseRemote(model.name, remote, wanted.allowRemote);
  return {
    name: model.name,
    digest: model.digest,
    remote: remote?.host ?? null,
    keepsPrompt: !isUnknown(version) && orderOf(version) >= FIRST_UNTRUNCATED,
    thinking: thinkingOf(details, model),
    callsTools: callsToolsOf(details, model),
    trained: trainedOf(details) ?? model.trained,
    loaded: loadedOf(await round.running, model),
  };
};
