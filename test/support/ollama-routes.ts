import { createHash } from 'node:crypto';
import { fakeModel, findModel, showOf, tagOf } from './ollama-models.ts';
import type { State } from './ollama-state.ts';
import type { Body, Call } from './ollama-types.ts';
import { deliver } from './ollama-wire.ts';

/** All routes but the two that talk to a model. */

type Handler = (state: State, call: Call) => void | Promise<void>;

const field = ({ recorded }: Call, ...names: readonly (keyof Body)[]): string => {
  const found = names.map((name) => recorded.body?.[name]).find((value) => typeof value === 'string');
  return typeof found === 'string' ? found : '';
};

const unknownModel = (call: Call, name: string): void => call.send(404, { error: `model '${name}' not found` });

const version: Handler = (state, call) => call.send(200, { version: state.version });

const tags: Handler = (state, call) => call.send(200, { models: state.models.map(tagOf) });

const ps: Handler = (state, call) =>
  call.send(200, {
    models: state.engine.alive().map(({ model, numCtx, expiresAt }) => ({
      ...tagOf(model),
      expires_at: new Date(Math.min(expiresAt, 8.64e15)).toISOString(),
      size_vram: 0,
      context_length: numCtx,
    })),
  });

const show: Handler = (state, call) => {
  const name = field(call, 'model', 'name');
  const model = findModel(state.models, name);
  if (model) call.send(200, showOf(model));
  else unknownModel(call, name);
};

const embed: Handler = (state, call) => {
  const name = field(call, 'model');
  const model = findModel(state.models, name);
  if (!model) return call.send(404, { error: `model "${name}" not found, try pulling it first` });
  const input = call.recorded.body?.input;
  const embeddings = (Array.isArray(input) ? input : [input]).map((text) =>
    [...createHash('sha256').update(String(text)).digest().subarray(0, 8)].map((byte) => byte / 255),
  );
  call.send(200, { model: name, embeddings, total_duration: 1_000_000, load_duration: 1_000, prompt_eval_count: 1 });
};

const progress = async (call: Call, steps: readonly object[]): Promise<void> => {
  if (call.recorded.body?.stream === false) call.send(200, { status: 'success' });
  else
    await deliver(
      call.response,
      steps.map((step) => JSON.stringify(step)),
    );
};

const pull: Handler = async (state, call) => {
  const model = fakeModel(field(call, 'model', 'name'));
  if (!findModel(state.models, model.name)) state.models.push(model);
  const digest = `sha256:${model.digest}`;
  await progress(call, [
    { status: 'pulling manifest' },
    { status: `pulling ${digest}`, digest, total: 10, completed: 10 },
    { status: 'success' },
  ]);
};

const create: Handler = async (state, call) => {
  const files = Object.values((call.recorded.body?.files ?? {}) as Record<string, string>);
  const absent = files.find((digest) => !state.blobs.has(digest));
  if (absent) return call.send(400, { error: `blob ${absent} not found` });
  state.models.push(fakeModel(field(call, 'model', 'name')));
  await progress(call, [{ status: 'writing manifest' }, { status: 'success' }]);
};

const copy: Handler = (state, call) => {
  const source = findModel(state.models, field(call, 'source'));
  if (!source) return unknownModel(call, field(call, 'source'));
  state.models.push({ ...source, name: field(call, 'destination') });
  call.send(200, '');
};

const remove: Handler = (state, call) => {
  const model = findModel(state.models, field(call, 'model', 'name'));
  if (!model) return unknownModel(call, field(call, 'model', 'name'));
  state.models = state.models.filter((other) => other !== model);
  state.engine.keep(model, 0);
  call.send(200, '');
};

const blob: Handler = (state, call) => {
  const digest = decodeURIComponent(call.recorded.path.slice('/api/blobs/'.length));
  if (call.recorded.method === 'HEAD') return call.send(state.blobs.has(digest) ? 200 : 404, '');
  const actual = `sha256:${createHash('sha256').update(call.recorded.raw, 'latin1').digest('hex')}`;
  if (actual !== digest) return call.send(400, { error: `digest mismatch, expected "${digest}", got "${actual}"` });
  state.blobs.add(digest);
  call.send(201, '');
};

const running: Handler = (_state, call) => call.send(200, 'Ollama is running');

const status: Handler = (_state, call) => call.send(200, { cloud: { disabled: false, source: 'none' } });

/** Handlers by method and path; a path that ends in a star is a prefix. */
export const ROUTES: Readonly<Record<string, Readonly<Record<string, Handler>>>> = {
  '/': { GET: running, HEAD: running },
  '/api/version': { GET: version, HEAD: version },
  '/api/tags': { GET: tags, HEAD: tags },
  '/api/ps': { GET: ps },
  '/api/status': { GET: status },
  '/api/show': { POST: show },
  '/api/embed': { POST: embed },
  '/api/pull': { POST: pull },
  '/api/create': { POST: create },
  '/api/copy': { POST: copy },
  '/api/delete': { DELETE: remove },
  '/api/blobs/*': { HEAD: blob, POST: blob },
};
