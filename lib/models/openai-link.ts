import type { ModelSettings, Question } from '../types.ts';
import type { Clocks } from './exchange.ts';
import { type Host, proveHost, readHost } from './host.ts';
import { send } from './http.ts';
import { beginningOf } from './lines.ts';
import type { Sight } from './openai-details.ts';
import { compatibleRefusal, type Peer } from './openai-faults.ts';
import { inspect } from './openai-preflight.ts';
import { requestBody } from './openai-request.ts';
import { type CompatibleReply, readReply } from './openai-stream.ts';
import { REFUSAL_BYTES } from './refusal.ts';

/** A provider name of the configuration and where its server listens by default. */
export interface Flavour {
  readonly provider: string;
  readonly port: number;
}

const TITLES: Readonly<Record<string, string>> = {
  'llama-server': 'llama-server',
  'lm-studio': 'LM Studio',
  vllm: 'vLLM',
  jan: 'Jan',
};

/** A server and how it is asked. */
export interface Link {
  readonly host: Host;
  readonly peer: Peer;
  readonly clocks: Clocks;
  readonly headers: Readonly<Record<string, string>>;
}

/** The way to a server. Throws ModelFault `remote-refused`, ConfigError. */
export const linkTo = ({ provider, port }: Flavour, settings: ModelSettings, clocks: Clocks): Link => {
  const host = proveHost(readHost(settings.host ?? '', port), settings.allowRemote);
  const title = TITLES[provider] ?? 'the model server';
  return {
    // People write the address with and without the version of the API.
    host: { ...host, base: host.base.replace(/\/v1$/, '') },
    clocks,
    peer: {
      title,
      host: host.name,
      model: settings.name ?? '',
      start: `Start ${title}, or set its host in your own lgtm configuration.`,
    },
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...(settings.apiKey ? { authorization: `Bearer ${settings.apiKey}` } : {}),
    },
  };
};

/** Looks at the server and the wanted model. */
export const looker =
  ({ host, headers, clocks, peer }: Link, wanted: string | null) =>
  (signal: AbortSignal): Promise<Sight> =>
    inspect((path) => send(new URL(host.base + path), { headers, body: null, signal, clocks }), wanted, peer);

/** Sends one question and reads its answer. Throws ModelFault and TransportError. */
export const chat = async (
  link: Link,
  sight: Sight,
  question: Question,
  format: object | null,
  signal: AbortSignal,
): Promise<CompatibleReply> => {
  const { host, headers, clocks } = link;
  const peer = { ...link.peer, model: sight.name };
  const body = requestBody(sight, question, format);
  const answer = await send(new URL(`${host.base}/v1/chat/completions`), { headers, body, signal, clocks });
  if (answer.status === 200) return readReply(answer, peer);
  throw compatibleRefusal(answer.status, answer.type, await beginningOf(answer.body, REFUSAL_BYTES), peer);
};
