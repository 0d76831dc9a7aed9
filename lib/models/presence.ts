import type { ModelSettings } from '../types.ts';
import { bounded } from './bounded.ts';
import { ModelFault } from './errors.ts';
import { CLOCKS } from './exchange.ts';
import { type Host, proveHost, readHost } from './host.ts';
import { send } from './http.ts';
import { beginningOf } from './lines.ts';
import { type Listed, rankCandidates, readListed } from './ollama-names.ts';
import { at, parseJson, textOf } from './shape.ts';
import { explained } from './transport.ts';

/** What Ollama says of itself where it answers. */
export interface Presence {
  readonly version: string;
  /** Names of the models on this machine that can be asked, the preferred one first. */
  readonly models: readonly string[];
}

const PORT = 11434;

/** Bytes of an answer; a list of a few thousand models stays below. */
const CAP = 4 * 1024 * 1024;

const namesOf = (models: readonly Listed[]): string[] => rankCandidates(models).map(({ name }) => name);

const read = async (host: Host, path: string, signal: AbortSignal): Promise<unknown> => {
  const answer = await send(new URL(`${host.base}${path}`), { headers: {}, body: null, signal, clocks: CLOCKS });
  const value = answer.status === 200 ? parseJson(await beginningOf(answer.body, CAP)) : undefined;
  if (value !== undefined) return value;
  throw new ModelFault('not-ollama', `${host.name} answers, but not as Ollama does`, 'Check OLLAMA_HOST.');
};

/** The addresses at which Ollama may be reached with these settings: on this machine both kinds, the wanted one first. */
export const ollamaHosts = (settings: ModelSettings, env: NodeJS.ProcessEnv): readonly Host[] => {
  const url = readHost(settings.host ?? env['OLLAMA_HOST'] ?? '', PORT);
  const wanted = proveHost(url, settings.allowRemote);
  const pair = ['127.0.0.1', '[::1]'];
  if (!pair.includes(url.hostname) && url.hostname !== 'localhost') return [wanted];
  const others = pair.filter((name) => name !== url.hostname);
  const at = (hostname: string): Host => {
    const other = new URL(url);
    other.hostname = hostname;
    return proveHost(other, []);
  };
  return url.hostname === 'localhost' ? pair.map(at) : [wanted, ...others.map(at)];
};

/** Asks a host for its version and its models, and for nothing else. Throws ModelFault. */
export const askPresence = (host: Host, signal: AbortSignal): Promise<Presence> => {
  const late = () => new ModelFault('timeout', `${host.name} did not answer within ${CLOCKS.preflight / 1000} s`);
  const server = { title: 'Ollama', host: host.name, start: 'Start it with `ollama serve`.' };
  return explained(server, () =>
    bounded(signal, { ms: CLOCKS.preflight, late }, async (scope) => {
      const [version, tags] = await Promise.all([read(host, '/api/version', scope), read(host, '/api/tags', scope)]);
      return { version: textOf(at(version, 'version')), models: namesOf(readListed(tags)) };
    }),
  );
};
