import { ModelFault } from '../../lib/models/errors.ts';
import type { Clocks } from '../../lib/models/exchange.ts';
import { openOllama } from '../../lib/models/ollama.ts';
import type { Model, ModelSettings, Question, Reply } from '../../lib/types.ts';
import type { FakeOllama } from './ollama-types.ts';

/** The client side of the tests against a loopback server. */

/** Clocks for tests: long enough for a busy machine, short where a test waits for them to run out. */
export const PATIENT: Clocks = { connect: 5_000, preflight: 10_000, idle: 10_000, pause: 5 };

export const settingsFor = (server: { readonly host: string }, over: Partial<ModelSettings> = {}): ModelSettings => ({
  provider: 'ollama',
  name: 'qwen2.5-coder:7b',
  host: server.host,
  allowRemote: [],
  apiKey: null,
  keepAlive: '30m',
  loadTimeout: 10,
  context: 8192,
  ...over,
});

export const never = (): AbortSignal => new AbortController().signal;

export const SCHEMA = {
  type: 'object',
  properties: { quote: { type: 'string', maxLength: 80 }, line: { enum: [1, 2, 3] }, bad: { type: 'boolean' } },
  required: ['quote', 'line', 'bad'],
};

export const questionOf = (user: string, over: Partial<Question> = {}): Question => ({
  messages: [
    { role: 'system', content: 'You look at one change and answer one question about it.' },
    { role: 'user', content: user },
  ],
  schema: SCHEMA,
  maxTokens: 300,
  ...over,
});

/** A question whose text has characters of one to four bytes. */
export const QUESTION = questionOf(
  '1│ const größe = "😀"; // “quoted”\n2│ return größe;\nIs a secret on any of these lines?',
);

export const GOOD = '{"quote":"const größe = \\"😀\\"; // “quoted”","line":1,"bad":false}';

export const openOn = (
  server: FakeOllama,
  over: Partial<ModelSettings> = {},
  clocks: Partial<Clocks> = {},
): Promise<Model> => openOllama(settingsFor(server, over), {}, never(), { ...PATIENT, ...clocks });

/** Opens, loads and asks once. */
export const askOn = async (
  server: FakeOllama,
  question = QUESTION,
  over: Partial<ModelSettings> = {},
): Promise<Reply> => {
  const model = await openOn(server, over);
  await model.load(never());
  return model.ask(question, never());
};

/** The fault that a promise fails with; throws where it does not, or fails with something else. */
export const faultOf = async (promise: Promise<unknown>): Promise<ModelFault> => {
  const outcome: unknown = await promise.then(
    () => 'it succeeded',
    (error: unknown) => error,
  );
  if (outcome instanceof ModelFault) return outcome;
  throw new Error(`expected a ModelFault: ${outcome instanceof Error ? outcome.stack : String(outcome)}`);
};
