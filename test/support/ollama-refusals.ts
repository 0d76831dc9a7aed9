import { keepAliveMs } from './ollama-engine.ts';
import { findModel } from './ollama-models.ts';
import type { State } from './ollama-state.ts';
import type { Body, FakeModel, Kind } from './ollama-types.ts';
import { formatBody, thinkLevels } from './ollama-versions.ts';

/** What Ollama refuses a chat or generate request for before it touches a model. */

/** Runner and sampling options, as far as the server reads them. */
export interface Options {
  readonly num_ctx?: unknown;
  readonly num_predict?: unknown;
  readonly seed?: unknown;
}

export const optionsOf = ({ options }: Body): Options =>
  typeof options === 'object' && options !== null ? options : {};

type Refusal = readonly [status: number, body: { readonly error: string }];

const optionRefusal = (options: Options): Refusal | null => {
  for (const name of ['num_ctx', 'num_predict', 'seed'] as const)
    if (options[name] !== undefined && typeof options[name] !== 'number')
      return [500, { error: `option "${name}" must be of type integer` }];
  return null;
};

const thinkRefusal = (model: FakeModel, think: unknown, version: string): Refusal | null => {
  if (think === undefined || think === false) return null;
  if (typeof think === 'string' && !thinkLevels(version).includes(think))
    return [400, { error: `invalid think value: "${think}" (must be "high", "medium", "low", true, or false)` }];
  if (model.capabilities?.includes('thinking')) return null;
  return [400, { error: `"${model.name}" does not support thinking` }];
};

const formatRefusal = (format: unknown, version: string): Refusal | null => {
  if (format === undefined || format === null || format === '' || format === 'json') return null;
  if (typeof format !== 'object') return formatBody(version);
  const bounds = [...JSON.stringify(format).matchAll(/"max(?:Length|Items)":(\d+)/g)].map(([, bound]) => Number(bound));
  if (!bounds.some((bound) => bound >= 2000)) return null;
  return [
    400,
    {
      error:
        '{"error":{"code":400,"message":"Failed to initialize samplers: failed to parse grammar","type":"invalid_request_error"}}',
    },
  ];
};

const modelRefusal = (model: FakeModel, kind: Kind): Refusal | null => {
  if (model.remoteHost) return [401, { error: 'unauthorized' }];
  if (model.capabilities && !model.capabilities.includes('completion'))
    return [400, { error: `"${model.name}" does not support ${kind}` }];
  return null;
};

/** The first thing that Ollama would refuse this request for. */
export const refusalOf = (state: State, body: Body, kind: Kind): Refusal | null => {
  const name = String(body.model ?? '');
  if (name === '')
    return kind === 'chat' ? [400, { error: 'model is required' }] : [404, { error: "model '' not found" }];
  const model = findModel(state.models, name);
  if (!model) return [404, { error: `model '${name}' not found` }];
  if (keepAliveMs(body.keep_alive) === null) return [400, { error: `time: invalid duration "${body.keep_alive}"` }];
  return (
    modelRefusal(model, kind) ??
    optionRefusal(optionsOf(body)) ??
    thinkRefusal(model, body.think, state.version) ??
    formatRefusal(body.format, state.version)
  );
};
