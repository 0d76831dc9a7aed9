import { ModelFault } from './errors.ts';
import type { Answer } from './exchange.ts';
import { beginningOf } from './lines.ts';
import {
  answers,
  callsToolsOf,
  choose,
  contextOf,
  identityOf,
  idOf,
  kindOf,
  type Sight,
  stateOf,
} from './openai-details.ts';
import { compatibleRefusal, isLoading, type Peer } from './openai-faults.ts';
import { REFUSAL_BYTES } from './refusal.ts';
import { at, listOf, parseJson, textOf } from './shape.ts';

/** Bytes of a listing; LM Studio lists everything that was ever downloaded. */
const LISTING_BYTES = 2 * 1024 * 1024;

interface Look {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly value: unknown;
}

type Get = (path: string) => Promise<Answer>;

const look = async (get: Get, path: string): Promise<Look> => {
  const { status, type, body } = await get(path);
  const text = await beginningOf(body, status === 200 ? LISTING_BYTES : REFUSAL_BYTES);
  return { status, type, text, value: status === 200 ? parseJson(text) : undefined };
};

const NOTHING: Look = { status: 0, type: '', text: '', value: undefined };

const isForeign = (error: unknown): boolean =>
  error instanceof ModelFault && (error.kind === 'not-ollama' || error.kind === 'unusable');

/** A path that only some servers know: what else answers there says nothing. A lost connection or an ended clock still does. */
const aside = (get: Get, path: string): Promise<Look> =>
  look(get, path).catch((error) => (isForeign(error) ? NOTHING : Promise.reject(error)));

const missing = ({ title, host, model }: Peer, entries: readonly unknown[]): ModelFault => {
  const others = entries.filter(answers).map(idOf).slice(0, 5).join(', ');
  const what = model === '' ? 'no model that can answer questions' : `no model "${model}"`;
  return new ModelFault(
    'model-missing',
    `${title} at ${host} has ${what}`,
    others ? `It has: ${others}.` : 'Load one there first.',
  );
};

const refuseOllama = (version: Look, { host }: Peer): void => {
  if (textOf(at(version.value, 'version')) === '') return;
  throw new ModelFault(
    'refused',
    `${host} is an Ollama server`,
    'Use the provider "ollama": by the API of OpenAI, Ollama cuts long prompts in silence.',
  );
};

const LOADING: Omit<Sight, 'name'> = {
  ...{ kind: 'llama-server', identity: '', context: null },
  ...{ state: 'loading', callsTools: false },
};

/**
 * One round of questions: what server this is, whether it has the wanted model (null: any), how much that holds, and
 * whether it is ready. Throws ModelFault, and what the connection throws.
 */
export const inspect = async (get: Get, wanted: string | null, peer: Peer): Promise<Sight> => {
  const [models, props, native, version] = await Promise.all([
    look(get, '/v1/models'),
    aside(get, '/props'),
    aside(get, '/api/v0/models'),
    aside(get, '/api/version'),
  ]);
  refuseOllama(version, peer);
  if (isLoading(models.status, models.text)) return { ...LOADING, name: wanted ?? '' };
  if (models.status !== 200) throw compatibleRefusal(models.status, models.type, models.text, peer);
  const listed = at(models.value, 'data');
  if (!Array.isArray(listed)) throw compatibleRefusal(404, models.type, '', peer);
  const entries = listOf(listed);
  const natives = listOf(at(native.value, 'data'));
  const entry = choose(entries, natives, wanted);
  if (entry === undefined) throw missing(peer, entries);
  const own = natives.find((one) => idOf(one) === idOf(entry));
  return {
    kind: kindOf(props.value, natives, entry),
    name: idOf(entry),
    identity: identityOf(entry, own),
    context: contextOf(props.value, own, entry),
    callsTools: callsToolsOf(props.value, own),
    state: isLoading(props.status, props.text) ? 'loading' : stateOf(own, entry),
  };
};
