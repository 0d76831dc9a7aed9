import { createHash } from 'node:crypto';
import type { Model, ModelSettings, Question, Reply } from '../types.ts';
import { bounded, pause } from './bounded.ts';
import { ModelFault } from './errors.ts';
import { CLOCKS, type Clocks } from './exchange.ts';
import type { Sight } from './openai-details.ts';
import { chat, type Flavour, type Link, linkTo, looker } from './openai-link.ts';
import { formatsFor, WARM_UP } from './openai-request.ts';
import { type Descents, descend, withRetry } from './patience.ts';
import { explained } from './transport.ts';
import { checkWhole, promptEstimate } from './whole.ts';

const untilReady = async (
  link: Link,
  seen: Sight,
  inspectAgain: (signal: AbortSignal) => Promise<Sight>,
  signal: AbortSignal,
): Promise<Sight> => {
  let sight = seen;
  if (sight.state === 'unloaded') {
    await withRetry(() => chat(link, sight, WARM_UP, null, signal), signal, link.clocks);
    sight = { ...(await inspectAgain(signal)), state: 'ready' };
  }
  while (sight.state === 'loading') {
    await pause(link.clocks.pause, signal);
    sight = await inspectAgain(signal);
  }
  return sight;
};

const askerFor = (link: Link, sight: () => Sight) => {
  const descents: Descents = new Map();
  const once = (question: Question, format: object | null, signal: AbortSignal) =>
    bounded(signal, null, (scope) => chat(link, sight(), question, format, scope));
  return (question: Question, signal: AbortSignal): Promise<Reply> =>
    explained(link.peer, async () => {
      const begun = performance.now();
      const reply = await descend(formatsFor(question.schema), question.schema, descents, (format) =>
        withRetry(() => once(question, format, signal), signal, link.clocks),
      );
      checkWhole(question, reply, sight().context, false);
      const ms = Math.round(performance.now() - begun);
      return { ...reply, promptTokens: reply.promptTokens ?? promptEstimate(question), ms };
    });
};

const late = (kind: string, { peer }: Link, ms: number): ModelFault =>
  new ModelFault('timeout', `${peer.title} at ${peer.host} did not ${kind} within ${ms / 1000} s`, peer.start);

/**
 * A model behind a server that speaks OpenAI's chat API: llama-server, LM Studio, vLLM, Jan. Its context size is the
 * server's own and cannot be set from here. Throws ModelFault where there is no such model on this machine or where the
 * server turns out to be Ollama, ConfigError where the host is no address.
 */
export const openCompatible = async (
  flavour: Flavour,
  settings: ModelSettings,
  signal: AbortSignal,
  clocks: Clocks = CLOCKS,
): Promise<Model> => {
  const link = linkTo(flavour, settings, clocks);
  const seek = looker(link, settings.name);
  const first = { ms: clocks.preflight, late: () => late('answer', link, clocks.preflight) };
  let sight = await explained(link.peer, () => bounded(signal, first, seek));
  const loading = {
    ms: settings.loadTimeout * 1000,
    late: () => late('load the model', link, settings.loadTimeout * 1000),
  };
  return {
    provider: flavour.provider,
    host: link.host.base,
    elsewhere: link.host.loopback ? null : link.host.name,
    get name() {
      return sight.name;
    },
    get digest() {
      return createHash('sha256').update(sight.identity).digest('hex');
    },
    get context() {
      return Math.min(settings.context, sight.context ?? settings.context);
    },
    get callsTools() {
      return sight.callsTools;
    },
    get loaded() {
      return sight.state === 'ready';
    },
    load: async (caller) => {
      if (sight.state === 'ready') return;
      sight = await explained(link.peer, () =>
        bounded(caller, loading, (scope) => untilReady(link, sight, seek, scope)),
      );
    },
    ask: askerFor(link, () => sight),
  };
};
