import { createHash } from 'node:crypto';
import type { FakeModel } from './ollama-types.ts';

/** A model of the table, a local chat model of 7B unless told otherwise. */
export const fakeModel = (name: string, over: Partial<FakeModel> = {}): FakeModel => ({
  name,
  capabilities: ['completion', 'tools'],
  family: 'qwen2',
  parameterSize: '7.6B',
  trained: 32768,
  digest: createHash('sha256').update(name).digest('hex'),
  bytesPerToken: 4,
  loadMs: 0,
  ...over,
});

export const CODER = fakeModel('qwen2.5-coder:7b');
export const THINKER = fakeModel('qwen3:8b', {
  capabilities: ['completion', 'tools', 'thinking'],
  family: 'qwen3',
  parameterSize: '8.2B',
  trained: 40960,
});
export const GPT_OSS = fakeModel('gpt-oss:20b', {
  capabilities: ['completion', 'tools', 'thinking'],
  family: 'gptoss',
  parameterSize: '20.9B',
  trained: 131072,
});
export const EMBEDDER = fakeModel('nomic-embed-text:latest', {
  capabilities: ['embedding'],
  family: 'nomic-bert',
  parameterSize: '137M',
  trained: 2048,
});
export const CLOUD_STUB = fakeModel('gpt-oss:120b-cloud', {
  remoteHost: 'https://ollama.com:443',
  family: '',
  parameterSize: '',
});

/** What is installed unless a test says otherwise. */
export const MODELS: readonly FakeModel[] = [CODER, THINKER, GPT_OSS, EMBEDDER, CLOUD_STUB];

const detailsOf = (model: FakeModel) => ({
  parent_model: '',
  format: model.remoteHost ? '' : 'gguf',
  family: model.family,
  families: [model.family],
  parameter_size: model.parameterSize,
  quantization_level: model.remoteHost ? '' : 'Q4_K_M',
});

const remoteOf = (model: FakeModel) =>
  model.remoteHost ? { remote_host: model.remoteHost, remote_model: model.name.replace(/[:-]cloud$/, '') } : {};

/** An entry of `/api/tags`. */
export const tagOf = (model: FakeModel) => ({
  name: model.name,
  model: model.name,
  modified_at: '2026-10-01T08:00:00.000000000Z',
  size: model.remoteHost ? 384 : 4_683_087_332,
  digest: model.digest,
  details: detailsOf(model),
  ...remoteOf(model),
});

/** The answer of `/api/show`. */
export const showOf = (model: FakeModel) => ({
  license: 'Apache License 2.0',
  modelfile: `FROM ${model.name}`,
  parameters: 'stop "<|im_end|>"',
  template: '{{ .Prompt }}',
  details: detailsOf(model),
  ...(model.trained === null
    ? {}
    : { model_info: { 'general.architecture': model.family, [`${model.family}.context_length`]: model.trained } }),
  ...(model.capabilities === null ? {} : { capabilities: model.capabilities }),
  modified_at: '2026-10-01T08:00:00.000000000Z',
  ...remoteOf(model),
});

const long = (name: string): string => {
  const short = name
    .toLowerCase()
    .replace(/^registry\.ollama\.ai\//, '')
    .replace(/^library\//, '');
  return short.slice(short.lastIndexOf('/') + 1).includes(':') ? short : `${short}:latest`;
};

/** The model that a request means, as Ollama resolves names. */
export const findModel = (models: readonly FakeModel[], name: string): FakeModel | undefined =>
  models.find((model) => long(model.name) === long(name));
