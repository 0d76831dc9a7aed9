import type { ModelSettings } from '../types.ts';

/** The part of a configuration that says where and how to reach a model. */
interface Source extends Omit<ModelSettings, 'name' | 'context'> {
  readonly model: string | null;
  readonly budget: { readonly context: number };
}

export const modelSettings = (config: Source): ModelSettings => ({
  provider: config.provider,
  name: config.model,
  host: config.host,
  allowRemote: config.allowRemote,
  apiKey: config.apiKey,
  keepAlive: config.keepAlive,
  loadTimeout: config.loadTimeout,
  context: config.budget.context,
});
