import type { Loaded } from '../../config/load.ts';
import { openModel } from '../../models/index.ts';
import { askPresence, ollamaHosts, type Presence } from '../../models/presence.ts';
import { modelSettings } from '../../models/settings.ts';
import type { Progress } from '../../progress.ts';
import { forgive } from '../../reach.ts';
import type { Model, ModelSettings, Question } from '../../types.ts';
import type { Invocation } from '../row.ts';
import { type Diagnosis, fail, faultOf, ok, warn } from './diagnosis.ts';

/** Milliseconds that the one question may take, after the model is loaded. */
const ANSWER = 60_000;

/** What is asked: long enough to time, short enough to wait for, and decided by the schema alone. */
const PROBE: Question = {
  messages: [
    {
      role: 'user',
      content: 'List the whole numbers from 1 to 20 in order, as JSON of the form {"numbers": [1, 2, 3]}.',
    },
  ],
  schema: {
    type: 'object',
    properties: { numbers: { type: 'array', items: { type: 'integer' }, maxItems: 20 } },
    required: ['numbers'],
    additionalProperties: false,
  },
  maxTokens: 160,
};

type Answered =
  | { readonly name: string; readonly presence: Presence }
  | { readonly name: string; readonly error: unknown };

const family = (name: string): string => (name.startsWith('[') ? 'IPv6' : 'IPv4');

/** Whether Ollama answers, by IPv4 and by IPv6: names like localhost may lead to the one that nothing listens on. */
const checkServer = async (settings: ModelSettings, env: NodeJS.ProcessEnv): Promise<Diagnosis[]> => {
  const hosts = ollamaHosts(settings, env);
  const signal = AbortSignal.timeout(10_000);
  const all = await Promise.all(
    hosts.map(async (host): Promise<Answered> => {
      try {
        return { name: host.name, presence: await askPresence(host, signal) };
      } catch (error) {
        return { name: host.name, error };
      }
    }),
  );
  const [wanted] = all;
  const there = all.filter((one) => 'presence' in one);
  const [first] = there;
  const silent = all.filter((one) => 'error' in one).map(({ name }) => `${name} (${family(name)})`);
  if (!wanted || !first) {
    const fault = faultOf('server', wanted && 'error' in wanted ? wanted.error : null);
    return [{ ...fault, message: `${fault.message}${silent.length > 1 ? `, nor at ${silent[1]}` : ''}` }];
  }
  const not = silent.length === 0 ? '' : `; nothing at ${silent.join(', ')}`;
  const found = `Ollama ${first.presence.version} at ${there.map(({ name }) => `${name} (${family(name)})`).join(' and ')}${not}`;
  if ('presence' in wanted) return [ok('server', found)];
  return [fail('server', `${found}, where lgtm looks`, `OLLAMA_HOST=${first.name} says where it is.`)];
};

const parses = (text: string): boolean => {
  try {
    const value = JSON.parse(text) as { readonly numbers?: unknown };
    return Array.isArray(value.numbers);
  } catch {
    return false;
  }
};

const speedOf = (tokens: number, ms: number): string =>
  tokens > 0 && ms > 0 ? `, ${(tokens / (ms / 1000)).toFixed(1)} tokens a second` : '';

/** Loads the model and asks it one small question, as a review would: bound to a schema. Throws ModelError. */
const checkAnswer = async (model: Model, progress: Progress): Promise<Diagnosis[]> => {
  if (!model.loaded) progress.stage(`loading model ${model.name}`);
  const begun = performance.now();
  const wasLoaded = model.loaded;
  await model.load(new AbortController().signal);
  const loading = wasLoaded ? '' : `; loading took ${((performance.now() - begun) / 1000).toFixed(1)} s`;
  progress.stage(`asking ${model.name} one small question`);
  const reply = await model.ask(PROBE, AbortSignal.timeout(ANSWER));
  const cached =
    reply.cachedTokens > 0 ? `, ${reply.cachedTokens} of ${reply.promptTokens} prompt tokens from its cache` : '';
  if (reply.cut || !parses(reply.text))
    return [
      fail(
        'answer',
        'the model did not keep to the form that it was asked for',
        'Choose another model with `model:` in your own configuration, for instance qwen2.5-coder:7b.',
      ),
    ];
  return [ok('answer', `it keeps to JSON${speedOf(reply.outputTokens, reply.ms)}${cached}${loading}`)];
};

const describe = ({ name, host, provider, context, loaded }: Model): string =>
  `${name} at ${host} (${provider}), ${context} tokens of context, ${loaded ? 'in memory' : 'not in memory yet'}`;

/** The model: reachable, installed, able to answer, and how fast. */
export const checkModel = async ({ env }: Invocation, { config }: Loaded, progress: Progress): Promise<Diagnosis[]> => {
  if (config.model === 'none') return [ok('model', 'none is wanted: only rules that need no model are checked')];
  const settings = modelSettings(config);
  const found: Diagnosis[] = [];
  try {
    progress.stage('looking for the model');
    if (settings.provider === 'ollama') found.push(...(await checkServer(settings, env)));
    if (found.some(({ state }) => state === 'fail')) return found;
    const model = await openModel(settings, env, AbortSignal.timeout(10_000));
    found.push(ok('model', describe(model)));
    if (model.context < config.budget.context)
      found.push(
        warn(
          'context',
          `the model takes ${model.context} tokens, less than the ${config.budget.context} that budget.context allows`,
        ),
      );
    const answer = await checkAnswer(model, progress);
    const answered = answer.every(({ state }) => state === 'ok');
    // What answers now is asked by the next commit, whatever failed before.
    if (answered && forgive(settings, env)) found.push(ok('breaker', 'earlier failures of the model are forgotten'));
    return [...found, ...answer];
  } catch (error) {
    return [...found, faultOf(found.some(({ name }) => name === 'model') ? 'answer' : 'model', error)];
  }
};
