import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  billionsOf,
  canonical,
  findListed,
  isCloudName,
  type Listed,
  rankCandidates,
  readListed,
} from '../../lib/models/ollama-names.ts';

const test = suite('names of Ollama models');

const listed = (name: string, size = '7B', over: Partial<Listed> = {}): Listed => ({
  name,
  digest: name,
  capabilities: ['completion'],
  family: 'qwen2',
  billions: billionsOf(size),
  trained: null,
  remoteHost: '',
  ...over,
});

const NAMES: readonly (readonly [written: string, form: string])[] = [
  ['qwen3', 'qwen3:latest'],
  ['qwen3:8b', 'qwen3:8b'],
  ['Qwen3:8B', 'qwen3:8b'],
  ['library/qwen3', 'qwen3:latest'],
  ['registry.ollama.ai/library/qwen3:8b', 'qwen3:8b'],
  ['someone/model', 'someone/model:latest'],
  ['hf.co/Qwen/Qwen3-GGUF:Q4_K_M', 'hf.co/qwen/qwen3-gguf:q4_k_m'],
  ['localhost:5000/me/model', 'localhost:5000/me/model:latest'],
];

for (const [written, form] of NAMES) test(`${written} means ${form}`, () => assert.is(canonical(written), form));

test('an exact name wins over an equal one', () => {
  const models = [listed('Qwen3:8B'), listed('qwen3:8b')];
  assert.is(findListed(models, 'qwen3:8b'), models[1]);
  assert.is(findListed(models, 'QWEN3:8b'), models[0]);
  assert.is(findListed(models, 'qwen3'), null);
});

test('names that are passed on to the cloud are recognised', () => {
  for (const name of [
    'glm-4.6:cloud',
    'gpt-oss:120b-cloud',
    'GPT-OSS:120B-CLOUD',
    ' x:cloud ',
    'my-cloud',
    'my-cloud:latest',
  ])
    assert.ok(isCloudName(name), name);
  for (const name of ['cloudy:7b', 'cloud:7b', 'cloud-coder', 'nimbus:cloudless']) assert.not(isCloudName(name), name);
});

test('sizes are read in thousand millions', () => {
  assert.is(billionsOf('7.6B'), 7.6);
  assert.is(billionsOf('500M'), 0.5);
  assert.is(billionsOf('1T'), 1000);
  assert.is(billionsOf(''), 0);
  assert.is(billionsOf('big'), 0);
});

const order = (...models: readonly Listed[]): string[] => rankCandidates(models).map(({ name }) => name);

test('a coder is chosen before a larger general model', () => {
  assert.equal(order(listed('llama3.1:8b', '8B'), listed('qwen2.5-coder:7b', '7.6B')), [
    'qwen2.5-coder:7b',
    'llama3.1:8b',
  ]);
});

test('a coder below 3B is only one model among others', () => {
  assert.equal(order(listed('qwen2.5-coder:1.5b', '1.5B'), listed('qwen3:8b', '8.2B')), [
    'qwen3:8b',
    'qwen2.5-coder:1.5b',
  ]);
});

test('among equals the largest up to 14B comes first, then the smallest above', () => {
  assert.equal(
    order(
      listed('a:70b', '70B'),
      listed('b:4b', '4B'),
      listed('c:14b', '14.8B'),
      listed('d:24b', '24B'),
      listed('e:8b', '8B'),
    ),
    ['c:14b', 'e:8b', 'b:4b', 'd:24b', 'a:70b'],
  );
});

test('coders keep the order of the list, not of their size', () => {
  assert.equal(
    order(listed('devstral:24b', '24B'), listed('qwen3-coder:30b', '30B'), listed('qwen2.5-coder:3b', '3.1B')),
    ['qwen2.5-coder:3b', 'qwen3-coder:30b', 'devstral:24b'],
  );
});

test('the choice does not depend on the order of the listing', () => {
  const [a, b] = [listed('a:7b'), listed('b:7b')];
  assert.equal(order(a, b), order(b, a));
});

test('what cannot be asked, or is not here, is no candidate', () => {
  assert.equal(
    order(
      listed('nomic-embed-text:latest', '137M', { capabilities: null }),
      listed('bge-m3:latest', '567M', { capabilities: null }),
      listed('x:latest', '7B', { family: 'nomic-bert', capabilities: null }),
      listed('qwen2.5-coder:1.5b-base', '1.5B'),
      listed('y:latest', '7B', { capabilities: ['embedding'] }),
      listed('gpt-oss:120b-cloud', ''),
      listed('z:latest', '7B', { remoteHost: 'https://ollama.com' }),
      listed('kept:latest', '7B', { capabilities: null }),
    ),
    ['kept:latest'],
  );
});

test('a listing is read as far as it has the expected shape', () => {
  assert.equal(readListed(null), []);
  assert.equal(readListed({ models: 'x' }), []);
  assert.equal(readListed({ models: [null, 7, {}, { name: 5 }, { model: 'only-model' }] }), [
    listed('only-model', '', { digest: '', capabilities: null, family: '' }),
  ]);
});

test.run();
