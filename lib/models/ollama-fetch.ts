import { ModelFault } from './errors.ts';
import type { Answer, Clocks } from './exchange.ts';
import { send } from './http.ts';
import { beginningOf, linesOf } from './lines.ts';
import { ollamaRefusal } from './ollama-faults.ts';
import type { About } from './ollama-refusals.ts';
import { isPage, REFUSAL_BYTES, shown } from './refusal.ts';
import { at, isRecord, parseJson } from './shape.ts';
import { pageFault } from './transport.ts';

/** What every request to one server shares. */
interface Wire {
  /** URL that the `ollama` package builds its paths on. */
  readonly base: string;
  readonly apiKey: string | null;
  readonly clocks: Clocks;
  readonly about: About;
}

/** Bytes of an answer that is one JSON object; `ollama list` of a few thousand models stays below. */
const OBJECT_BYTES = 4 * 1024 * 1024;

const unreadable = (type: string, text: string, { host }: About): ModelFault =>
  isPage(type, text)
    ? pageFault(200, { title: 'Ollama', host })
    : new ModelFault('unusable', `Ollama at ${host} sent something that is not JSON: ${shown(text.slice(0, 80))}`);

/**
 * The lines of a streamed answer up to the one that says it is done, each a JSON object. Blank lines are skipped, whatever
 * follows the end is not read. Throws ModelFault on anything else, so that the package never meets it: it would print it.
 */
async function* answerLines({ type, body }: Answer, about: About): AsyncGenerator<Uint8Array> {
  for await (const line of linesOf(body)) {
    if (line.trim() === '') continue;
    const value = parseJson(line);
    if (!isRecord(value)) throw unreadable(type, line, about);
    if (at(value, 'error') !== undefined) throw ollamaRefusal(200, '', line, about);
    yield Buffer.from(`${line}\n`);
    if (at(value, 'done') === true) return;
  }
  throw new ModelFault('unusable', `Ollama at ${about.host} broke off its answer without saying that it is done`);
}

const objectText = async ({ type, body }: Answer, about: About): Promise<string> => {
  const text = await beginningOf(body, OBJECT_BYTES);
  if (!isRecord(parseJson(text))) throw unreadable(type, text, about);
  return text;
};

const headersFor = (given: RequestInit['headers'], apiKey: string | null): Record<string, string> => {
  const entries = Object.entries((given ?? {}) as Record<string, string>);
  // The package adds a key of its own for one host; only a key out of lgtm's settings is ever sent.
  const kept = entries.filter(([name]) => name.toLowerCase() !== 'authorization');
  return { ...Object.fromEntries(kept), ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}) };
};

/**
 * `fetch` for the `ollama` package, over node:http. It throws the fault itself where the server refuses or sends garbage,
 * so the package sees well-formed answers alone and has nothing to print. `signal` ends every request at once.
 */
export const ollamaFetch =
  ({ base, apiKey, clocks, about }: Wire, signal: AbortSignal): typeof fetch =>
  async (input, init) => {
    const url = new URL(String(input));
    if (url.origin !== new URL(base).origin)
      throw new ModelFault('remote-refused', `a request to ${url.host} was stopped: only ${about.host} may be asked`);
    const body = typeof init?.body === 'string' ? init.body : null;
    const answer = await send(url, { headers: headersFor(init?.headers, apiKey), body, signal, clocks });
    if (answer.status !== 200)
      throw ollamaRefusal(answer.status, answer.type, await beginningOf(answer.body, REFUSAL_BYTES), about);
    const streamed = url.pathname.endsWith('/api/chat');
    const content = streamed ? ReadableStream.from(answerLines(answer, about)) : await objectText(answer, about);
    return new Response(content, { headers: { 'content-type': 'application/json' } });
  };
