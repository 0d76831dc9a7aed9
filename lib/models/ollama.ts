import type { Ollama } from 'ollama/browser';
import type { Model, ModelSettings, Question, Reply } from '../types.ts';
import { bounded } from './bounded.ts';
import { ModelFault } from './errors.ts';
import { CLOCKS, type Clocks } from './exchange.ts';
import { type Host, proveHost, readHost } from './host.ts';
import { chat, chatRequest, keepAliveOf, type Session } from './ollama-chat.ts';
import { ollamaFetch } from './ollama-fetch.ts';
import { type Found, preflight } from './ollama-preflight.ts';
import { type Descents, descend, withRetry } from './patience.ts';
import { chooseWindow, type Window } from './tokens.ts';
import { explained, type Server } from './transport.ts';
import { checkRoom, checkWhole, promptEstimate } from './whole.ts';

const PORT = 11434;

/** Loads the model and asks nothing. */
const LOAD: Question = { messages: [], schema: null, maxTokens: 1 };

/** What a model that cannot stop thinking may spend on it. */
const THINKING_TOKENS = 1024;

/** A client whose requests end with the signal; `model` is what its faults are about. */
type Connect = (signal: AbortSignal, model: string) => Ollama;

/** A server and the ways to it. */
interface Link {
  readonly host: Host;
  readonly server: Server;
  readonly clocks: Clocks;
  readonly connect: Connect;
}

const linkTo = async (settings: ModelSettings, env: NodeJS.ProcessEnv, clocks: Clocks): Promise<Link> => {
  const host = proveHost(readHost(settings.host ?? env['OLLAMA_HOST'] ?? '', PORT), settings.allowRemote);
  const { Ollama } = await import('ollama/browser');
  const connect: Connect = (signal, model) => {
    const wire = { base: host.base, apiKey: settings.apiKey, clocks, about: { host: host.name, model } };
    return new Ollama({ host: host.base, fetch: ollamaFetch(wire, signal) });
  };
  return {
    host,
    clocks,
    connect,
    server: { title: 'Ollama', host: host.name, start: 'Start it with `ollama serve`.' },
  };
};

const sessionFor = (found: Found, window: Window, settings: ModelSettings): Session => ({
  name: found.name,
  asked: window.asked,
  keepAlive: keepAliveOf(settings.keepAlive),
  think: { none: null, switchable: false, always: 'low' as const }[found.thinking],
  allowance: found.thinking === 'always' ? THINKING_TOKENS : 0,
});

const seconds = (ms: number): string => `${ms / 1000} s`;

const loaderFor =
  ({ server, clocks, connect }: Link, session: Session, limit: number) =>
  (signal: AbortSignal): Promise<unknown> => {
    const late = () =>
      new ModelFault(
        'timeout',
        `loading the model "${session.name}" took longer than ${seconds(limit)}`,
        'Load it beforehand with `ollama run`, choose a smaller one, or raise loadTimeout in your own lgtm configuration.',
      );
    const work = (scope: AbortSignal) =>
      withRetry(() => chat(connect(scope, session.name), chatRequest(session, LOAD, null)), scope, clocks);
    return explained(server, () => bounded(signal, { ms: limit, late }, work));
  };

const askerFor = ({ server, clocks, connect }: Link, session: Session, keepsPrompt: boolean) => {
  const descents: Descents = new Map();
  const send = (question: Question, format: string | object | null, signal: AbortSignal) =>
    bounded(signal, null, (scope) => chat(connect(scope, session.name), chatRequest(session, question, format)));
  return (question: Question, signal: AbortSignal): Promise<Reply> =>
    explained(server, async () => {
      const begun = performance.now();
      if (!keepsPrompt) checkRoom(question, session.asked - session.allowance);
      const formats = question.schema === null ? [null] : [question.schema, 'json', null];
      const reply = await descend(formats, question.schema, descents, (format) =>
        withRetry(() => send(question, format, signal), signal, clocks),
      );
      checkWhole(question, reply, session.asked, !keepsPrompt);
      const ms = Math.round(performance.now() - begun);
      return { ...reply, promptTokens: reply.promptTokens ?? promptEstimate(question), ms };
    });
};

/**
 * A model served by Ollama, through its native API: the `/v1` one can neither set the context size nor forbid that a long
 * prompt is cut. The host is the setting's, else OLLAMA_HOST, else 127.0.0.1:11434. Throws ModelFault where there is no
 * such model on this machine, ConfigError where the host is no address.
 */
export const openOllama = async (
  settings: ModelSettings,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
  clocks: Clocks = CLOCKS,
): Promise<Model> => {
  const link = await linkTo(settings, env, clocks);
  const late = () =>
    new ModelFault(
      'timeout',
      `Ollama at ${link.host.name} did not answer within ${seconds(clocks.preflight)}`,
      link.server.start,
    );
  const wanted = { host: link.host.name, name: settings.name, allowRemote: settings.allowRemote };
  const found = await explained(link.server, () =>
    bounded(signal, { ms: clocks.preflight, late }, (scope) =>
      preflight(link.connect(scope, settings.name ?? ''), wanted),
    ),
  );
  const window = chooseWindow(settings.context, found.trained, found.loaded);
  const session = sessionFor(found, window, settings);
  const load = loaderFor(link, session, settings.loadTimeout * 1000);
  let loaded = found.loaded === window.asked;
  return {
    provider: 'ollama',
    name: found.name,
    digest: found.digest,
    host: link.host.base,
    elsewhere: found.remote ?? (link.host.loopback ? null : link.host.name),
    context: window.usable - session.allowance,
    callsTools: found.callsTools,
    get loaded() {
      return loaded;
    },
    load: async (caller) => {
      if (!loaded) await load(caller);
      loaded = true;
    },
    ask: askerFor(link, session, found.keepsPrompt),
  };
};
