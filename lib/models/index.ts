import { ConfigError } from '../errors.ts';
import type { Model, ModelSettings } from '../types.ts';
import { readHost } from './host.ts';

type Open = (settings: ModelSettings, env: NodeJS.ProcessEnv, signal: AbortSignal) => Promise<Model>;

interface Provider {
  readonly port: number;
  readonly open: () => Promise<Open>;
}

const compatible = (provider: string, port: number): [string, Provider] => [
  provider,
  {
    port,
    open: async () => {
      const { openCompatible } = await import('./openai.ts');
      return (settings, _env, signal) => openCompatible({ provider, port }, settings, signal);
    },
  },
];

/** Names in the configuration; the servers that speak OpenAI's API differ in their default port alone. */
const PROVIDERS: ReadonlyMap<string, Provider> = new Map([
  ['ollama', { port: 11434, open: async () => (await import('./ollama.ts')).openOllama }],
  compatible('openai', 8080),
  compatible('llama-server', 8080),
  compatible('lm-studio', 1234),
  compatible('vllm', 8000),
  compatible('jan', 1337),
]);

/** Values that `provider` in the user's configuration may have. */
export const PROVIDER_NAMES: readonly string[] = [...PROVIDERS.keys()];

const providerOf = ({ provider }: ModelSettings): Provider => {
  const found = PROVIDERS.get(provider);
  if (found) return found;
  throw new ConfigError(
    `unknown model provider ${JSON.stringify(provider)}`,
    `Known providers: ${PROVIDER_NAMES.join(', ')}.`,
  );
};

/** Where questions with these settings go, in parts that people know; what fails at one place says nothing about another. */
export interface Place {
  readonly provider: string;
  readonly host: string;
  /** As the user named it; empty where the choice is left to the provider. */
  readonly model: string;
}

/** The place of a model before anything is asked. Throws ConfigError for settings that can never work. */
export const placeOf = (settings: ModelSettings, env: NodeJS.ProcessEnv): Place => {
  const { port } = providerOf(settings);
  const written = settings.host ?? (settings.provider === 'ollama' ? env['OLLAMA_HOST'] : undefined) ?? '';
  return { provider: settings.provider, host: readHost(written, port).host, model: settings.name ?? '' };
};

/**
 * Connects to the model server and proves that the model can be asked: one round of questions, three seconds at most. No
 * prompt is sent and nothing is loaded. Throws ModelFault (lib/models/errors.ts), and ConfigError for settings that can
 * never work.
 */
export const openModel: Open = async (settings, env, signal) =>
  (await providerOf(settings).open())(settings, env, signal);
