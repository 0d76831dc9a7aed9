import { createEngine, type Engine } from './ollama-engine.ts';
import { findModel, MODELS } from './ollama-models.ts';
import type { FakeModel, FakeOptions } from './ollama-types.ts';

/** What one server holds; changes as it is used. */
export interface State {
  version: string;
  models: FakeModel[];
  readonly blobs: Set<string>;
  readonly engine: Engine;
  readonly defaultContext: number;
}

export const createState = (options: FakeOptions): State => {
  const engine = createEngine({ maxQueue: options.maxQueue ?? 512, skew: options.skew ?? 0 });
  const models = [...(options.models ?? MODELS)];
  for (const [name, context] of Object.entries(options.loaded ?? {})) {
    const model = findModel(models, name);
    if (!model) throw new Error(`no model ${name} to have in memory`);
    engine.seed(model, context);
  }
  return {
    version: options.version ?? '0.33.0',
    models,
    blobs: new Set(),
    engine,
    defaultContext: options.defaultContext ?? 4096,
  };
};
